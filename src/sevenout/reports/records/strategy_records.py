"""Strategies as records: listed, shown, checked, retold, formatted, and one session of one written down."""

from collections.abc import Iterable, Mapping

from msgspec.structs import asdict

from sevenout.analysis.strategy_figures import SpanFigures
from sevenout.base.money import Cents, format_amount
from sevenout.player.bot import RecordedSession
from sevenout.reports.records.record_formats import JsonRecord
from sevenout.strategy.language.compiler.plan import Plan, parameters
from sevenout.strategy.language.independence.parts import NotIndependent
from sevenout.strategy.language.mistakes import Mistake
from sevenout.strategy.language.syntax_tree import Script
from sevenout.strategy.language.tools.checker import Remark
from sevenout.strategy.language.tools.explainer import Sentence
from sevenout.strategy.strategy_catalogue import NamedStrategy, catalogue


def strategies_record(
    listed: Iterable[NamedStrategy], figures: Mapping[str, Iterable[SpanFigures] | None] | None = None
) -> JsonRecord:
    """Several named strategies, each with its title, in one sentence, and with what it is known from.

    `figures` are those of each over some spans, by name; None where the house lacks a wager of it.
    """
    shown = [{"sentence": each.sentence, **_catalogue_entry(each)} for each in listed]
    if figures is None:
        return {"strategies": shown}
    for each in shown:
        spans = figures[each["name"]]
        each["figures"] = None if spans is None else [asdict(span) for span in spans]
    return {"strategies": shown, "bets_at_the_end": "played out"}


def _catalogue_entry(strategy: NamedStrategy) -> JsonRecord:
    return {
        "name": strategy.name,
        "title": strategy.title,
        "also": list(strategy.also),
        "known_from": strategy.known_from,
    }


def strategy_record(script: Script, figures: Iterable[SpanFigures] = ()) -> JsonRecord:
    """One strategy: its parameters, its text and, if they were worked out, its figures over some spans.

    >>> from sevenout.strategy.library import read_strategy
    >>> strategy_record(read_strategy("pass-line"))["name"]
    'pass-line'
    """
    settings = {name: format_amount(value) for name, value in parameters(script.file).items()}
    shown: JsonRecord = {"name": script.name, "sentence": script.file.sentence, "parameters": settings}
    shown["text"] = script.text
    if (named := catalogue().get(script.name)) is not None:
        shown |= _catalogue_entry(named)
    if spans := list(figures):
        shown["figures"] = [asdict(each) for each in spans]
        shown["bets_at_the_end"] = "played out"
    return shown


def check_record(
    file: str,
    rules: str | None,
    mistakes: Iterable[Mistake],
    remarks: Iterable[Remark],
    text: str,
    parts: tuple[Plan, ...] | NotIndependent | None,
    unmet: Iterable[Mistake] = (),
) -> JsonRecord:
    """The mistakes of a strategy file with their lines, and the house's reading of it.

    `parts`: the wagers of each independent part; `together`: why there are none; `unmet`: what the file expects and
    is not so.
    """
    lines = text.split("\n")
    apart = parts if isinstance(parts, tuple) else ()
    return {
        "file": file,
        "rules": rules,
        "mistakes": [{**asdict(each), "text": lines[each.line - 1]} for each in mistakes],
        "remarks": [asdict(each) for each in remarks],
        "unmet": [{**asdict(each), "text": lines[each.line - 1]} for each in unmet],
        "parts": [sorted(part.share.wagers) for part in apart if part.share is not None],
        "together": list(parts.reasons) if isinstance(parts, NotIndependent) else [],
    }


def retold_record(script: Script, sentences: Iterable[Sentence]) -> JsonRecord:
    """A strategy retold, line by line."""
    lines = [{"line": sentence.line, "text": sentence.text} for sentence in sentences]
    return {"strategy": script.name, "sentence": script.file.sentence, "lines": lines}


def formatted_record(script: Script, text: str) -> JsonRecord:
    """A strategy as it should be written."""
    return {"strategy": script.name, "changed": text != script.text, "text": text}


def session_transcript(strategy: Plan, session: RecordedSession, seed: int, number: int, order: str) -> str:
    """One session of a simulation as a transcript that says where it comes from; `order` is what to type for it."""
    told = f"session {number} of {strategy.name}, as a simulation with seed {seed} plays it: {order}"
    rolls = f"{session.rolls} roll{'' if session.rolls == 1 else 's'}"
    ended = f"net {format_amount(session.net)} after {rolls}, ending: {session.ending}"
    return "\n".join((_comment(told), *session.lines, _comment(ended), ""))


def _comment(text: str) -> str:
    return f"# {' '.join(text.split())}"


def session_record(
    strategy: Plan,
    session: RecordedSession,
    transcript: str,
    bankroll: Cents,
    rolls: int | None,
    seed: int,
    number: int,
) -> JsonRecord:
    """One session of a simulation: how it ended, and its transcript."""
    return {
        "strategy": strategy.name,
        "rules": strategy.game.rules.book.name,
        "seed": seed,
        "number": number,
        "bankroll": bankroll / 100,
        "rolls": rolls,
        "rolls_played": session.rolls,
        "net": session.net / 100,
        "ending": session.ending,
        "transcript": transcript,
    }
