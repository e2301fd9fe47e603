"""How the tests run: what is random begins at one seed, what fails says how to run it again, nothing stays behind.

Nothing is kept in the cache of whoever runs the tests.
"""

import gc
import signal
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.volume import SEED_NUMBER, examples, repeat_line

settings.register_profile("sevenout", deadline=None, print_blob=True, max_examples=examples(100))
settings.load_profile("sevenout")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Hypothesis begins at the run's seed, too, unless another one is asked for; garbage is seldom looked for."""
    if config.getoption("hypothesis_seed", None) is None:
        config.option.hypothesis_seed = str(SEED_NUMBER)
    gc.set_threshold(100_000, 50, 100)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # A run in the background (`make test &`) ignores Ctrl-C, and so would every command that a test starts.
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """The tests themselves are no garbage."""
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that failed prints the line that runs it again with the same seed and volume."""
    report = yield
    if report.failed:
        report.sections.append(("To run it again", repeat_line(report.nodeid)))
    return report


@pytest.fixture(scope="module", autouse=True)
def _what_is_kept_is_not_looked_through_again() -> Iterator[None]:
    """Books and scenes of earlier tests are millions of objects: who collects garbage would look at each of them."""
    yield
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _a_cache_of_its_own() -> Iterator[None]:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(Path(folder)))
        patch.setenv("SOURCE_DATE_EPOCH", "1772409600")  # pages bear 2026-03-02, on whatever day the tests run
        yield
