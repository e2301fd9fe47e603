"""The API in OpenAPI: what the handlers say of themselves, and what holds for all of them."""

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

from litestar import Litestar
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme

from sevenout import __version__
from sevenout.house.web.doors import METRICS, TOKEN

_SAYS = (
    "A house of craps tables. JSON; money is a string with two decimals. Every refusal has code, reason and clause. "
    "Authorization: Bearer TOKEN where somebody has to be known. What happens at a table comes over its socket."
)
_SCHEMES = {
    TOKEN: "Whoever came in: the token of POST /api/guests, /api/accounts or /api/tokens; or of the house's operator.",
    METRICS: "The setting metrics_token of the house. Where none is set, only who asks from the machine itself may.",
}
_WHY = {"application/json": {"schema": {"$ref": "#/components/schemas/Why"}}}
_SAFE = frozenset({"get", "head"})


def described(handlers: Iterable[Any]) -> dict[str, Any]:
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
        _refused(answers, HTTPStatus.BAD_REQUEST, "malformed")
    if method not in _SAFE:
        _refused(answers, HTTPStatus.FORBIDDEN, "foreign")
    if "requestBody" in operation:
        _refused(answers, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too-long")
    _refused(answers, HTTPStatus.TOO_MANY_REQUESTS, "too-many")
    if path.startswith("/api/"):
        _refused(answers, HTTPStatus.SERVICE_UNAVAILABLE, "unavailable")
    if "no-token" in answers.get(str(HTTPStatus.UNAUTHORIZED.value), {}).get("description", ""):
        operation.setdefault("security", [{TOKEN: []}])


def _refused(answers: dict[str, Any], status: HTTPStatus, code: str) -> None:
    """One more code of a status, beside those that a handler tells of."""
    told = answers.get(str(status.value), {}).get("description", "")
    known = told.split(", ") if told.startswith("`") else []
    codes = dict.fromkeys([*known, f"`{code}`"])
    answers[str(status.value)] = {"description": ", ".join(codes), "content": _WHY}
