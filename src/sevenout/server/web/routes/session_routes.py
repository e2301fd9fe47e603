"""What somebody at a table asks for themself: how their sitting stands; and a table by the code on its screen."""

from typing import Any

from litestar import get
from litestar.datastructures import State
from litestar.params import FromPath

from sevenout.base.money import format_amount
from sevenout.base.refusal import Refusal
from sevenout.engine.number_outcomes import roll_outcomes
from sevenout.server.protocol import http_types, join_codes
from sevenout.server.web.request_context import Asked, RefusedRequest, refusals, web_of


@get("/api/tables/{name:str}/evening", responses=refusals("no-token", "idle", "no-seat", "not-found"))
async def evening(state: State, request: Asked, name: FromPath[str]) -> http_types.SessionResponse:
    """How the sitting of whoever asks stands, to the cent: net over time, what it was to bring, and luck."""
    web = web_of(state)
    person, table = await web.person(request.headers.get("authorization")), await web.table(name)
    told = await web.evenings.summarize(table, person)
    if isinstance(told, Refusal):
        raise RefusedRequest(told)
    return told


@get("/api/tables/{name:str}/numbers", responses=refusals("no-token", "idle", "no-seat", "not-found"))
async def numbers(state: State, request: Asked, name: FromPath[str]) -> list[http_types.NumberOutcome]:
    """What each total would do now to the bets of whoever asks, hard and easy apart where they differ."""
    web = web_of(state)
    person, table = await web.person(request.headers.get("authorization")), await web.table(name)
    seat = table.floor.table.seats.get(table.seat_of(person.key))
    if seat is None:
        raise RefusedRequest(Refusal("no-seat", "you have no seat at this table"))
    return [
        http_types.NumberOutcome(
            outcome.name, outcome.total, outcome.ways, format_amount(outcome.net), outcome.winners, outcome.losers
        )
        for outcome in roll_outcomes(table.game, seat.position, table.floor.table.puck)
    ]


@get("/api/codes/{code:str}", responses=refusals("not-found"))
async def find_by_code(state: State, code: FromPath[str]) -> http_types.TableOpened:
    """The open table of a code."""
    listed = await web_of(state).house.lobby()
    table = join_codes.find_table((each.table for each in listed), code)
    if table is None:
        raise RefusedRequest(Refusal("not-found", "no open table has this code"))
    return http_types.TableOpened(table)


HANDLERS: list[Any] = [evening, numbers, find_by_code]
