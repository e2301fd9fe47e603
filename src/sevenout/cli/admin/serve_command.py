"""`sevenout serve`: a house in this process; the first line it prints is its address, which a browser opens.

It looks at store, chains, clock, disk and keys before anybody comes in. SIGTERM or Ctrl-C closes it: nothing more is
taken, what was begun is committed and told, then everybody is sent away. A second one ends it at once, which loses
nothing that was acknowledged.
"""

import argparse
import asyncio
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sevenout.base.errors import BadInput, GameRefused
from sevenout.base.extras import need
from sevenout.cli.admin.service_manager import notify_alive, notify_manager
from sevenout.cli.shared.arguments import add_json
from sevenout.cli.shared.exit_codes import DONE, INTERRUPTED, SAID_NO
from sevenout.cli.shared.text_output import complain, print_json, print_line
from sevenout.server.operation.logging import log_event as note
from sevenout.server.operation.logging import open_log
from sevenout.server.operation.settings import (
    Held,
    Settings,
    address,
    is_postgres,
    list_settings,
    mask_password,
    near,
    passwords,
    read_settings,
)

if TYPE_CHECKING:
    from litestar.types import ASGIApp

    from sevenout.server.store.interface import Store
    from sevenout.server.verification.startup_checks import Finding
    from sevenout.server.web import Web

_log = logging.getLogger("sevenout.serve")
_MARGIN = 5
"""Seconds beyond those for finishing: for closing the store, before a house that hangs is given up."""
_MOST_TOLD = 10
"""Findings that are printed line by line."""


def add_arguments(serve: argparse.ArgumentParser) -> None:
    """What `sevenout serve` takes; each setting also has a variable, as SEVENOUT_HOST, and a place in a file."""
    serve.description = "Runs a house: tables for many players, everything durable and open to be checked."
    serve.add_argument(
        "--config", metavar="FILE", default="", help="settings in TOML; options and variables override it"
    )
    defaults = Settings()
    for setting in list_settings():
        default = getattr(defaults, setting.name)
        says = f"{setting.says} (default {default})" if default else setting.says
        if isinstance(default, tuple):
            says = f"{setting.says}; may be repeated"
            serve.add_argument(setting.flag, action="append", metavar="ADDRESS", help=says)
        elif setting.flag:
            serve.add_argument(setting.flag, metavar="…", help=says)
    serve.add_argument("--no-browser", action="store_true", help="do not open the table in a browser")
    serve.add_argument(
        "--show-settings", action="store_true", help="print the settings in force and where each comes from, then stop"
    )
    serve.add_argument("--check", action="store_true", help="check the store, chains, clock, disk and keys, then stop")
    serve.add_argument(
        "--accept",
        action="append",
        default=[],
        choices=("clock", "checkpoints", "wal"),
        help="open although the clock is behind a log, a log is not where it was signed to be, or the write-ahead log "
        "is damaged: for this start, and it is logged",
    )
    add_json(serve, "print what --show-settings or --check finds as JSON")


def run(given: argparse.Namespace) -> int:
    """Runs the house until it is closed."""
    held = read_settings(vars(given), os.environ, given.config)
    if given.json and not (given.show_settings or given.check):
        raise BadInput("serve --json goes with --show-settings or --check: a house that runs speaks over its API")
    if given.show_settings:
        return _show(held, as_json=given.json)
    need("litestar", "a house")
    settings = held.settings
    if given.check:
        return asyncio.run(_check(settings, as_json=given.json))
    return asyncio.run(_serve(settings, not given.no_browser, frozenset(given.accept)))


def _show(held: Held, *, as_json: bool) -> int:
    if as_json:
        print_json(held.record())
        return DONE
    for line in held.lines():
        print_line(line)
    return DONE


async def _check(settings: Settings, *, as_json: bool) -> int:
    """The self-check alone: of a copy, so that nothing is made, altered or brought up to date."""
    found = await _check_copy(settings)
    wrong = any(finding.grave for finding in found)
    if as_json:
        print_json({"sound": not wrong, "found": [finding._asdict() for finding in found]})
        return SAID_NO if wrong else DONE
    print_findings(found)
    if not wrong:
        print_line("The house is as it should be: store, chains, clock, disk and keys.")
    return SAID_NO if wrong else DONE


async def _check_copy(settings: Settings) -> "list[Finding]":
    from sevenout.server.store.backup import temporary_copy
    from sevenout.server.store.factory import open_store
    from sevenout.server.verification.startup_checks import Finding, self_check

    new = _is_new(settings)
    made = Finding(f"there is no {settings.db} yet: `sevenout serve` makes it", grave=False)
    with temporary_copy(settings.db) as copy:
        store = await open_store(str(copy))
        try:
            return [*await self_check(settings, store, make_keys=False), *([made] if new else [])]
        finally:
            await store.close()


