"""The second browser that the tests drive: Debian's Firefox, spoken to in WebDriver BiDi by the same Playwright.

Playwright asks for one thing that Firefox ESR does not know yet, a colour scheme, and gives up without it. So it starts
`python -m tools.firefox`, which starts the real one, hands everything on in both directions and takes that question
itself.
"""

import asyncio
import json
import os
import re
import shutil
import sys
import tempfile
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

from tools.chromium import lend_a_node
from tools.felt import ROOT

_NAMES = ("firefox-esr", "firefox")
_CHANNEL = "moz-firefox"
"""What Playwright calls a Firefox that is not of its own making."""
_UNKNOWN = "emulation.setMediaFeaturesOverride"
_LISTENING = re.compile(rb"WebDriver BiDi listening on (ws://\S+)")


def found() -> str | None:
    """The one to use, if there is any; FIREFOX names another."""
    return os.environ.get("FIREFOX") or next(filter(None, map(shutil.which, _NAMES)), None)


@contextmanager
def running() -> Iterator[Browser]:
    """A browser for as long as it is needed."""
    lend_a_node()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        program = Path(folder) / "firefox"
        program.write_text(
            f'#!/bin/sh\ncd "{ROOT}" && exec "{sys.executable}" -m tools.firefox "$@"\n', encoding="utf-8"
        )
        program.chmod(0o700)
        browser = playwright.firefox.launch(channel=_CHANNEL, executable_path=program)
        try:
            yield browser
        finally:
            browser.close()


async def _run(arguments: list[str]) -> int:
    """Firefox behind an address of our own, until it ends."""
    firefox = await asyncio.create_subprocess_exec(found() or _NAMES[0], *arguments, stdout=DEVNULL, stderr=PIPE)
    assert firefox.stderr is not None
    async for line in firefox.stderr:
        if listening := _LISTENING.search(line):
            break
        sys.stderr.buffer.write(line)
    else:
        return await firefox.wait()
    address = listening[1].decode()

    async def hand_on(playwright: ServerConnection) -> None:
        path = playwright.request.path if playwright.request else ""
        async with connect(address + path, max_size=None, ping_interval=None) as its_end:
            await asyncio.gather(_ask(playwright, its_end), _answer(its_end, playwright))

    async with serve(hand_on, "127.0.0.1", 0, max_size=None, ping_interval=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        sys.stderr.write(f"WebDriver BiDi listening on ws://127.0.0.1:{port}\n")
        sys.stderr.flush()
        async for line in firefox.stderr:
            sys.stderr.buffer.write(line)
    return await firefox.wait()


async def _ask(playwright: ServerConnection, firefox: ClientConnection) -> None:
    async for message in playwright:
        asked = json.loads(message)
        if asked["method"] == _UNKNOWN:
            await playwright.send(json.dumps({"type": "success", "id": asked["id"], "result": {}}))
        else:
            await firefox.send(message)
    await firefox.close()


async def _answer(firefox: ClientConnection, playwright: ServerConnection) -> None:
    async for message in firefox:
        await playwright.send(message)
    await playwright.close()


if __name__ == "__main__":
    sys.exit(asyncio.run(_run(sys.argv[1:])))
