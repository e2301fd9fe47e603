"""The browser that the tests drive: the system's Chromium, or where nobody may install one, the one that npm has."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, sync_playwright

from tools.felt import ROOT, any_node

_NAMES = ("chromium", "chromium-browser", "chromium-headless-shell", "google-chrome", "google-chrome-stable")
_ON_A_MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
_PACKAGE = "@sparticuz/chromium@^153"
"""Chromium without a window, compressed, and the libraries that a bare machine lacks."""
_KEPT = ROOT / "build" / "chromium"
_CALM = ("--no-sandbox", "--disable-dev-shm-usage", "--force-color-profile=srgb")
"""Pages are the house's own, on loopback; containers have neither sandbox nor much shared memory."""


class Chromium(NamedTuple):
    """How it is started."""

    program: str
    arguments: tuple[str, ...]
    environment: dict[str, str]


def found() -> Chromium | None:
    """The one to use, if there is any; CHROMIUM names another."""
    named = os.environ.get("CHROMIUM")
    program = named or next(filter(None, map(shutil.which, _NAMES)), None)
    if program is None and _ON_A_MAC.exists():
        program = str(_ON_A_MAC)
    if program is not None:
        return Chromium(program, _CALM, {})
    if (_KEPT / "chromium").exists():
        places = {"LD_LIBRARY_PATH": str(_KEPT / "lib"), "FONTCONFIG_PATH": str(_KEPT), "HOME": str(_KEPT)}
        return Chromium(str(_KEPT / "chromium"), (*_CALM, "--headless=shell", "--no-zygote", "--disable-gpu"), places)
    return None


def fetch() -> None:
    """Brings npm's into build/: for who may not install a system's; raises NoPage if it cannot be had."""
    node, packed = any_node(), _KEPT / "npm"
    packed.mkdir(parents=True, exist_ok=True)
    order = (*node.npm, "install", "--prefix", str(packed), "--ignore-scripts", "--no-audit", "--no-fund", _PACKAGE)
    node.run(*order, folder=packed)
    inside = packed / "node_modules" / "@sparticuz" / "chromium" / "bin"
    node.run(node.program, str(ROOT / "tools" / "unpack.mjs"), str(inside), str(_KEPT), folder=packed)
    shutil.rmtree(packed)


@contextmanager
def running() -> Iterator[Browser]:
    """A browser for as long as it is needed."""
    chromium = found()
    if chromium is None:
        raise RuntimeError("there is no Chromium: `make parts` brings it")
    lend_a_node()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.program,
            args=list(chromium.arguments),
            env={**os.environ, **chromium.environment},
        )
        try:
            yield browser
        finally:
            browser.close()


def lend_a_node() -> None:
    """Playwright brings a Node that wants a library which bare machines lack: there, the one at hand is used."""
    from playwright._impl._driver import compute_driver_executable

    own = compute_driver_executable()[0]
    if subprocess.run([own, "--version"], capture_output=True, check=False).returncode:
        os.environ["PLAYWRIGHT_NODEJS_PATH"] = any_node().program
