"""Opens a store by its address: SQLite for a path, PostgreSQL for a URL."""

from sevenout.server.operation.settings import is_postgres
from sevenout.server.store.interface import Store


async def open_store(where: str, *, accept_damage: bool = False) -> Store:
    """A store by its address: a file's path, or `postgresql://…`.

    `accept_damage`: also a file whose write-ahead log is damaged, without what cannot be read of it.
    """
    if is_postgres(where):
        from sevenout.server.store.postgres import PostgresStore

        return await PostgresStore.open(where)
    from sevenout.server.store.sqlite import SqliteStore

    return await SqliteStore.open(where, accept_damage=accept_damage)