async def _open_and_check(settings: Settings, accepted: frozenset[str]) -> "tuple[Store, list[Finding]]":
    """The store, and what is wrong about the house; none is made where the house could not open with it."""
    from sevenout.server.store.factory import open_store
    from sevenout.server.verification.startup_checks import self_check

    if _is_new(settings) and _has_open_faults(found := await _check_copy(settings), accepted):
        print_findings(found)
        raise _refusal(found, accepted)
    store = await open_store(settings.db, accept_damage="wal" in accepted)
    return store, await self_check(settings, store)


async def _accept(settings: Settings, store: "Store", found: "list[Finding]", accepted: frozenset[str]) -> None:
    """Raises SaidNo for a grave fault that nobody accepted; what was accepted is logged, and signed where it was."""
    from sevenout.server.fairness.keys import open_keys
    from sevenout.server.store.lineage import forget_place
    from sevenout.server.verification.startup_checks import accept_checkpoints

    grave = [finding for finding in found if finding.grave]
    for finding in grave:
        if finding.accept in accepted:
            note(_log, logging.WARNING, "accepted by the operator", fault=finding.accept, found=finding.words)
    if _has_open_faults(found, accepted):
        await store.close()
        raise _refusal(found, accepted)
    if any(finding.accept == "checkpoints" for finding in grave):
        await accept_checkpoints(settings, store, open_keys(settings.key_file))
        await forget_place(store)  # somebody may know seeds that this store has not revealed


def _is_new(settings: Settings) -> bool:
    return not is_postgres(settings.db) and not Path(settings.db).exists()


def _has_open_faults(found: "list[Finding]", accepted: frozenset[str]) -> bool:
    return any(finding.grave and finding.accept not in accepted for finding in found)


def _refusal(found: "list[Finding]", accepted: frozenset[str]) -> GameRefused:
    ways = sorted({finding.accept for finding in found if finding.grave} - {"", *accepted})
    despite = "" if not ways else f"; to open all the same: {' '.join(f'--accept {way}' for way in ways)}"
    return GameRefused(f"the house will not open until that is fixed{despite}")


def print_findings(found: "list[Finding]") -> None:
    """Prints the worst findings; a store that is another one has as many as there are tables."""
    for finding in found[:_MOST_TOLD]:
        complain(f"sevenout: {finding.words}" if finding.grave else f"Note: {finding.words}")
    if more := found[_MOST_TOLD:]:
        complain(f"sevenout: and {len(more)} more: `sevenout serve --check --json` lists them all")


def _secrets(settings: Settings) -> list[str]:
    """What the log must not say, whoever says it: passwords of the database, tokens, the house's keys."""
    known = [*passwords(settings.db), settings.metrics_token]
    with suppress(OSError, UnicodeDecodeError):
        known += [word for word in settings.key_file.read_text(encoding="utf-8").split('"') if len(word) >= 32]
    return known


async def _serve(settings: Settings, browse: bool, accepted: frozenset[str]) -> int:
    """The house behind its door, which is had before anything is made: where another listens nothing is left behind."""
    with closing(door(settings)) as entrance:
        return await _behind(entrance, settings, browse, accepted)


async def _behind(entrance: socket.socket, settings: Settings, browse: bool, accepted: frozenset[str]) -> int:
    from sevenout.server.casino import Casino
    from sevenout.server.fairness.checkpoints import Checkpoints
    from sevenout.server.fairness.keys import open_keys
    from sevenout.server.web import Web, app
    from sevenout.server.web.middleware.hosts import Hosts, known_hosts

    open_log(settings.log, settings.log_level, _secrets(settings))
    store, found = await _open_and_check(settings, accepted)
    print_findings(found)
    await _accept(settings, store, found, accepted)
    sys.setswitchinterval(_SWITCH)
    keys = open_keys(settings.key_file)
    open_log(settings.log, settings.log_level, _secrets(settings))  # the keys may be new: now they are known
    checkpoints = Checkpoints(settings.checkpoint_file)
    house = Casino(
        store,
        keys,
        checkpoints,
        most_tables=settings.most_tables,
        window=settings.window,
        zone=settings.zone,
        rest_after=settings.rest_after,
        empty_after=settings.empty_after,
    )
    web = Web(house, frozenset(settings.origin), settings.metrics_token)
    known = known_hosts(settings.hostname, settings.host)
    server = _server(settings, Hosts(app(web), known))
    running = asyncio.create_task(server.serve(sockets=[entrance]))
    while not server.started and not running.done():
        await asyncio.sleep(0.02)
    if running.done():
        await running
        raise GameRefused("the house could not be opened: its log says why")
    entrance.listen(_BACKLOG)  # asyncio has listened for as many as it accepts at once
    _close_on_signals(settings, server, web)
    port = entrance.getsockname()[1]
    sys.stdout.write(f"{address(settings.host, port)}\n")
    sys.stdout.flush()
    if browse and may_browse(os.environ):
        open_browser(near(settings.host, port))
    note(_log, logging.INFO, "open", db=mask_password(settings.db), keys=settings.key_file)
    beating = asyncio.create_task(notify_alive(os.environ))
    await running
    beating.cancel()
    note(_log, logging.INFO, "closed")
    return DONE


