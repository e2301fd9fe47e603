"""`sevenout replay`: a transcript played and shown, as a game to read or as JSON."""

import argparse
import sys
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

from rich.console import Console
from rich.text import Text

from sevenout.cli.arguments import add_json
from sevenout.cli.codes import DONE, SAID_NO
from sevenout.cli.plain import complain, print_json
from sevenout.cli.screen import Screen
from sevenout.compile import Compiled
from sevenout.crew.calls import Spoken, spoken
from sevenout.crew.voices import Heard, call_record, heard
from sevenout.errors import Malformed
from sevenout.files import decode, read_text
from sevenout.money import Cents, format_amount
from sevenout.narration import RESULTS, asides, bonus, posted, whither
from sevenout.position import Settlement
from sevenout.refusal import Refusal
from sevenout.replay import LARGEST_TRANSCRIPT, Playback, Report, Step, malformed, open_transcript
from sevenout.table import Rolled, Table
from sevenout.words import CREW

_RESULT_STYLE = {"win": "bold green", "lose": "red", "push": "yellow", "return": "yellow"}
_EVENT_WORDS = {"established": ", the point is {}", "made": ", point made", "seven-out": ", seven out", "": ""}


def add_arguments(replay: argparse.ArgumentParser) -> None:
    """What `sevenout replay` takes."""
    replay.description = "Plays a transcript."
    replay.add_argument("file", metavar="FILE", help="the transcript; - reads standard input")
    add_json(replay, "print the game as JSON")
    replay.add_argument("--keep-going", action="store_true", help="record a refused line and go on")
    replay.add_argument("--rules", metavar="BOOK", help="play by this book, whatever the transcript names")
    replay.add_argument("--calls", action="store_true", help="also tell what the crew says")


def run(given: argparse.Namespace) -> int:
    """Plays a transcript and shows it."""
    return replay(given.file, json=given.json, keep_going=given.keep_going, rules=given.rules, calls=given.calls)


def replay(file: str, *, json: bool, keep_going: bool, rules: str | None, calls: bool = False) -> int:
    """Plays a transcript file; stops at the first refused line unless told to keep going."""
    text, beside = read_transcript(file)
    book, lines = open_transcript(text, rules=rules, beside=beside)
    screen = Screen()
    played = Playback(book, lines)
    report = Report(played)
    said: list[Spoken] = []
    stopped: tuple[int, Refusal] | None = None
    try:
        for step in played:
            report.add(step)
            sent_out, answered = _heard(played, step) if calls else Heard()
            said += [*sent_out, *answered]
            if calls and isinstance(step.event, Rolled):
                report.rolls[-1]["calls"] = [call_record(each) for each in said]
                said = []
            if not json:
                _show_calls(screen, sent_out)
                show(screen, book, step)
                _show_calls(screen, answered)
            if isinstance(step.outcome, Refusal) and not keep_going:
                stopped = (step.line, step.outcome)
                break
    except Malformed:
        raise malformed(book, lines) from None
    if json:
        print_json(report.json())
    elif played.table is not None:
        show_ending(screen, played.table)
    return DONE if stopped is None else say_no(*stopped)


def _heard(played: Playback, step: Step) -> Heard:
    if isinstance(step.event, Refusal) or played.table is None:
        return Heard()
    return heard(played.table.game, step.before, step.event)


def _show_calls(screen: Console, calls: Iterable[Spoken]) -> None:
    """One line for everything that one person says in a row."""
    for who, said in groupby(calls, key=lambda each: each.who):
        screen.print(Text(f"      {who}: {spoken(said)}", "italic"))


def read_transcript(file: str) -> tuple[str, Path | None]:
    """The text of a transcript, and the folder that rulebook files are named from; `-` is standard input."""
    if file == "-":
        raw = sys.stdin.buffer.read(LARGEST_TRANSCRIPT + 1)
        return decode(raw, "standard input", LARGEST_TRANSCRIPT, "a transcript"), None
    return read_text(Path(file), LARGEST_TRANSCRIPT, "a transcript"), Path(file).parent


def say_no(line: int, refusal: Refusal) -> int:
    """Says which line of a transcript the game refused, and why."""
    complain(f"sevenout: line {line}: refused: {_why(refusal)}")
    if refusal.cite.says:
        complain(f"  {refusal.clause} ({refusal.cite.provenance}): {refusal.cite.says}")
    return SAID_NO


