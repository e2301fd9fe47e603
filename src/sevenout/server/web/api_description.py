"""The API in OpenAPI: what the handlers say of themselves, and what holds for all of them."""

import re
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

from litestar import Litestar, MediaType, Response, get
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme

from sevenout.base.html import Content, Markup, code_markup, document, join, page_style, tag
from sevenout.base.version import __version__
from sevenout.server.web.request_context import METRICS, TOKEN, Asked

_SAYS = (
    "A house of craps tables. JSON; money is a string with two decimals. Every refusal has code, reason and clause. "
    "Authorization: Bearer TOKEN where somebody has to be known. What happens at a table comes over its socket."
)
_SCHEMES = {
    TOKEN: "Whoever came in: the token of POST /api/guests, /api/accounts or /api/tokens; or of the house's operator.",
    METRICS: "The setting metrics_token of the house. Where none is set, only who asks from the machine itself may.",
}
_REFUSAL = {"application/json": {"schema": {"$ref": "#/components/schemas/RefusalReason"}}}
_SAFE = frozenset({"get", "head"})


def describe_api(handlers: Iterable[Any]) -> dict[str, Any]:
    """All of it, of an application that nobody serves, for Litestar's own pages load from elsewhere."""
    schemes = {name: SecurityScheme(type="http", scheme="bearer", description=says) for name, says in _SCHEMES.items()}
    config = OpenAPIConfig(
        title="sevenout",
        version=__version__,
        description=_SAYS,
        use_handler_docstrings=True,
        components=Components(security_schemes=schemes),  # type: ignore[arg-type]
    )
    schema = Litestar([*handlers], openapi_config=config, logging_config=None).openapi_schema.to_schema()
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            _complete(path, method, operation)
    return schema


