"""One PostgreSQL for the whole run, started when a test first wants it; a database of its own for each test."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from itertools import count
from pathlib import Path

import httpx
import pytest

from sevenout.server.store.factory import open_store
from sevenout.server.store.interface import Store
from tests.server.postgres import Cluster, cluster
from tests.server.serving import serving

_numbers = count(1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    with cluster() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty store of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "house.db")
    running: Cluster = request.getfixturevalue("postgres")
    return running.fresh(f"house_{next(_numbers)}")


@pytest.fixture
def shared(postgres: Cluster) -> str:
    """The address of an empty store that several servers may share."""
    return postgres.fresh(f"house_{next(_numbers)}")


def with_store(where: str, play: Callable[[Store], Awaitable[None]]) -> None:
    """Opens a store, plays, closes it."""

    async def all_of_it() -> None:
        store = await open_store(where)
        try:
            await play(store)
        finally:
            await store.close()

    asyncio.run(all_of_it())


@pytest.fixture(scope="module")
def one_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A house for tests that leave it as it was."""
    folder = tmp_path_factory.mktemp("house")
    with serving(str(folder / "house.db"), folder) as house:
        yield house.web
