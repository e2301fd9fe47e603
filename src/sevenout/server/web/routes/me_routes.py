"""Oneself: who one is, and what one allows oneself."""

from collections.abc import Callable
from datetime import datetime, timedelta

from litestar import get, post, put
from litestar.datastructures import State
from litestar.params import JSONBody
from msgspec import Struct

from sevenout.base.errors import Malformed
from sevenout.base.money import format_amount, parse_amount
from sevenout.base.refusal import Refusal
from sevenout.server.accounts import self_limits
from sevenout.server.accounts.people import Person
from sevenout.server.accounts.self_limits import Bounds, SelfLimits
from sevenout.server.web.request_context import Asked, RefusedRequest, Web, refusals, web_of

_REFUSED = refusals("no-token", "idle", "away", "own-limit", "changed")


class Me(Struct):
    """Whoever asks."""

    name: str
    guest: bool
    joined: datetime
    roles: dict[str, tuple[str, ...]]
    """By table; under `*` at all of them."""
    tables: list[str]
    """Where they have a seat."""


class BoundsResponse(Struct, forbid_unknown_fields=True):
    """What somebody allows themself in a day; what is left out has no limit."""

    loss: str | None = None
    minutes: int | None = None
    remind: int | None = None


class Today(Struct):
    """How a day went, of UTC."""

    day: str
    won: str
    """Below zero: lost."""
    at_stake: str
    """What would be lost today if every chip at the tables were."""
    minutes: int


class LimitsResponse(Struct):
    """Somebody's limits as they stand, what of them is being loosened, and how today went."""

    bounds: BoundsResponse
    today: Today
    check_due: bool
    """Whether bets wait for `POST /api/me/seen`."""
    coming: BoundsResponse | None = None
    comes: datetime | None = None
    away_until: datetime | None = None


class Away(Struct, forbid_unknown_fields=True):
    """For how long somebody stays away."""

    days: int


@get("/api/me", responses=_REFUSED)
async def me(state: State, request: Asked) -> Me:
    """Who one is."""
    web = web_of(state)
    person = await web.person(request.headers.get("authorization"))
    standing = await web.house.limits_of(person)
    tables = [name for name, tab in standing.tabs.items() if tab.seat]
    return Me(person.name, person.guest, person.joined, person.roles, tables)


@get("/api/me/limits", responses=_REFUSED)
async def own_limits(state: State, request: Asked) -> LimitsResponse:
    """One's limits, and how today went."""
    web = web_of(state)
    return await _limits_response(web, await web.person(request.headers.get("authorization")))


@put("/api/me/limits", status_code=200, responses=_REFUSED)
async def set_limits(state: State, request: Asked, data: JSONBody[BoundsResponse]) -> LimitsResponse:
    """Sets all of one's limits: what is tighter holds at once, what is looser in a day."""
    try:
        loss = None if data.loss is None else parse_amount(data.loss)
    except Malformed as error:
        raise RefusedRequest(Refusal("bad-limit", f"loss: {error}")) from error
    wanted = Bounds(loss, data.minutes, data.remind)
    return await _change_limits(state, request, lambda it, now: self_limits.set_bounds(it, wanted, now))


@post("/api/me/away", status_code=200, responses=_REFUSED)
async def away(state: State, request: Asked, data: JSONBody[Away]) -> LimitsResponse:
    """Keeps one away from every table for so many days; it can be made longer, never shorter."""
    days = timedelta(days=min(max(data.days, 0), 10_000))
    return await _change_limits(state, request, lambda it, now: self_limits.stay_away(it, now + days, now))


@post("/api/me/seen", status_code=200, responses=_REFUSED)
async def acknowledge_check(state: State, request: Asked) -> LimitsResponse:
    """Acknowledges a reality check."""
    return await _change_limits(state, request, self_limits.acknowledge_check)


async def _change_limits(
    state: State, request: Asked, how: Callable[[SelfLimits, datetime], SelfLimits | Refusal]
) -> LimitsResponse:
    web = web_of(state)
    person = await web.person(request.headers.get("authorization"))
    now = await web.house.store.now()
    answer = await web.house.people.change_limits(person.key, lambda it: how(it, now))
    if isinstance(answer, Refusal):
        raise RefusedRequest(answer)
    return await _limits_response(web, await web.house.people.person(person.key) or person)


async def _limits_response(web: Web, person: Person) -> LimitsResponse:
    standing, now = await web.house.limits_of(person), await web.house.store.now()
    person = await web.house.people.person(person.key) or person
    assert standing.day is not None, "limits as they stand are of a day"
    won = format_amount(await web.house.won_by(person))
    today = Today(str(standing.day), won, format_amount(standing.at_stake), standing.seconds_played(now) // 60)
    coming = None if standing.coming is None else _bounds(standing.coming)
    due = self_limits.refused_check(standing, now) is not None
    return LimitsResponse(_bounds(standing.bounds), today, due, coming, standing.comes, standing.away_until)


def _bounds(bounds: Bounds) -> BoundsResponse:
    loss = None if bounds.loss is None else format_amount(bounds.loss)
    return BoundsResponse(loss, bounds.minutes, bounds.remind)


HANDLERS = [me, own_limits, set_limits, away, acknowledge_check]