def _complete(path: str, method: str, operation: dict[str, Any]) -> None:
    """What guard, doors and store may answer to any request, and whether somebody has to be known."""
    answers = operation["responses"]
    if str(HTTPStatus.BAD_REQUEST.value) in answers:  # Litestar describes a form of its own, which nobody is sent
        _add_refusal_code(answers, HTTPStatus.BAD_REQUEST, "malformed")
    if method not in _SAFE:
        _add_refusal_code(answers, HTTPStatus.FORBIDDEN, "foreign")
    if "requestBody" in operation:
        _add_refusal_code(answers, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too-long")
    _add_refusal_code(answers, HTTPStatus.TOO_MANY_REQUESTS, "too-many")
    if path.startswith("/api/"):
        _add_refusal_code(answers, HTTPStatus.SERVICE_UNAVAILABLE, "unavailable")
    if "no-token" in answers.get(str(HTTPStatus.UNAUTHORIZED.value), {}).get("description", ""):
        operation.setdefault("security", [{TOKEN: []}])


def _add_refusal_code(answers: dict[str, Any], status: HTTPStatus, code: str) -> None:
    """One more code of a status, beside those that a handler tells of."""
    told = answers.get(str(status.value), {}).get("description", "")
    known = told.split(", ") if told.startswith("`") else []
    codes = dict.fromkeys([*known, f"`{code}`"])
    answers[str(status.value)] = {"description": ", ".join(codes), "content": _REFUSAL}


_STYLE = """\
body{max-width:54rem}
h1{font-size:1.6rem}
section{border-top:1px solid var(--rule);padding:.9rem 0 .4rem}
section>h2{margin:0;font-size:1rem;font-weight:400}
section p{margin:.35rem 0}
code{overflow-wrap:anywhere}
b{display:inline-block;min-width:3.6em;padding:0 .4em;border-radius:.2rem;background:#0b5d3b;color:#fff;\
font:.8em/1.6 ui-monospace,monospace;text-align:center}
nav{columns:18rem;font-size:.95em}
nav a{display:block;text-decoration:none;padding:.1rem 0}
table{font-size:.95em}
td{vertical-align:top;padding:.15rem 1rem .15rem 0}
td:first-child{white-space:nowrap}
@media(max-width:30rem){td{padding-right:.6rem}td:first-child{white-space:normal}}
"""
_USUAL = frozenset({"Request fulfilled, document follows", "Document created, URL follows"})
"""What Litestar says of a status where nothing in particular is said: nothing."""
_POLICY = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"


@get("/api/docs", media_type=MediaType.HTML, include_in_schema=False)
async def page(request: Asked) -> Response[str]:
    """The API as a page."""
    headers = {"content-security-policy": _POLICY, "cache-control": "no-cache"}
    return Response(_page(_schema(request)), media_type=MediaType.HTML, headers=headers)


@get("/api/docs/style.css", media_type="text/css", include_in_schema=False)
async def style() -> Response[str]:
    """How the page looks."""
    return Response(page_style(_STYLE), media_type="text/css", headers={"cache-control": "max-age=3600"})


@get("/api/docs/openapi.json", include_in_schema=False)
async def openapi(request: Asked) -> dict[str, Any]:
    """The API in OpenAPI."""
    return _schema(request)


def _schema(request: Asked) -> dict[str, Any]:
    schema: dict[str, Any] = request.app.state.described
    return schema


def _page(schema: dict[str, Any]) -> str:
    title = f"{schema['info']['title']} {schema['info']['version']}: the API"
    asked = [
        (path, method, told) for path, methods in sorted(schema["paths"].items()) for method, told in methods.items()
    ]
    links = (
        tag("a", tag("code", f"{method.upper()} {path}"), href=f"#{_anchor(method, path)}") for path, method, _ in asked
    )
    openapi_link = tag("a", "OpenAPI", href="/api/docs/openapi.json")
    return document(
        title,
        tag("h1", title),
        tag("p", schema["info"].get("description") or ""),
        tag("p", "For programs: ", openapi_link, ". ", tag("a", "The house", href="/"), "."),
        tag("nav", links),
        tag("h1", "Requests"),
        (_operation(method, path, operation) for path, method, operation in asked),
        tag("h1", "Structures"),
        (_structure(name, part) for name, part in sorted(schema["components"]["schemas"].items())),
        look="api",
        stylesheet="/api/docs/style.css",
    )


def _operation(method: str, path: str, operation: dict[str, Any]) -> Markup:
    body = operation.get("requestBody")
    return tag(
        "section",
        tag("h2", tag("b", method.upper()), " ", tag("code", path)),
        tag("p", code_markup(operation.get("description", ""))),
        (
            tag("p", tag("code", part["name"]), f" in the {part['in']}. ", code_markup(part.get("description", "")))
            for part in operation.get("parameters", [])
        ),
        tag("p", "Takes ", _kind(_content(body)), ".") if body else None,
        tag("table", (_answer(status, told) for status, told in sorted(operation.get("responses", {}).items()))),
        id=_anchor(method, path),
    )


def _answer(status: str, answer: dict[str, Any]) -> Markup:
    told = answer.get("description", "")
    cells: tuple[Content, ...] = (status, _kind(_content(answer)), code_markup("" if told in _USUAL else told))
    return tag("tr", (tag("td", cell) for cell in cells))


def _structure(name: str, part: dict[str, Any]) -> Markup:
    needed = part.get("required", ())
    rows = (
        tag(
            "tr", tag("td", tag("code", field), "" if field in needed else " (may be left out)"), tag("td", _kind(kind))
        )
        for field, kind in part.get("properties", {}).items()
    )
    words = tag("p", code_markup(part.get("description") or ""))
    return tag("section", tag("h2", tag("code", name)), words, tag("table", rows), id=name)


def _anchor(method: str, path: str) -> str:
    return f"{method}{re.sub('[{}]', '', path).replace('/', '-')}"


def _content(part: dict[str, Any]) -> dict[str, Any]:
    return next((each.get("schema", {}) for each in part.get("content", {}).values()), {})


def _kind(kind: dict[str, Any]) -> Markup:
    """The type of a value, with a link to its structure."""
    if "$ref" in kind:
        name = kind["$ref"].rpartition("/")[2]
        return tag("a", name, href=f"#{name}")
    if "items" in kind:
        return join("list of ", _kind(kind["items"]))
    for several in ("oneOf", "anyOf"):
        if several in kind:
            return Markup(" or ".join(_kind(each) for each in kind[several]))
    if "enum" in kind:
        return Markup(", ".join(tag("code", str(each)) for each in kind["enum"]))
    return join(str(kind.get("type", "any value")))


HANDLERS: list[Any] = [page, style, openapi]
