"""How the house is: in plain words where no page was built, health, readiness and counts."""

import asyncio
import hashlib
import hmac
import time
from base64 import b64encode
from ipaddress import ip_address

from litestar import HttpMethod, MediaType, Response, get, route
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec

from sevenout.base.html import Markup, code_markup, document, page_style, tag
from sevenout.base.refusal import Refusal
from sevenout.server.operation import metrics as counts
from sevenout.server.protocol.http_types import TableListed
from sevenout.server.store.interface import Unavailable
from sevenout.server.web.request_context import METRICS, Asked, RefusedRequest, Web, refusals, web_of

_MOST_SHOWN = 200
_ANSWERS_WITHIN = 2.0
"""Seconds: a store that takes longer is away, as far as anybody new is concerned."""
_KNOWN_FOR = 1.0
"""Seconds for which it is known whether the store takes anything, however often that is asked."""
_READINESS = ("readiness", "asked")
_STYLE = """\
body{max-width:44rem;padding-top:0}
header{background:#0b5d3b;color:#fff;margin:0 -1rem;padding:1.2rem 1rem}
h1{font-size:1.7rem}header p{margin:0}h2{font-size:1.2rem;margin:1.6rem 0 .5rem}
ul{list-style:none;padding:0;margin:0}li{border-top:1px solid var(--rule);padding:.55rem 0}
li span{display:block;font-size:.92em;color:var(--soft)}code{overflow-wrap:anywhere}
pre{border:1px solid var(--rule);padding:.6rem;margin:.5rem 0}
@media(min-width:46rem){header{margin-top:1.5rem;border-radius:.4rem}}
"""
_ABOUT = """\
Live tables by written rulebooks, for play money. Every roll is in a log that anybody can check, and the dice of a \
fair table can be checked too."""
_NOT_BUILT = """\
The table for browsers was not built here: in the sources `make felt` does it, and what is installed with pip has it. \
Programs play over """
_BY_PROGRAM = """\
 and a socket for each table. In Python `sevenout.server.protocol.client` is all it takes, from \
`pip install 'sevenout[house]'`. By hand it begins so:"""
_CHECKING = """\
Of every table the log and the transcript, of fair dice each turn once it is over: `sevenout verify` checks them, \
and """
_HASH = b64encode(hashlib.sha256(page_style(_STYLE).encode()).digest()).decode()
_HEADERS = {
    "content-security-policy": f"default-src 'none'; style-src 'sha256-{_HASH}'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
}


async def plain_front(state: State, request: Asked) -> Response[str]:
    """What this house is, its tables, and how to come in, where no page was built; nothing is fetched from anywhere."""
    tables, here = await web_of(state).house.lobby(), str(request.base_url)
    rows = [_row(shown) for shown in tables[:_MOST_SHOWN]] or [tag("li", "None is open yet.")]
    page = document(
        "sevenout",
        tag("header", tag("h1", "A craps house"), tag("p", _ABOUT)),
        tag("h2", "Tables"),
        tag("ul", rows),
        tag("p", f"And {len(tables) - _MOST_SHOWN:,} more.") if len(tables) > _MOST_SHOWN else None,
        tag("h2", "Coming in"),
        tag("p", code_markup(_NOT_BUILT), tag("a", "the API", href="/api/docs"), code_markup(_BY_PROGRAM)),
        tag("pre", f"""curl -d '{{"name": "Ann"}}' {here}api/guests"""),
        tag("h2", "Checking"),
        tag("p", code_markup(_CHECKING), tag("a", "fair.js", href="/api/fair.js"), " a turn in a browser."),
        look="front",
        style=_STYLE,
    )
    return Response(page, media_type=MediaType.HTML, headers=_HEADERS)


def _row(shown: TableListed) -> Markup:
    """A table, and where it is looked at."""
    point = f"the point is {shown.point}" if shown.point else "no point"
    about = (
        f"{shown.minimum} to {shown.maximum}",
        f"{shown.dice} dice",
        f"{len(shown.seats) or 'nobody'} seated",
        point,
    )
    links = [tag("a", what, href=f"/api/tables/{shown.table}/{what}") for what in ("transcript", "log")]
    more = tag("span", " · ".join(about), " · ", links[0], " · ", links[1])
    return tag("li", tag("code", shown.table), f" {shown.title}", more)


_LOOKED_AFTER = [HttpMethod.GET, HttpMethod.HEAD]
_NOT_NOW = {503: ResponseSpec(dict[str, str], description="not now: `status` says why", generate_examples=False)}


@route("/healthz", http_method=_LOOKED_AFTER, status_code=200, media_type=MediaType.JSON, responses=_NOT_NOW)
async def healthz(state: State) -> Response[dict[str, str]]:
    """Whether the self-check has passed: the process lives and has opened."""
    ready = web_of(state).ready
    return Response({"status": "ready" if ready else "starting"}, status_code=200 if ready else 503)


@route("/readyz", http_method=_LOOKED_AFTER, status_code=200, media_type=MediaType.JSON, responses=_NOT_NOW)
async def readyz(state: State) -> Response[dict[str, str]]:
    """Whether visitors should be sent here: not while it closes, nor while its store takes nothing."""
    web = web_of(state)
    status = "closing" if web.house.closing else "ready" if web.ready else "starting"
    if status == "ready" and not await _writes(web):
        status = "store-away"
    return Response({"status": status}, status_code=200 if status == "ready" else 503)


async def _writes(web: Web) -> bool:
    """Whether the store takes something new, as a bet would be: a full disk is read and not written. Known for a while.

    Written is a card of its own, in place of the last one.
    """
    now = time.monotonic()
    then, wrote = web.last_written
    if now - then < _KNOWN_FOR:
        return wrote
    store = web.house.store
    try:
        async with asyncio.timeout(_ANSWERS_WITHIN):
            card = await store.card(*_READINESS)
            at = (await store.now()).isoformat().encode()
            await store.put_card(*_READINESS, 0 if card is None else card.version, at)
            wrote = True
    except (Unavailable, TimeoutError):
        wrote = False
    web.last_written = (now, wrote)
    return wrote


@get("/metrics", media_type=MediaType.TEXT, responses=refusals("not-yours"), security=[{}, {METRICS: []}])
async def metrics(state: State, request: Asked) -> Response[bytes]:
    """Counts for Prometheus: to this machine, or to whoever shows the token that the operator has set."""
    web = web_of(state)
    if not _may_read(web, request):
        raise RefusedRequest(Refusal("not-yours", "the metrics are for the operator: send the metrics token"))
    _stand(web)
    return Response(counts.exposition(), media_type="text/plain; version=0.0.4")


def _may_read(web: Web, request: Asked) -> bool:
    """A token, where one is set; else only who asks from this machine itself, and not through a proxy on it."""
    if web.metrics_token:
        given = request.headers.get("authorization", "")
        return hmac.compare_digest(given.encode(), f"Bearer {web.metrics_token}".encode())
    client = request.client
    through = {"x-forwarded-for", "forwarded", "x-real-ip"} & {*request.headers.keys()}
    return client is not None and not through and ip_address(client.host).is_loopback


def _stand(web: Web) -> None:
    """What stands at some number now."""
    tables, now = web.house.open_tables, web.house.clock
    counts.connections.set(web.connections)
    counts.tables_open.set(len(tables))
    counts.overdue.set(sum(table.throw_deadline is not None and table.throw_deadline < now for table in tables))
    counts.closing.set(web.house.closing)


HANDLERS = [healthz, readyz, metrics]
