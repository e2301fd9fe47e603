"""Who is what at a table: said by whoever opened it or by its supervisor, and written into its log."""

from litestar import delete, get, put
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from sevenout.base.refusal import Refusal
from sevenout.server.accounts.people import Person
from sevenout.server.web.request_context import IF_NOT_WATCHED, Asked, RefusedRequest, Web, refusals, token_of, web_of

_LOOKED_AT = refusals("no-token", "idle", "not-yours", "not-found")
_REFUSED = refusals("no-token", "idle", "not-yours", "not-found", "has-seat", "shut", "busy", "closing")


class Roles(Struct, forbid_unknown_fields=True):
    """What somebody is, and nothing else."""

    roles: tuple[str, ...]


@get("/api/tables/{name:str}/roles", responses=_LOOKED_AT, security=IF_NOT_WATCHED)
async def serving(state: State, request: Asked, name: FromPath[str]) -> dict[str, tuple[str, ...]]:
    """Everybody who is something at a table; of one that is not watched to its owner, its crew and its players."""
    web = web_of(state)
    table = await web.looked_at(name, request.headers.get("authorization"))
    return await web.house.people.serving(table.name)


@get("/api/tables/{name:str}/roles/{who:str}", responses=_LOOKED_AT, security=IF_NOT_WATCHED)
async def role(state: State, request: Asked, name: FromPath[str], who: FromPath[str]) -> Roles:
    """What somebody is at a table; of one that is not watched as everybody's."""
    web = web_of(state)
    table = await web.looked_at(name, request.headers.get("authorization"))
    return Roles((await _person(web, who)).roles.get(table.name, ()))


@put("/api/tables/{name:str}/roles/{who:str}", status_code=200, responses=_REFUSED)
async def appoint(
    state: State, request: Asked, name: FromPath[str], who: FromPath[str], data: JSONBody[Roles]
) -> Roles:
    """Makes somebody stickperson, boxperson, dealer or supervisor of a table."""
    return await _appoint(state, request, name, who, data.roles)


@delete("/api/tables/{name:str}/roles/{who:str}", status_code=200, responses=_REFUSED)
async def dismiss(state: State, request: Asked, name: FromPath[str], who: FromPath[str]) -> Roles:
    """Somebody is nothing in particular at a table any more."""
    return await _appoint(state, request, name, who, ())


@put("/api/roles/{who:str}", status_code=200, responses=_REFUSED)
async def appoint_everywhere(state: State, request: Asked, who: FromPath[str], data: JSONBody[Roles]) -> Roles:
    """Makes somebody these things at every table: the operator's to say, by `sevenout house appoint`."""
    web = web_of(state)
    if not await web.house.is_operator(token_of(request.headers.get("authorization"))):
        raise RefusedRequest(Refusal("not-yours", "only the house's operator appoints crew for every table"))
    answer = await web.house.appoint_everywhere(await _person(web, who), data.roles)
    if isinstance(answer, Refusal):
        raise RefusedRequest(answer)
    return Roles(answer)


async def _appoint(
    state: State, request: Asked, name: FromPath[str], who: FromPath[str], roles: tuple[str, ...]
) -> Roles:
    web, header = web_of(state), request.headers.get("authorization")
    giver = None if await web.house.is_operator(token_of(header)) else await web.person(header)
    table = await web.table(name)
    answer = await web.house.appoint(table, giver, await _person(web, who), roles)
    if isinstance(answer, Refusal):
        raise RefusedRequest(answer)
    return Roles(answer)


async def _person(web: Web, name: FromPath[str]) -> Person:
    person = await web.house.people.find_by_name(name)
    if person is None:
        raise RefusedRequest(Refusal("not-found", "nobody here has that name"))
    return person


HANDLERS = [serving, role, appoint, dismiss, appoint_everywhere]
