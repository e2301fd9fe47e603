"""The crew's desk of a table: what it has to know and do next, and the shift's books as a page, CSV and JSON."""

import hashlib
from base64 import b64encode
from typing import Annotated, Any, Literal

import msgspec
from litestar import MediaType, Response, get
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, Parameter

from sevenout.base.html import page_style
from sevenout.base.refusal import Refusal
from sevenout.crew.shift.shift_page import SHIFT_STYLE, shift_page
from sevenout.crew.shift.shift_report import shift_csv, shift_json
from sevenout.server.accounts.permissions import APPOINTED
from sevenout.server.casino import actor_at
from sevenout.server.history.live_shifts import report_shift
from sevenout.server.tables.desk_view import DeskResponse, view_desk
from sevenout.server.web.request_context import IF_NOT_WATCHED, Asked, RefusedRequest, refusals, web_of

_CREW = refusals("no-token", "idle", "not-yours", "not-found")
_LOOKED_AT = refusals("no-token", "idle", "not-yours", "not-found", "too-long", "gone", "busy")
_FOR_CREW = Refusal("not-yours", "the desk is for the crew of this table and whoever opened it")
_HASH = b64encode(hashlib.sha256(page_style(SHIFT_STYLE).encode()).digest()).decode()
_HEADERS = {
    "content-security-policy": f"default-src 'none'; style-src 'sha256-{_HASH}'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "cache-control": "no-store",
}


@get("/api/tables/{name:str}/desk", responses=_CREW)
async def desk(
    state: State,
    request: Asked,
    name: FromPath[str],
    seat: Annotated[str, Parameter(max_length=40, description="The seat whose bets are booked: what it may bet.")] = "",
) -> DeskResponse:
    """Who stands where, the dice, the bank and the boxes, the last roll's work, and what is due next; for the crew."""
    web = web_of(state)
    person = await web.person(request.headers.get("authorization"))
    table = await web.table(name)
    if not set(actor_at(table, person).roles) & set(APPOINTED):
        raise RefusedRequest(_FOR_CREW)
    return view_desk(table, seat)


@get("/api/tables/{name:str}/shift", responses=_LOOKED_AT, security=IF_NOT_WATCHED)
async def shift(
    state: State,
    request: Asked,
    name: FromPath[str],
    kind: FromQuery[Literal["html", "csv", "json"]] = "html",
    shift: Annotated[str, Parameter(max_length=24, description="The shift's name, for the head of every page.")] = "",
    part: Annotated[str, Parameter(max_length=24, description="One section of the page alone, by its key.")] = "",
) -> Response[str]:
    """The shift report of a table so far, as a page to print, as CSV or as JSON; for those who may read its log."""
    table = await web_of(state).looked_at(name, request.headers.get("authorization"))
    report = await report_shift(table, shift)
    if isinstance(report, Refusal):
        raise RefusedRequest(report)
    match kind:
        case "html":
            return Response(shift_page(report, part), media_type=MediaType.HTML, headers=_HEADERS)
        case "csv":
            return Response(shift_csv(report), media_type="text/csv")
        case "json":
            return Response(msgspec.json.encode(shift_json(report)).decode(), media_type=MediaType.JSON)


HANDLERS: list[Any] = [desk, shift]