def _why(refusal: Refusal) -> str:
    return f"{refusal.reason} [{refusal.clause}]" if refusal.clause else refusal.reason


def show(screen: Console, rules: Compiled, step: Step) -> None:
    """One line of the game."""
    match step.outcome:
        case Refusal() as refusal:
            screen.print(
                Text.assemble((f"{step.line:>4}  ", "dim"), f"{step.command}  ", (f"refused: {_why(refusal)}", "red"))
            )
        case Rolled() as rolled:
            _show_roll(screen, rules, step, rolled)
        case None:
            screen.print(Text(f"{step.line:>4}  {step.command}{_aside(rules, step)}", "dim"))


def _aside(rules: Compiled, step: Step) -> str:
    """What the line did beyond its own words."""
    if isinstance(step.event, Refusal):
        return ""
    return "".join(f"   {words}" for words in asides(rules.book, step.before, step.command, step.event))


def _show_roll(screen: Console, rules: Compiled, step: Step, rolled: Rolled) -> None:
    point = rolled.point
    puck = f"  puck ON {point}" if point is not None else "  puck OFF" if step.after.house.puck else ""
    dice = f"{rolled.a}-{rolled.b}  {rolled.total:>2}"
    screen.print()
    screen.print(
        Text.assemble(
            (f"{step.line:>4}  ", "dim"),
            (dice, "bold"),
            f"  {rolled.shooter} shoots",
            (_EVENT_WORDS[rolled.event].format(point), "bold"),
            (puck, "dim"),
        )
    )
    for seat, done in rolled.settled:
        screen.print(
            Text.assemble(
                _stake(seat, done.wager, done.stake),
                (f"{RESULTS[done.result]:<10}", _RESULT_STYLE[done.result]),
                f" {_gain(done):>10}",
                f" ({format_amount(done.commission)} kept as commission)" if done.commission else "",
                (_clause(rules, done.cite), "dim"),
            )
        )
    for seat, move in rolled.moved:
        where = f"{whither(move, rolled.total):<21}"
        screen.print(Text.assemble(_stake(seat, move.wager, move.stake), where, (_clause(rules, move.cite), "dim")))
    if held := bonus(rolled):
        screen.print(Text(f"      {held}", "bold"))


def _clause(rules: Compiled, cited: int) -> str:
    clause = rules.citations[cited].clause
    return f"   {clause}" if clause else ""


def _stake(seat: str, wager: str, stake: Cents) -> str:
    return f"      {seat:<10} {wager:<16} {format_amount(stake):>9}  "


def _gain(done: Settlement) -> str:
    if done.result == "lose":
        return f"-{format_amount(done.stake)}"
    return f"+{format_amount(done.won)}" if done.won else ""


def show_ending(screen: Console, table: Table) -> None:
    """Every rack, what is still up, and the commission that the house took."""
    screen.print()
    for name, seat in table.seats.items():
        rack = (f"{format_amount(seat.rack):>10}", "bold")
        net = seat.rack + sum(seat.position.stakes) - table.bought(name)
        won = f" {'+' + format_amount(net) if net > 0 else format_amount(net):>10}"
        up = _stakes("up", table.layout(name))
        screen.print(Text.assemble("      ", (f"{name:<10}", "bold"), " rack ", rack, won, up))
    riding = table.layout(CREW)
    if riding or table.toke_box:
        box = f" toke box {format_amount(table.toke_box)}"
        screen.print(Text.assemble("      ", (f"{CREW:<10}", "bold"), box, _stakes("riding", riding)))
    if taken := table.state.ledger.commission:
        screen.print(Text.assemble("      ", (f"{'house':<10}", "bold"), f" commission {format_amount(taken)}"))
    for line in posted(table):
        screen.print(Text.assemble("      ", (f"{'Shootout':<10}", "bold"), f" {line}"))


def _stakes(word: str, layout: dict[str, Cents]) -> str:
    return (
        f"   {word}: " + ", ".join(f"{wager} {format_amount(stake)}" for wager, stake in layout.items())
        if layout
        else ""
    )
