"""`sevenout replay`: a transcript played and shown, as a game to read or as JSON."""

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from sevenout.base.errors import BadInput, Malformed
from sevenout.base.files import check_writable, write_whole
from sevenout.base.money import Cents, format_amount
from sevenout.base.refusal import Refusal
from sevenout.base.vocabulary import CREW
from sevenout.cli.reference.payout_steps import show_marks, show_steps
from sevenout.cli.shared.arguments import add_house, add_json, add_more, house_instead
from sevenout.cli.shared.console import Screen
from sevenout.cli.shared.exit_codes import DONE
from sevenout.cli.shared.log_source import format_refusal, read_transcript, say_no
from sevenout.cli.shared.text_output import print_json
from sevenout.crew.calls.event_calls import CallsAround, by_speaker, call_record, calls_for_event, calls_for_refusal
from sevenout.crew.dice.dice_commands import SendOut
from sevenout.crew.floor.floor import Floor
from sevenout.crew.floor.floor_narration import narrate_floor_event, said_at
from sevenout.crew.layout.rail import Rail
from sevenout.crew.markers import PointMade, points_made
from sevenout.crew.payout.work_steps import WorkStep, step_record, work_steps
from sevenout.crew.replay import (
    Playback,
    ReplayNotice,
    ReplayReport,
    ReplayStep,
    find_malformed,
    open_transcript,
)
from sevenout.crew.roll_calls import SpokenCall, before_roll, kinds_of
from sevenout.engine.betting import Settlement, at_risk
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import CompiledBook
from sevenout.table import Event, Rolled, Table
from sevenout.table.commands import Command
from sevenout.table.events import RollCorrected
from sevenout.table.log.table_log import write_log
from sevenout.table.narration import (
    RESULTS,
    asides,
    bonus,
    describe_bonus,
    narrate_bonus,
    ruling_notes,
    voucher_list,
    voucher_words,
    whither,
)

_RESULT_STYLE = {"win": "bold green", "lose": "red", "push": "yellow", "return": "yellow"}
_EVENT_WORDS = {"established": ", the point is {}", "made": ", point made", "seven-out": ", seven out", "": ""}


def add_arguments(replay: argparse.ArgumentParser) -> None:
    """Adds the arguments of `sevenout replay`."""
    replay.description = "Plays a transcript."
    replay.add_argument("file", metavar="FILE", help="the transcript; - reads standard input")
    replay.add_argument("book", nargs="*", metavar="BOOK", help="play by this book, whatever the transcript names")
    add_more(replay, "book")
    add_json(replay, "print the game as JSON")
    replay.add_argument("--keep-going", action="store_true", help="record a refused line and go on")
    add_house(replay, "the transcript's own")
    replay.add_argument("--calls", action="store_true", help="also tell what the crew says")
    replay.add_argument("--steps", action="store_true", help="also tell what the crew takes and pays, chip by chip")
    replay.add_argument("--log", metavar="OUT", help="also write the log: what was told and what came of it, chained")


def run(given: argparse.Namespace) -> int:
    """Plays a transcript and shows it."""
    told = {"calls": given.calls, "steps": given.steps, "log": given.log, "rules": house_instead("replay", given)}
    return replay(given.file, json=given.json, keep_going=given.keep_going, **told)


def replay(
    file: str,
    *,
    json: bool,
    keep_going: bool,
    rules: str | None,
    calls: bool = False,
    steps: bool = False,
    log: str | None = None,
) -> int:
    """Plays a transcript file; stops at the first refused line unless told to keep going."""
    text, beside = read_transcript(file)
    book, lines = open_transcript(text, rules=rules, beside=beside)
    if log is not None:
        _check_log(Path(log), file)
    screen = Screen()
    played = Playback(book, lines)
    report = ReplayReport(played)
    said: list[SpokenCall] = []
    stopped: tuple[int, Refusal] | None = None
    try:
        for step in played:
            report.add(step)
            sent_out, replied = _calls_for_step(played, step) if calls else CallsAround()
            said += [*sent_out, *replied]
            if calls and step.rolled is not None:
                report.rolls[-1] |= _roll_names(played, step, step.rolled)
                report.rolls[-1]["calls"] = [call_record(each) for each in said]
                said = []
            worked = _work_steps(played, step) if steps else ()
            marked = _point_buttons(played, step) if steps else ()
            if worked:
                report.rolls[-1]["steps"] = [step_record(each) for each in worked]
            if marked:
                report.rolls[-1]["points_made"] = [_mark_record(mark) for mark in marked]
            if not json:
                _show_calls(screen, sent_out)
                show(screen, book, step)
                _show_notices(screen, report.notices, step.line)
                _show_calls(screen, replied)
                if worked:
                    show_steps(screen, worked)
                if marked:
                    show_marks(screen, marked)
            if isinstance(step.outcome, Refusal) and not keep_going:
                stopped = (step.line, step.outcome)
                break
    except Malformed:
        raise find_malformed(book, lines) from None
    if log is not None:
        _write_log(Path(log), played)
    if json:
        after_the_last = {"calls": [call_record(each) for each in said]} if said else {}
        print_json({**report.json(), **after_the_last})
    elif played.table is not None:
        show_ending(screen, played.table)
    return DONE if stopped is None else say_no(*stopped)


