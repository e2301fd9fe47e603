"""Plays games of every house and prints what the house told of them, one line of JSON a house: for the page's tests.

`python web/test/record.py COUNT`, from the repository's folder: before, event and after of COUNT things told of each.
"""

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import msgspec

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from sevenout.base.money import format_amount  # noqa: E402
from sevenout.base.refusal import Refusal  # noqa: E402
from sevenout.engine.game import Game  # noqa: E402
from sevenout.rulebook import shipped  # noqa: E402
from sevenout.rulebook.compiler.book_compiler import CompiledBook, open_book  # noqa: E402
from sevenout.server.live.public_view import (  # noqa: E402
    PublicState,
    event_message,
    next_throw_message,
    offer_message,
    offers_message,
    with_crew,
)
from sevenout.server.protocol import messages  # noqa: E402
from sevenout.server.protocol.client_picture import seat_message  # noqa: E402
from sevenout.server.protocol.house_events import ServerLogEntry  # noqa: E402
from sevenout.server.web.routes.rulebook_routes import describe_book  # noqa: E402
from tests.property.games import Rail  # noqa: E402

START = datetime(2026, 3, 2, 20, tzinfo=UTC)
OWN = ("examples/no-puck.toml", "examples/collectors.toml")


def snapshot(game: Game, picture: PublicState) -> messages.SnapshotMessage:
    """The whole table, as the first seat may see it."""
    shown, book, now = picture.shown.public(), game.rules.book, START + timedelta(seconds=picture.n)
    you = shown.seats[0].name if shown.seats else ""
    return messages.SnapshotMessage(
        n=picture.n,
        name="t-test",
        table=shown,
        rules=book.name,
        digest=book.digest,
        dice="entered",
        seats={seat.name: seat_message(seat) for seat in shown.seats},
        point=shown.point,
        shooter=shown.throws,
        next=next_throw_message(game, shown),
        now=now,
        version=messages.VERSION,
        terms=messages.TermsMessage(
            minimum=format_amount(game.minimum),
            maximum=format_amount(game.maximum),
            chip=format_amount(game.chip),
            window=30,
            undo=game.undo,
            watched=True,
            code="",
        ),
        you=you,
    )


def played(rules: CompiledBook, dice: Random, count: int) -> list[dict[str, Any]]:
    """Some of one game, each thing told with the table before and after it, and what the first seat may bet then."""
    rail = Rail(rules, dice)
    table, game = rail.table, rail.table.game
    before, heard = PublicState(0, table.snapshot()), list[dict[str, Any]]()
    for _ in range(40 * count):
        if len(heard) == count:
            break
        command = rail.action()
        event = table.execute(command)
        if isinstance(event, Refusal):
            continue
        entry = ServerLogEntry(before.n + 1, command, event, START + timedelta(seconds=before.n + 1))
        after = before.apply_entry(entry)
        message = with_crew(event_message(game, entry, before, after), game, entry, before.shown)
        here = after.shown.seats[0].name if after.shown.seats else ""
        heard.append(
            {
                "before": snapshot(game, before),
                "event": message,
                "after": snapshot(game, after),
                "offers": [offer_message(offer) for offer in offers_message(game, table.state, here)],
            }
        )
        before = after
    return heard


def main() -> None:
    """Every house that is shipped, and the examples, two games each."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    for name in (*shipped(), *OWN):
        rules = open_book(str(ROOT / name) if name.endswith(".toml") else name)
        games = [played(rules, Random(f"{name} {game}"), count) for game in range(2)]
        line = msgspec.json.encode({"book": describe_book(rules), "games": games})
        sys.stdout.buffer.write(line + b"\n")


if __name__ == "__main__":
    main()
