"""One's evenings, which the house keeps; and replay of sessions of a simulation, and of files that are sent."""

import csv
import io
from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec
from litestar import MediaType, Response, delete, get, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, JSONBody

from sevenout.base.dice import PACE
from sevenout.base.errors import SevenoutError
from sevenout.base.money import parse_amount
from sevenout.base.refusal import Refusal
from sevenout.server.accounts.people import Person
from sevenout.server.history.evening_archive import NO_EVENING, summarize_evenings
from sevenout.server.history.session_replay import ReplayedGame, SessionQuestion, replay_question, replay_text
from sevenout.server.protocol import http_types
from sevenout.server.web.request_context import Asked, RefusedRequest, Web, refusals, web_of
from sevenout.server.web.routes.rulebook_routes import describe_book

_OWN = refusals("no-token", "idle", "busy")
_SESSION_COLUMNS = (
    "rolls", "made", "seven_outs", "longest", "longest_by", "bought", "action", "expected", "luck", "commission",
    "rounding", "bonus", "awarded", "tokes", "net",
)  # fmt: skip


_MOST_SENT = 2_000_000
"""Bytes of a transcript or a log."""


class ReplayRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A transcript in the notation, or the lines of a log."""

    text: str


class EveningsDeleted(msgspec.Struct):
    """How many evenings were deleted."""

    deleted: int


@get("/api/me/evenings", responses=_OWN)
async def evenings(state: State, request: Asked) -> http_types.EveningsResponse:
    """One's evenings, the newest first: figures, curve and hands of each, and all of them together."""
    web = web_of(state)
    person = await web.person(request.headers.get("authorization"))
    kept = await _read_evenings(web, person)
    return await web.house.workers.do_or_raise(lambda: summarize_evenings(kept))


@get("/api/me/evenings/file", responses=_OWN)
async def evenings_file(
    state: State, request: Asked, kind: FromQuery[Literal["csv", "json"]] = "csv"
) -> Response[bytes]:
    """The same as a file: a row for each evening, or all that is known of each."""
    web = web_of(state)
    person = await web.person(request.headers.get("authorization"))
    kept = await _read_evenings(web, person)
    body = _rows(kept) if kind == "csv" else msgspec.json.format(msgspec.json.encode(kept), indent=2)
    media = "text/csv" if kind == "csv" else "application/json"
    headers = {"content-disposition": f'attachment; filename="evenings.{kind}"'}
    return Response(body, media_type=media, headers=headers)


@delete("/api/me/evenings", status_code=200, responses=_OWN)
async def delete_evenings(state: State, request: Asked) -> EveningsDeleted:
    """Deletes all of one's evenings; what was played stays in the logs of the tables."""
    web = web_of(state)
    person = await web.person(request.headers.get("authorization"))
    return EveningsDeleted(await web.house.evenings.delete_all(person))


@delete("/api/me/evenings/{evening:str}", status_code=200, responses=refusals("no-token", "idle", "not-found"))
async def delete_evening(state: State, request: Asked, evening: FromPath[str]) -> EveningsDeleted:
    """Deletes one evening."""
    web = web_of(state)
    person = await web.person(request.headers.get("authorization"))
    if not await web.house.evenings.delete(person.key, evening):
        raise RefusedRequest(NO_EVENING)
    return EveningsDeleted(1)


@get("/api/replay", media_type=MediaType.TEXT, responses=refusals("malformed", "busy"))
async def replay_session(
    state: State,
    house: FromQuery[str] = "catfish-bend",
    s: FromQuery[str] = "",
    text: FromQuery[str] = "",
    bring: FromQuery[str] = "300",
    unit: FromQuery[str] = "",
    rolls: FromQuery[int | None] = None,
    shooters: FromQuery[int | None] = None,
    hours: FromQuery[float | None] = None,
    pace: FromQuery[int] = PACE,
    goal: FromQuery[str] = "",
    stop: FromQuery[str] = "",
    face: FromQuery[bool] = False,
    seed: FromQuery[int] = 1,
    session: FromQuery[int] = 0,
) -> Response[bytes]:
    """A session of a simulation, roll by roll: the book on the first line, then a frame for every roll.

    It is the session that `sevenout strategy session --number N --seed S` writes. Amounts are in units of money.
    """

    def play() -> bytes:
        asked = SessionQuestion(
            house=house, bankroll=parse_amount(bring), strategy=s, text=text, unit=unit, rolls=rolls, shooters=shooters,
            hours=hours, pace=pace, goal=parse_amount(goal) if goal else None,
            stop_loss=parse_amount(stop) if stop else None, face_value=face, seed=seed, number=session,
        )  # fmt: skip
        return _replay_lines(replay_question(asked))

    return await _play_again(state, play)


@post(
    "/api/replay",
    status_code=200,
    media_type=MediaType.TEXT,
    request_max_body_size=_MOST_SENT,
    responses=refusals("malformed", "busy"),
)
async def replay_sent(state: State, data: JSONBody[ReplayRequest]) -> Response[bytes]:
    """A transcript or a log that is sent, played again by the house's own books; nothing of it is kept."""
    return await _play_again(state, lambda: _replay_lines(replay_text(data.text)))


async def _play_again(state: State, play: Callable[[], bytes]) -> Response[bytes]:
    """Plays beside the loop, at the cost of whoever asks; what cannot be played is said."""
    try:
        return Response(await web_of(state).house.readers.do_or_raise(play), media_type=MediaType.TEXT)
    except SevenoutError as error:
        raise RefusedRequest(Refusal("malformed", str(error))) from error


def _replay_lines(game: ReplayedGame) -> bytes:
    return msgspec.json.encode(describe_book(game.book)) + b"\n" + game.frames


async def _read_evenings(web: Web, person: Person) -> list[http_types.EveningResponse]:
    """Somebody's evenings, with those that nobody has lived to keep."""
    await web.house.limits_of(person)
    await web.house.evenings.keep_ended(person.key)
    return await web.house.evenings.evenings(person.key)


def _rows(kept: Sequence[http_types.EveningResponse]) -> bytes:
    """A row for each evening, with the names of the columns first."""
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\n")
    rows.writerow(("evening", "house", "table", "since", "until", *_SESSION_COLUMNS))
    for each in kept:
        times = ("" if moment is None else moment.isoformat() for moment in (each.session.since, each.until))
        figures = (getattr(each.session, name) for name in _SESSION_COLUMNS)
        rows.writerow((each.evening, each.house, each.table, *times, *figures))
    return written.getvalue().encode()


HANDLERS: list[Any] = [evenings, evenings_file, delete_evenings, delete_evening, replay_session, replay_sent]