def _check_log(log: Path, file: str) -> None:
    if file != "-" and log.exists() and log.samefile(file):
        raise BadInput(f"{log} is the transcript: name another file for the log")
    check_writable(log)


def _write_log(file: Path, played: Playback) -> None:
    """The log of the evening as far as it was played, refused lines left out."""
    floor = played.floor or Floor(Game(played.rules))
    write_whole(file, "".join(f"{line}\n" for line in write_log(floor.record)), "the log")


def _show_notices(screen: Console, notices: Iterable[ReplayNotice], line: int) -> None:
    for notice in notices:
        if notice.line == line:
            where = f" [{notice.clause}]" if notice.clause else ""
            told = Text(f"note: {notice.text}{where}", "yellow")
            screen.print(Padding(told, (0, 0, 0, 6), expand=False), soft_wrap=False)


def _calls_for_step(played: Playback, step: ReplayStep) -> CallsAround:
    """The words at the table, and on the floor along with them."""
    if played.table is None:
        return CallsAround()
    command = step.command if isinstance(step.command, Command) else None
    if isinstance(step.event, Refusal):
        rail = Rail.of(step.before, step.dealers)
        said = () if command is None else calls_for_refusal(played.table.game, step.before, step.event, command, rail)
        return CallsAround(after=said)
    at_the_table = CallsAround()
    if isinstance(step.event, Event):
        rail = Rail.of(step.before, step.dealers)
        at_the_table = calls_for_event(
            played.table.game, step.before, step.event, command, rail, sent_out=step.sent_out
        )
    elif isinstance(step.command, SendOut):
        at_the_table = CallsAround(after=before_roll(played.table.game, step.before))
    return CallsAround(
        at_the_table.before, (*at_the_table.after, *(call for event in step.floor for call in said_at(event)))
    )


def _work_steps(played: Playback, step: ReplayStep) -> tuple[WorkStep, ...]:
    """The crew's steps after a roll, by the places of the seats as it was thrown."""
    if step.rolled is None or played.table is None:
        return ()
    return work_steps(played.table.game, step.rolled, Rail.of(step.before, step.dealers))


def _point_buttons(played: Playback, step: ReplayStep) -> tuple[PointMade, ...]:
    """The buttons of a Shootout as they lie once a point was made."""
    if step.rolled is None or step.rolled.event != "made" or played.table is None:
        return ()
    return points_made(played.table.game, step.after)


def _mark_record(mark: PointMade) -> dict[str, Any]:
    return {"number": mark.number, "by": mark.by, "at": mark.at, "clause": mark.cite.clause}


def _roll_names(played: Playback, step: ReplayStep, rolled: Rolled) -> dict[str, Any]:
    """The manual's word for the roll beside its total, if it has one."""
    assert played.table is not None, "a roll is rolled at a table"
    kinds = kinds_of(played.table.game, step.lay, rolled)
    return {"named": [{"name": name, "clause": cite.clause} for name, cite in kinds]} if kinds else {}


def _show_calls(screen: Console, calls: Iterable[SpokenCall]) -> None:
    for line in by_speaker(calls):
        screen.print(Text(f"      {line}", "italic"))


def show(screen: Console, rules: CompiledBook, step: ReplayStep) -> None:
    """One line of the game."""
    match step.outcome:
        case Refusal() as refusal:
            screen.print(
                Text.assemble(
                    (f"{step.line:>4}  ", "dim"), f"{step.command}  ", (f"refused: {format_refusal(refusal)}", "red")
                )
            )
        case Rolled() as rolled:
            _show_roll(screen, rules, step, rolled)
        case None:
            screen.print(Text(f"{step.line:>4}  {step.command}{_describe_effects(rules, step)}", "dim"))


