"""A table's log as lines of JSON, each chained to the one before, and the check that reads it back.

A line that was cut, altered, left out or moved is found at once and named; so is a log of another rulebook.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from sevenout.errors import BadInput
from sevenout.game import Game
from sevenout.table.events import VERSION, Event, Opened, from_json, to_json
from sevenout.table.evolve import evolve
from sevenout.table.state import TableState, out_of_balance

_SEED = "sevenout"


def write_log(game: Game, events: Iterable[Event]) -> Iterator[str]:
    """The lines of a log: number, event, and a hash over everything up to it."""
    link = _SEED
    for number, event in enumerate(events):
        body = to_json(game, event)
        link = _chained(link, number, body)
        yield json.dumps({"n": number, "event": body, "hash": link}, separators=(",", ":"))


def read_log(game: Game, lines: Iterable[str]) -> tuple[TableState, list[Event]]:
    """The state and the events of a log; raises BadInput at the first line that does not belong."""
    state, link = TableState(), _SEED
    events: list[Event] = []
    for number, line in enumerate(lines):
        event, link = _event(game, number, line, link)
        if number == 0:
            _check_opening(game, event)
        elif isinstance(event, Opened):
            raise _bad(number, "a log is opened once")
        try:
            state = evolve(state, event)
        except (LookupError, ValueError) as error:
            raise _bad(number, str(error)) from error
        if out_of_balance(state):
            raise _bad(number, "it makes or loses chips")
        events.append(event)
    if not events:
        raise BadInput("the log is empty")
    return state, events


def _event(game: Game, number: int, line: str, link: str) -> tuple[Event, str]:
    try:
        raw = json.loads(line)
        body, found, order = raw["event"], raw["hash"], raw["n"]
    except (ValueError, KeyError, TypeError) as error:
        raise _bad(number, "the line is cut or is no event") from error
    if order != number:
        raise _bad(number, f"it is numbered {order}: lines are missing or out of order")
    link = _chained(link, number, body)
    if found != link:
        raise _bad(number, "its hash does not fit: it, or something before it, was altered")
    try:
        return from_json(game, body), link
    except msgspec.ValidationError as error:
        raise _bad(number, str(error)) from error


def _check_opening(game: Game, event: Event) -> None:
    book = game.rules.book
    if not isinstance(event, Opened):
        raise _bad(0, "a log begins with the table being opened")
    if event.version != VERSION:
        raise _bad(0, f"version {event.version} of the log, and this reads version {VERSION}")
    if event.digest != book.digest:
        raise _bad(0, f"it was played by another text of {event.book!r} than this {book.name!r}")
    if (event.minimum, event.maximum, event.chip) != (game.minimum, game.maximum, game.chip):
        raise _bad(0, "the table had other limits")


def _chained(link: str, number: int, body: Any) -> str:
    text = json.dumps(body, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(f"{link}\n{number}\n{text}".encode()).hexdigest()


def _bad(number: int, reason: str) -> BadInput:
    return BadInput(f"event {number} of the log: {reason}")
