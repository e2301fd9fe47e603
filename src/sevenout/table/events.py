"""What happened at a table: events that carry every result, with a stable JSON form.

An event never has to be worked out again: `evolve` only applies it. In JSON a layout names its wagers, so that a log
can be read by people and outlives a compiler that numbers its slots another way.
"""

from typing import Any

import msgspec
from msgspec import Struct

from sevenout.columns import Call
from sevenout.game import Game
from sevenout.money import Cents
from sevenout.position import Marks, Position, Settlement
from sevenout.puck import PuckEvent
from sevenout.table.state import Bonus, Dice

VERSION = 1


class Opened(Struct, frozen=True, tag="opened"):
    """The first event of a log: the rulebook it is played by, pinned by its digest, and the table's limits."""

    book: str
    digest: str
    minimum: Cents
    maximum: Cents
    chip: Cents
    version: int = VERSION


class Seated(Struct, frozen=True, tag="seated"):
    """A player took a seat and bought in."""

    said: str
    seat: str
    bought: Cents


class BoughtIn(Struct, frozen=True, tag="bought-in"):
    """A player bought more chips."""

    said: str
    seat: str
    bought: Cents


class Left(Struct, frozen=True, tag="left"):
    """A player cashed out and left; the dice may have moved."""

    said: str
    seat: str
    cashed: Cents
    commission: Cents
    dice: Dice
    bonus: Bonus | None = None


class Changed(Struct, frozen=True, tag="changed"):
    """A player's layout changed: what lies there now, and what the rack paid for it (below zero: got back)."""

    said: str
    seat: str
    position: Position
    staked: Cents
    commission: Cents
    parlayed: str = ""


class Toked(Struct, frozen=True, tag="toked"):
    """A tip: into the toke box, or on the crew's own layout."""

    said: str
    seat: str
    boxed: Cents
    crew: Position
    staked: Cents
    commission: Cents


class TimePassed(Struct, frozen=True, tag="time-passed"):
    """The table's clock moved on."""

    said: str
    bonus: Bonus


class Inspected(Struct, frozen=True, tag="inspected"):
    """The dice of a Shootout were inspected: who was paid what from the bank, and who signed for it."""

    said: str
    paid: tuple[tuple[str, Cents], ...]
    bonus: Bonus
    supervisor: str
    licence: str


class DiceMoved(Struct, frozen=True, tag="dice-moved"):
    """The dice were passed, declined, thrown, or a throw did not count."""

    said: str
    dice: Dice
    bonus: Bonus | None = None


class SeatResult(Struct, frozen=True, gc=False):
    """What a roll did to one seat: its decisions, the layout left, and what went back to the rack."""

    seat: str
    position: Position
    back: Cents
    results: tuple[Settlement, ...]


class Rolled(Struct, frozen=True, tag="rolled"):
    """A valid roll: who threw it, what it did to every seat, to the crew's tokes, to the puck and to the dice."""

    said: str
    shooter: str
    a: int
    b: int
    event: PuckEvent
    puck: int
    point: int | None
    seats: tuple[SeatResult, ...]
    crew: SeatResult
    bank: Cents
    dice: Dice
    bonus: Bonus | None = None

    @property
    def total(self) -> int:
        """What the dice show."""
        return self.a + self.b

    @property
    def settled(self) -> tuple[tuple[str, Settlement], ...]:
        """Every decision with its seat, the crew's tokes last."""
        return tuple((done.seat, result) for done in (*self.seats, self.crew) for result in done.results)


Event = Opened | Seated | BoughtIn | Left | Changed | Toked | TimePassed | Inspected | DiceMoved | Rolled


def to_json(game: Game, event: Event) -> dict[str, Any]:
    """An event as plain JSON values, layouts by wager name."""
    named: dict[str, Any] = _named(game, msgspec.to_builtins(event))
    return named


def from_json(game: Game, raw: Any) -> Event:
    """The event of its JSON form; raises msgspec.ValidationError with the path of what is wrong."""
    event: Event = msgspec.convert(_slotted(game, raw), Event)
    return event


def schema() -> dict[str, Any]:
    """The JSON schema of an event."""
    found = msgspec.json.schema(Event)
    names = {"type": "array", "items": {"type": "string"}}
    entry = {
        "type": "array",
        "prefixItems": [{"type": "string"}, {"enum": ["", "on", "off"]}, *[{"type": "integer"}] * 2],
    }
    found["$defs"]["Position"] = {
        "title": "Position",
        "description": "A layout: wager, call, what a collecting wager has gathered (one bit a total), stake in cents.",
        "type": "object",
        "properties": {
            "lying": {"type": "array", "items": entry},
            "locked": names,
            "unnoticed": names,
            "props_down": {"type": "boolean"},
        },
        "required": ["lying", "locked", "unnoticed", "props_down"],
    }
    del found["$defs"]["Marks"]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "An event of a table", **found}


def _named(game: Game, raw: Any) -> Any:
    """Every position inside some plain values as a list of [wager, call, gathered, stake]."""
    if isinstance(raw, list | tuple):
        return [_named(game, item) for item in raw]
    if not isinstance(raw, dict):
        return raw
    if "slots" not in raw:
        return {key: _named(game, value) for key, value in raw.items()}
    lying = [[*_label(game, slot), stake] for slot, stake in zip(raw["slots"], raw["stakes"], strict=True)]
    marks = raw["marks"]
    return {
        "lying": lying,
        "locked": sorted(game.rules.spots[index].key for index in marks["locked"]),
        "unnoticed": sorted(game.rules.spots[index].key for index in marks["unnoticed"]),
        "props_down": marks["props_down"],
    }


def _label(game: Game, slot: int) -> tuple[str, Call, int]:
    spot = game.rules.spot_of[slot]
    if spot.wager.collect is not None:
        return spot.key, "", slot - spot.first
    return spot.key, next(call for call, own in spot.slots if own == slot), 0


def _slotted(game: Game, raw: Any) -> Any:
    """The inverse of `_named`; an unknown wager or call raises ValidationError."""
    if isinstance(raw, list):
        return [_slotted(game, item) for item in raw]
    if not isinstance(raw, dict):
        return raw
    if "lying" not in raw:
        return {key: _slotted(game, value) for key, value in raw.items()}
    try:
        lying = sorted((_slot(game, key, call, gathered), stake) for key, call, gathered, stake in raw["lying"])
        marks = Marks(
            frozenset(game.rules.by_key[key].index for key in raw["locked"]),
            frozenset(game.rules.by_key[key].index for key in raw["unnoticed"]),
            raw["props_down"],
        )
    except (KeyError, ValueError, TypeError, StopIteration) as error:
        raise msgspec.ValidationError(f"no layout of this house: {error}") from error
    position = Position(tuple(slot for slot, _ in lying), tuple(stake for _, stake in lying), marks)
    return msgspec.to_builtins(position)


def _slot(game: Game, key: str, call: str, gathered: int) -> int:
    spot = game.rules.by_key[key]
    if gathered:
        return spot.first + gathered
    return next(slot for name, slot in spot.slots if name == call)
