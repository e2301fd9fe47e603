"""`sevenout replay`: a transcript played and shown, as a game to read or as JSON."""

import json as json_module
import sys
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from sevenout.cli.main import DONE, SAID_NO
from sevenout.limits import Refusal
from sevenout.money import format_amount
from sevenout.replay import Report, Step, decode_transcript, play, read_transcript
from sevenout.table import Rolled, Table

_RESULT_STYLE = {"win": "bold green", "lose": "red", "push": "yellow", "return": "yellow"}
_RESULT_WORD = {"win": "wins", "lose": "loses", "push": "pushes", "return": "comes back"}


def replay(file: str, *, json: bool, keep_going: bool, rules: str | None) -> int:
    """Plays a transcript file; stops at the first refused line unless told to keep going."""
    text = decode_transcript(sys.stdin.buffer.read(), "standard input") if file == "-" else read_transcript(Path(file))
    beside = None if file == "-" else Path(file).parent
    console = Console(highlight=False, soft_wrap=True)
    report = Report()
    refused: Step | None = None
    for step in play(text, rules=rules, beside=beside):
        report.add(step)
        if not json:
            show(console, step)
        if isinstance(step.outcome, Refusal) and not keep_going:
            refused = step
            break
    if json:
        sys.stdout.write(json_module.dumps(report.json(), ensure_ascii=False, indent=1) + "\n")
    elif report.table is not None:
        show_ending(console, report.table)
    if refused is not None and isinstance(refused.outcome, Refusal):
        sys.stderr.write(f"sevenout: line {refused.line}: refused: {_why(refused.outcome)}\n")
        return SAID_NO
    return DONE


def _why(refusal: Refusal) -> str:
    return f"{refusal.reason} [{refusal.clause}]" if refusal.clause else refusal.reason


def show(console: Console, step: Step) -> None:
    match step.outcome:
        case Refusal():
            console.print(
                f"[dim]{step.line:>4}[/]  {escape(str(step.action))}  [red]refused: {escape(_why(step.outcome))}[/]"
            )
        case Rolled():
            _show_roll(console, step.line, step.outcome, step.table)
        case None:
            console.print(f"[dim]{step.line:>4}  {escape(str(step.action))}[/]")


def _show_roll(console: Console, line: int, rolled: Rolled, table: Table) -> None:
    event = {"established": "the point is", "made": "point made", "seven-out": "seven out", "": ""}[rolled.event]
    if rolled.event == "established":
        event += f" {table.point}"
    puck = f"ON {table.point}" if table.point is not None else "OFF"
    dice = f"{rolled.roll.a}-{rolled.roll.b}"
    console.print()
    console.print(
        f"[dim]{line:>4}[/]  [bold]{dice}  {rolled.roll.total:>2}[/]  {escape(rolled.shooter)} shoots"
        + (f", [bold]{event}[/]" if event else "")
        + (f"  [dim]puck {puck}[/]" if table.game.rules.book.puck else "")
    )
    for seat, done in rolled.settled:
        result = Text(f"      {seat:<10} {done.wager:<16} {format_amount(done.stake):>9}  ")
        result.append(f"{_RESULT_WORD[done.result]:<10}", _RESULT_STYLE[done.result])
        result.append(f" {'+' + format_amount(done.won) if done.won else '':>10}")
        result.append(f"   {done.cite.clause}" if done.cite.clause else "", "dim")
        console.print(result)


def show_ending(console: Console, table: Table) -> None:
    console.print()
    for name, seat in table.seats.items():
        up = ", ".join(f"{wager} {format_amount(stake)}" for wager, stake in table.layout(name).items())
        console.print(
            f"      [bold]{escape(name):<10}[/] rack [bold]{format_amount(seat.rack):>10}[/]"
            + (f"   up: {escape(up)}" if up else "")
        )
    crew = table.layout("crew")
    if crew or table.toke_box:
        riding = ", ".join(f"{wager} {format_amount(stake)}" for wager, stake in crew.items())
        console.print(
            f"      [bold]crew[/]       toke box {format_amount(table.toke_box)}"
            + (f"   riding: {riding}" if riding else "")
        )