def may_browse(environment: Mapping[str, str], system: str = sys.platform) -> bool:
    """Whether somebody sits before a screen that a browser could open on: nobody does on a server, or where CI runs.

    >>> may_browse({}, "linux"), may_browse({"DISPLAY": ":0"}, "linux"), may_browse({}, "darwin")
    (False, True, True)
    >>> may_browse({"DISPLAY": ":0", "CI": "true"}, "linux")
    False
    """
    screen = system == "darwin" or any(map(environment.get, ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")))
    return screen and not environment.get("CI")


def open_browser(where: str) -> None:
    """Opens it, beside the house and without a word: a browser that does not open is no fault of the house's."""

    def opening() -> None:
        import webbrowser

        with suppress(Exception):
            webbrowser.open(where)

    threading.Thread(target=opening, daemon=True).start()


def door(settings: Settings) -> socket.socket:
    """What people connect to once it listens; raises BadInput if something else listens there."""
    entrance = socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET)
    try:
        entrance.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if entrance.family == socket.AF_INET6:
            entrance.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        entrance.bind((settings.host, settings.port))
    except OSError as error:
        entrance.close()
        where = f"{settings.host}:{settings.port}"
        reason = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror
        raise BadInput(f"the house could not listen on {where} ({reason}): is something else there?") from error
    # Connections have it from here: asyncio leaves it out for this kind of socket, and answers would wait 40 ms.
    entrance.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return entrance


_BACKLOG, _ACCEPTED_AT_ONCE = 2_048, 32
"""Connections that wait to be accepted, and those that are before anybody else has a turn."""
_SWITCH = 0.001
"""Seconds after which a thread that works something out lets the loop go on, if it waits for that."""


def _server(settings: Settings, application: "ASGIApp") -> Any:
    """uvicorn around the application; signals are ours."""
    import uvicorn

    from sevenout.server.web.middleware.access_log import AccessLog
    from sevenout.server.web.uvicorn_protocols import BoundedRequests, BoundedSocket

    class Server(uvicorn.Server):
        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            yield

    return Server(
        uvicorn.Config(
            AccessLog(application),
            host=settings.host,
            port=settings.port,
            backlog=_ACCEPTED_AT_ONCE,
            log_config=None,
            access_log=False,
            server_header=False,
            http=BoundedRequests,
            ws=BoundedSocket,
            ws_max_size=8_192,
            ws_per_message_deflate=False,  # a message is framed once for a whole table, and memory stays small
            limit_concurrency=settings.most_connections,
            proxy_headers=bool(settings.proxy),
            forwarded_allow_ips=list(settings.proxy),
            timeout_graceful_shutdown=settings.stop_within,
        )
    )


def _close_on_signals(settings: Settings, server: Any, web: "Web") -> None:
    """The first closes the house in good order, the second ends it."""
    closing: list[asyncio.Task[None]] = []
    loop = asyncio.get_running_loop()

    def handle_signal() -> None:
        if closing:
            os._exit(INTERRUPTED)  # what was acknowledged is on the disk; nothing else needs this process
        closing.append(asyncio.create_task(_close(settings, server, web)))

    for kind in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(kind, handle_signal)


async def _close(settings: Settings, server: Any, web: "Web") -> None:
    from sevenout.server.protocol.messages import NoticeMessage

    within = settings.stop_within
    last = threading.Timer(2 * within + _MARGIN, _give_up)  # a thread: it also ends a loop that stands still
    last.daemon = True
    last.start()
    note(_log, logging.INFO, "closing")
    notify_manager(os.environ, "STOPPING=1")
    web.house.closing = True
    web.tell_everybody(NoticeMessage("closing", "the house is closing: your bets stay on the layout, come back later"))
    try:
        async with asyncio.timeout(within):
            await web.house.finish()
            await web.farewell()
    except TimeoutError:
        _log.warning("not everything was finished within %s seconds", within)
    except Exception:
        _log.exception("closing went wrong")
    server.should_exit = True


def _give_up() -> None:
    _log.error("the house did not stop in time and was ended; everything it confirmed is on the disk")
    os._exit(SAID_NO)
