"""What somebody at a table asks for themself: their sitting, the best to do now; and a table by its screen's code."""

from functools import partial
from typing import Any

from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from sevenout.base.money import format_amount
from sevenout.base.refusal import Refusal
from sevenout.engine.number_outcomes import roll_outcomes
from sevenout.server.operation.callers import CALLER, is_never_gone
from sevenout.server.protocol import http_types, join_codes
from sevenout.server.web.lab.best_acts import find_best_act, read_seat_question
from sevenout.server.web.request_context import Asked, RefusedRequest, refusals, web_of

_NO_SEAT = Refusal("no-seat", "you have no seat at this table")


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
        raise RefusedRequest(_NO_SEAT)
    return [
        http_types.NumberOutcome(
            outcome.name, outcome.total, outcome.ways, format_amount(outcome.net), outcome.winners, outcome.losers
        )
        for outcome in roll_outcomes(table.game, seat.position, table.floor.table.puck)
    ]


@post(
    "/api/tables/{name:str}/best",
    status_code=200,
    responses=refusals("malformed", "too-large", "too-long", "no-token", "idle", "no-seat", "not-found", "busy"),
)
async def best_act(
    state: State, request: Asked, name: FromPath[str], data: JSONBody[http_types.BestActRequest]
) -> http_types.BestActResponse:
    """What is best to do now for whoever asks, for an aim before ruin: the acts as lines, and what they are worth."""
    web = web_of(state)
    person, table = await web.person(request.headers.get("authorization")), await web.table(name)
    seat = table.seat_of(person.key)
    if not seat:
        raise RefusedRequest(_NO_SEAT)
    asked, caller = read_seat_question(table.floor.table, seat, table.n, data), CALLER.get()
    if isinstance(asked, Refusal):
        raise RefusedRequest(asked)
    is_gone = is_never_gone if caller is None else caller.is_gone
    found = await web.house.lab.do_or_raise(partial(find_best_act, asked, is_gone))
    if isinstance(found, Refusal):
        raise RefusedRequest(found)
    return found


@get("/api/codes/{code:str}", responses=refusals("not-found"))
async def find_by_code(state: State, code: FromPath[str]) -> http_types.TableOpened:
    """The open table of a code."""
    listed = await web_of(state).house.lobby()
    table = join_codes.find_table((each.table for each in listed), code)
    if table is None:
        raise RefusedRequest(Refusal("not-found", "no open table has this code"))
    return http_types.TableOpened(table)


HANDLERS: list[Any] = [evening, numbers, best_act, find_by_code]