def _describe_effects(rules: CompiledBook, step: ReplayStep) -> str:
    """The effects of a line beyond its own words."""
    if isinstance(step.event, Refusal):
        return ""
    on_the_floor = (narrate_floor_event(rules.book, event) for event in step.floor)
    at_the_table: tuple[str, ...] = ()
    if isinstance(step.event, Event) and isinstance(step.command, Command):
        at_the_table = asides(rules.book, step.before, step.command, step.event)
    elif isinstance(step.event, Event):
        at_the_table = ruling_notes(rules.book, step.event)
    return "".join(f"   {words}" for words in (*at_the_table, *on_the_floor) if words)


def _instead_of(step: ReplayStep) -> str:
    """Returns which roll is taken back for one that is shown."""
    if not isinstance(step.event, RollCorrected):
        return ""
    return f", corrected: {step.event.voided.a}-{step.event.voided.b} is taken back"


def _show_roll(screen: Console, rules: CompiledBook, step: ReplayStep, rolled: Rolled) -> None:
    point = rolled.point
    puck = f"  puck ON {point}" if point is not None else "  puck OFF" if step.after.house.puck else ""
    bonus_stands = describe_bonus(step.after)
    dice = f"{rolled.a}-{rolled.b}  {rolled.total:>2}"
    screen.print()
    screen.print(
        Text.assemble(
            (f"{step.line:>4}  ", "dim"),
            (dice, "bold"),
            f"  {rolled.shooter} shoots{_instead_of(step)}",
            (_EVENT_WORDS[rolled.event].format(point), "bold"),
            (puck, "dim"),
            (f"  {bonus_stands}" if bonus_stands else "", "dim"),
        )
    )
    for seat, done in rolled.settled:
        screen.print(
            Text.assemble(
                _stake(seat, done.wager, done.stake),
                (f"{RESULTS[done.result]:<10}", _RESULT_STYLE[done.result]),
                f" {_gain(done):>10}",
                f" ({format_amount(done.commission)} kept as commission)" if done.commission else "",
                f" ({format_amount(done.refund)} commission returned)" if done.refund else "",
                voucher_words(done),
                (_clause(rules, done.cite), "dim"),
            )
        )
    for seat, move in rolled.moved:
        where = f"{whither(move, rolled.total):<21}"
        screen.print(Text.assemble(_stake(seat, move.wager, move.stake), where, (_clause(rules, move.cite), "dim")))
    if held := bonus(rules.book, rolled):
        screen.print(Text(f"      {held}", "bold"))


def _clause(rules: CompiledBook, cited: int) -> str:
    clause = rules.citations[cited].clause
    return f"   {clause}" if clause else ""


def _stake(seat: str, wager: str, stake: Cents) -> str:
    return f"      {seat:<10} {wager:<16} {format_amount(stake):>9}  "


def _gain(done: Settlement) -> str:
    if done.result == "lose":
        return f"-{format_amount(done.stake - done.over)}"
    return f"+{format_amount(done.won)}" if done.won else ""


def show_ending(screen: Console, table: Table) -> None:
    """Every rack, what is still up, and the commission that the house took."""
    screen.print()
    for name, seat in table.seats.items():
        rack = (f"{format_amount(seat.rack):>10}", "bold")
        net = seat.rack + at_risk(seat.position) - table.total_bought(name)
        won = f" {'+' + format_amount(net) if net > 0 else format_amount(net):>10}"
        up = _stakes("up", table.layout(name))
        held = f"   {words}" if (words := voucher_list(seat.held_vouchers)) else ""
        screen.print(Text.assemble("      ", (f"{name:<10}", "bold"), " rack ", rack, won, up, held))
    riding = table.layout(CREW)
    if riding or table.toke_box:
        box = f" toke box {format_amount(table.toke_box)}"
        screen.print(Text.assemble("      ", (f"{CREW:<10}", "bold"), box, _stakes("riding", riding)))
    if taken := table.state.ledger.commission:
        screen.print(Text.assemble("      ", (f"{'house':<10}", "bold"), f" commission {format_amount(taken)}"))
    for line in narrate_bonus(table):
        screen.print(Text.assemble("      ", (f"{'Shootout':<10}", "bold"), f" {line}"))


def _stakes(word: str, layout: dict[str, Cents]) -> str:
    return (
        f"   {word}: " + ", ".join(f"{wager} {format_amount(stake)}" for wager, stake in layout.items())
        if layout
        else ""
    )
