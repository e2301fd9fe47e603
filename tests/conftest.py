"""How hypothesis runs: no deadline, a blob to replay a failure, and in CI the same examples every time.

Nothing is kept in the cache of whoever runs the tests.
"""

import gc
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("here", deadline=None, print_blob=True)
settings.register_profile("ci", settings.get_profile("here"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


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
        yield
