"""Coming and going: guests, accounts, tokens, passwords.

A token goes by the `Authorization` header alone, never by a cookie: no page of another address can make a browser send
it, and so no request can be forged with it.
"""

from litestar import delete, post, put
from litestar.datastructures import State
from litestar.params import JSONBody
from msgspec import Struct

from sevenout.base.refusal import Refusal
from sevenout.server.accounts.people import Welcome
from sevenout.server.protocol.http_types import CameIn
from sevenout.server.web.request_context import Asked, RefusedRequest, refusals, token_of, web_of

_GUEST = refusals("bad-name", "name-taken")
_COMING_IN = refusals("bad-name", "bad-password", "wrong-password", "locked", "name-taken", "busy")
_GOING = refusals("no-token", "idle")
_KEPT = refusals("bad-password", "no-token", "idle", "is-account", "busy")
_CHANGED = refusals("bad-password", "no-token", "idle", "wrong-password", "locked", "not-found", "busy")


class NameRequest(Struct, forbid_unknown_fields=True):
    """A guest's."""

    name: str


class NameAndPassword(Struct, forbid_unknown_fields=True):
    """An account's."""

    name: str
    password: str


class Password(Struct, forbid_unknown_fields=True):
    """A guest's first."""

    password: str


class OldAndNew(Struct, forbid_unknown_fields=True):
    """An account's passwords."""

    old: str
    new: str


@post("/api/guests", status_code=201, responses=_GUEST)
async def guests(state: State, data: JSONBody[NameRequest]) -> CameIn:
    """Comes in as a guest: a token for everything else."""
    return _welcome(await web_of(state).house.people.guest(data.name))


@post("/api/accounts", status_code=201, responses=_COMING_IN)
async def accounts(state: State, request: Asked, data: JSONBody[NameAndPassword]) -> CameIn:
    """Opens an account."""
    return _welcome(await web_of(state).house.people.register(data.name, data.password, source_of(request)))


@post("/api/tokens", status_code=201, responses=_COMING_IN)
async def tokens(state: State, request: Asked, data: JSONBody[NameAndPassword]) -> CameIn:
    """Logs in."""
    return _welcome(await web_of(state).house.people.log_in(data.name, data.password, source_of(request)))


@delete("/api/tokens", responses=_GOING)
async def log_out(state: State, request: Asked) -> None:
    """Logs out: this token counts no more. A seat stays, and what lies there."""
    web, header = web_of(state), request.headers.get("authorization")
    await web.person(header)
    await web.house.people.log_out(token_of(header))
    web.close_connections(token=token_of(header))


@delete("/api/me/tokens", responses=_GOING)
async def log_out_everywhere(state: State, request: Asked) -> None:
    """Logs out wherever one came in, here too."""
    web = web_of(state)
    person = await web.person(request.headers.get("authorization"))
    await web.house.people.log_out_everywhere(person.key)
    web.close_connections(person=person.key)


@post("/api/me/account", status_code=201, responses=_KEPT)
async def keep(state: State, request: Asked, data: JSONBody[Password]) -> dict[str, str]:
    """Makes a guest an account, with the same seats, roles and limits."""
    web, header = web_of(state), request.headers.get("authorization")
    person = await web.person(header)
    if not person.guest:
        raise RefusedRequest(Refusal("is-account", "this is an account: PUT /api/me/password changes its password"))
    answer = await web.house.people.set_password(person, "", data.password, token_of(header), source_of(request))
    if isinstance(answer, Refusal):
        raise RefusedRequest(answer)
    return {"name": answer.name}


@put("/api/me/password", status_code=200, responses=_CHANGED)
async def password(state: State, request: Asked, data: JSONBody[OldAndNew]) -> dict[str, str]:
    """Changes a password; every other token of this account counts no more."""
    web, header = web_of(state), request.headers.get("authorization")
    person = await web.person(header)
    if person.guest:
        raise RefusedRequest(Refusal("not-found", "a guest has no password: POST /api/me/account gives one"))
    answer = await web.house.people.set_password(person, data.old, data.new, token_of(header), source_of(request))
    if isinstance(answer, Refusal):
        raise RefusedRequest(answer)
    return {"name": answer.name}


def source_of(request: Asked) -> str:
    """From which address somebody asks."""
    return "" if request.client is None else request.client.host


def _welcome(answer: Welcome | Refusal) -> CameIn:
    if isinstance(answer, Refusal):
        raise RefusedRequest(answer)
    return CameIn(answer.token, answer.person.name)


HANDLERS = [guests, accounts, tokens, log_out, log_out_everywhere, keep, password]
