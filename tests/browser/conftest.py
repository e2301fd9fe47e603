"""One house and one browser for each worker; pages that fail their test if anything goes wrong on them."""

import asyncio
from collections.abc import Generator, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from sevenout.server.web.page_files import BUILT
from tests.browser.visiting import PATIENCE, PHONE, Visits, shot
from tests.server.serving import Served, serving
from tools import chromium

_ENDED = pytest.StashKey[bool]()
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house as people run it, whose tables wait as long as they like."""
    assert (BUILT / "index.html").is_file(), "the page is not built: make felt"
    folder = tmp_path_factory.mktemp("house")
    with serving(str(folder / "house.db"), folder, "--window", "3600", log=folder / "log") as served:
        yield served


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium."""
    with chromium.running() as running:
        its_loop = asyncio._get_running_loop()
        yield running
        asyncio._set_running_loop(its_loop)


@pytest.fixture(autouse=True)
def _its_loop_runs_meanwhile(browser: Browser) -> Iterator[None]:
    """Playwright's loop counts as running as long as the browser does: other tests of this worker have loops too."""
    asyncio._set_running_loop(browser._loop)
    yield
    asyncio._set_running_loop(None)


@pytest.fixture
def visits(browser: Browser, house: Served, request: pytest.FixtureRequest) -> Iterator[Visits]:
    """Pages for as many visitors as a test wants; a test that fails leaves pictures of all of them."""
    visits = Visits(browser, house)
    yield visits
    faults = visits.faults()
    if faults or not request.node.stash.get(_ENDED, False):
        for number, page in enumerate(visits.pages):
            if not page.is_closed():
                shot(page, f"failed-{request.node.name}-{number}"[:120].replace("/", "-"))
    visits.close()
    assert not faults, "\n".join(faults)


@pytest.fixture
def page(visits: Visits) -> Page:
    """A visitor nobody knows yet, at a desk."""
    return visits.open()


@pytest.fixture
def phone(visits: Visits) -> Page:
    """A visitor nobody knows yet, with a phone."""
    return visits.open(size=PHONE)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Notes whether a test has passed, for whoever cleans up after it."""
    report = yield
    if call.when == "call":
        item.stash[_ENDED] = report.passed
    return report
