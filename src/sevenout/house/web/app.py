"""The application: all handlers, the life of the house around them, and before them who packs and the guard."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any

from litestar import Litestar
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig

from sevenout import __version__
from sevenout.house.web import books, bots, docs, evenings, felt, me, people, roles, socket, stories, tables, watch
from sevenout.house.web.doors import Web, http_failed, http_refused, unreadable
from sevenout.house.web.guard import Guard
from sevenout.house.web.packing import Packing

MOST_BODY = 300_000
_PARTS = (felt, watch, people, me, tables, stories, evenings, roles, books, bots, socket, docs)
_HANDLERS = [handler for part in _PARTS for handler in part.HANDLERS]
_DESCRIPTION = (
    "A house of craps tables. JSON; money is a string with two decimals. Every refusal has code, reason and clause. "
    "Authorization: Bearer TOKEN where somebody has to be known. What happens at a table comes over its socket."
)


def app(web: Web) -> Guard:
    """The house as an application for any ASGI server."""
    house = web.house

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await house.start()
        web.ready = True
        try:
            yield
        finally:
            web.ready = False
            await house.stop()

    litestar = Litestar(
        _HANDLERS,
        state=State({"web": web, "described": _described()}),
        lifespan=[lifespan],
        logging_config=None,
        request_max_body_size=MOST_BODY,
        exception_handlers={
            HTTPException: http_refused,
            RecursionError: unreadable,
            UnicodeDecodeError: unreadable,
            Exception: http_failed,
        },
        openapi_config=None,
    )
    return Guard(Packing(litestar), web.origins)


def _described() -> dict[str, Any]:
    """The API in OpenAPI: of an application that nobody serves, for Litestar's own pages load from elsewhere."""
    config = OpenAPIConfig(title="sevenout", version=__version__, description=_DESCRIPTION, use_handler_docstrings=True)
    schema = Litestar(_HANDLERS, openapi_config=config, logging_config=None).openapi_schema.to_schema()
    why = {"application/json": {"schema": {"$ref": "#/components/schemas/Why"}}}
    for methods in schema["paths"].values():
        for operation in methods.values():
            for status, answer in operation["responses"].items():
                if int(status) >= HTTPStatus.BAD_REQUEST:  # Litestar describes a form of its own, which nobody is sent
                    answer["content"] = why
    return schema
