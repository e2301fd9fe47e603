"""`sevenout serve`: a house in this process; the first line it prints is its address."""

import argparse
import asyncio
import os
import signal
import sys
from pathlib import Path

from sevenout.cli.codes import DONE
from sevenout.cli.plain import complain
from sevenout.errors import BadInput
from sevenout.extras import need

_HOST, _PORT, _DB = "127.0.0.1", 7011, "house.db"
_STOP_WITHIN = 10


def add_arguments(serve: argparse.ArgumentParser) -> None:
    """What `sevenout serve` takes; each can also be set in the environment, as SEVENOUT_HOST and so on."""
    serve.description = "Runs a house: tables for many players, everything durable and open to be checked."
    serve.add_argument("--host", default=_setting("HOST", _HOST), help=f"where to listen (default {_HOST})")
    serve.add_argument("--port", type=int, default=_setting("PORT", str(_PORT)), help=f"(default {_PORT}; 0: any)")
    serve.add_argument(
        "--db", metavar="FILE|postgresql://…", default=_setting("DB", _DB), help=f"the store (default {_DB}, SQLite)"
    )
    serve.add_argument(
        "--keys", metavar="FILE", default=_setting("KEYS", ""), help="the house's keys (default FILE.keys)"
    )
    serve.add_argument("--origin", action="append", default=[], help="a page that may connect from elsewhere")


def _setting(name: str, otherwise: str) -> str:
    return os.environ.get(f"SEVENOUT_{name}", otherwise)


def run(given: argparse.Namespace) -> int:
    """Runs the house until it is interrupted."""
    need("litestar", "a house")
    if not 0 <= given.port <= 65535:
        raise BadInput(f"a port is 0 to 65535, not {given.port}")
    keys = given.keys or (f"{given.db}.keys" if "://" not in given.db else "house.keys")
    return asyncio.run(_serve(given.host, given.port, given.db, Path(keys), frozenset(given.origin)))


async def _serve(host: str, port: int, db: str, key_file: Path, origins: frozenset[str]) -> int:
    import uvicorn

    from sevenout.house.house import House
    from sevenout.house.keys import open_keys
    from sevenout.house.store import open_store
    from sevenout.house.web import app

    house = House(await open_store(db), open_keys(key_file))
    config = uvicorn.Config(
        app(house, origins),
        host=host,
        port=port,
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=8_192,
        timeout_graceful_shutdown=_STOP_WITHIN,
    )
    server = uvicorn.Server(config)
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    running = asyncio.create_task(server.serve())
    loop = asyncio.get_running_loop()
    for kind in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(kind, setattr, server, "should_exit", True)
    while not server.started and not running.done():
        await asyncio.sleep(0.02)
    if running.done():
        await running
        raise BadInput(f"the house could not listen on {host}:{port}: is something else there?")
    listening = server.servers[0].sockets[0].getsockname()
    sys.stdout.write(f"http://{host}:{listening[1]}\n")
    sys.stdout.flush()
    complain(f"The house keeps everything in {db}; its keys are in {key_file}. Ctrl-C closes it.")
    await running
    return DONE
