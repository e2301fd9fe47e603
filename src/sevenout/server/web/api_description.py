"""The API in OpenAPI: what the handlers say of themselves, and what holds for all of them."""

import re
from collections.abc import Iterable, Iterator
from html import escape
from http import HTTPStatus
from typing import Any

from litestar import Litestar, MediaType, Response, get
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme

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
:root{color-scheme:light dark;--felt:#0b5d3b;--line:#8884}
body{font:16px/1.5 system-ui,sans-serif;max-width:54rem;margin:1.5rem auto;padding:0 1rem}
h1{font-size:1.6rem}
section{border-top:1px solid var(--line);padding:.9rem 0 .4rem}
section>h2{margin:0;font-size:1rem;font-weight:400}
section p{margin:.35rem 0}
code{font:.9em/1.45 ui-monospace,monospace;overflow-wrap:anywhere}
b{display:inline-block;min-width:3.6em;padding:0 .4em;border-radius:.2rem;background:var(--felt);color:#fff;\
font:.8em/1.6 ui-monospace,monospace;text-align:center}
nav{columns:18rem;font-size:.95em}
nav a{display:block;text-decoration:none;padding:.1rem 0}
table{border-collapse:collapse;font-size:.95em}
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
    return Response("".join(_page(_schema(request))), media_type=MediaType.HTML, headers=headers)


@get("/api/docs/style.css", media_type="text/css", include_in_schema=False)
async def style() -> Response[str]:
    """How the page looks."""
    return Response(_STYLE, media_type="text/css", headers={"cache-control": "max-age=3600"})


@get("/api/docs/openapi.json", include_in_schema=False)
async def openapi(request: Asked) -> dict[str, Any]:
    """The API in OpenAPI."""
    return _schema(request)


def _schema(request: Asked) -> dict[str, Any]:
    schema: dict[str, Any] = request.app.state.described
    return schema


def _page(schema: dict[str, Any]) -> Iterator[str]:
    title = escape(f"{schema['info']['title']} {schema['info']['version']}")
    yield "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
    yield f"<title>{title}: the API</title><link rel=stylesheet href=/api/docs/style.css><h1>{title}: the API</h1>"
    yield f"<p>{escape(schema['info'].get('description') or '')}</p>"
    yield "<p>For programs: <a href=/api/docs/openapi.json>OpenAPI</a>. <a href=/>The house</a>.</p>"
    asked = [
        (path, method, told) for path, methods in sorted(schema["paths"].items()) for method, told in methods.items()
    ]
    yield "<nav>"
    for path, method, _ in asked:
        yield f"<a href='#{escape(_anchor(method, path))}'><code>{method.upper()} {escape(path)}</code></a>"
    yield "</nav><h1>Requests</h1>"
    for path, method, operation in asked:
        yield from _operation(method, path, operation)
    yield "<h1>Structures</h1>"
    for name, part in sorted(schema["components"]["schemas"].items()):
        yield from _structure(name, part)
    yield "</html>"


def _operation(method: str, path: str, operation: dict[str, Any]) -> Iterator[str]:
    yield f"<section id='{escape(_anchor(method, path))}'>"
    yield f"<h2><b>{escape(method.upper())}</b> <code>{escape(path)}</code></h2>"
    yield f"<p>{_words(operation.get('description', ''))}</p>"
    for parameter in operation.get("parameters", []):
        where = f"in the {parameter['in']}"
        yield f"<p><code>{escape(parameter['name'])}</code> {where}. {_words(parameter.get('description', ''))}</p>"
    if body := operation.get("requestBody"):
        yield f"<p>Takes {_kind(_content(body))}.</p>"
    yield "<table>"
    for status, answer in sorted(operation.get("responses", {}).items()):
        told = answer.get("description", "")
        yield f"<tr><td>{escape(status)}<td>{_kind(_content(answer))}<td>{_words('' if told in _USUAL else told)}"
    yield "</table></section>"


def _structure(name: str, part: dict[str, Any]) -> Iterator[str]:
    yield f"<section id='{escape(name)}'><h2><code>{escape(name)}</code></h2>"
    yield f"<p>{_words(part.get('description') or '')}</p><table>"
    for field, kind in part.get("properties", {}).items():
        needed = "" if field in part.get("required", ()) else " (may be left out)"
        yield f"<tr><td><code>{escape(field)}</code>{needed}<td>{_kind(kind)}"
    yield "</table></section>"


def _anchor(method: str, path: str) -> str:
    return f"{method}{re.sub('[{}]', '', path).replace('/', '-')}"


def _words(told: str) -> str:
    """A sentence, with what stands between backticks as code."""
    return re.sub("`([^`]*)`", r"<code>\1</code>", escape(told))


def _content(part: dict[str, Any]) -> dict[str, Any]:
    return next((each.get("schema", {}) for each in part.get("content", {}).values()), {})


def _kind(kind: dict[str, Any]) -> str:
    """What a value is, with a link to its structure."""
    if "$ref" in kind:
        name = escape(kind["$ref"].rpartition("/")[2])
        return f"<a href='#{name}'>{name}</a>"
    if "items" in kind:
        return f"list of {_kind(kind['items'])}"
    for several in ("oneOf", "anyOf"):
        if several in kind:
            return " or ".join(_kind(each) for each in kind[several])
    if "enum" in kind:
        return ", ".join(f"<code>{escape(str(each))}</code>" for each in kind["enum"])
    return escape(str(kind.get("type", "any value")))


HANDLERS: list[Any] = [page, style, openapi]
