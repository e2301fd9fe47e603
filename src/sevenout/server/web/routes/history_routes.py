"""One's evenings, which the house keeps: the list of them, as a file, and away with them."""

import csv
import io
from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from litestar import Response, delete, get
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery

from sevenout.server.accounts.people import Person
from sevenout.server.history.evening_archive import NO_EVENING, summarize_evenings
from sevenout.server.protocol import http_types
from sevenout.server.web.request_context import Asked, RefusedRequest, Web, refusals, web_of

_OWN = refusals("no-token", "idle", "busy")
_SESSION_COLUMNS = (
    "rolls", "made", "seven_outs", "longest", "longest_by", "bought", "action", "expected", "luck", "commission",
    "rounding", "bonus", "awarded", "tokes", "net",
)  # fmt: skip


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


HANDLERS: list[Any] = [evenings, evenings_file, delete_evenings, delete_evening]
