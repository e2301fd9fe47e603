"""A house in this process: people who come in and speak, and a log that is checked at the end."""

from itertools import count

from sevenout.base.refusal import Refusal
from sevenout.server.accounts.people import Person, Welcome
from sevenout.server.casino import Casino
from sevenout.server.fairness.keys import Keys
from sevenout.server.live.live_table import LiveTable
from sevenout.server.live.log_state import verify_log
from sevenout.server.live.table_terms import TableRequest
from sevenout.server.store.factory import open_store

NAMED_FROM = 1
"""Tables are named by number, so that the dice of a test are the same every time."""
KEYS = Keys(b"d" * 32, b"s" * 32)


def unsalted(_: int) -> str:
    """Dice without salts: the same for the same table every time."""
    return ""


async def a_house(where: str) -> Casino:
    """A house whose clock nobody watches: the test looks when it wants to."""
    numbers = count(NAMED_FROM)

    def token(size: int) -> str:
        return f"{next(numbers):0{2 * size}x}" if size == 4 else unsalted(size)

    return Casino(await open_store(where), KEYS, token=token)


async def come_in(house: Casino, name: str) -> Person:
    """A guest."""
    welcome = await house.people.guest(name)
    assert isinstance(welcome, Welcome), welcome
    return welcome.person


async def opened(house: Casino, owner: Person, **wanted: object) -> tuple[LiveTable, Person]:
    """A table, and its owner as they are known now; its clock is not the house's: its log has what is said there."""
    table = await house.open_table(owner, TableRequest(**{"rules": "catfish-bend", "zone": "", **wanted}))  # type: ignore[arg-type]
    assert isinstance(table, LiveTable), table
    known = await house.people.person(owner.key)
    assert known is not None
    return table, known


async def appointed(house: Casino, table: LiveTable, name: str, *roles: str) -> Person:
    """Somebody who is this at a table."""
    person = await come_in(house, name)
    assert await house.appoint(table, None, person, roles) == roles
    known = await house.people.person(person.key)
    assert known is not None
    return known


async def says(house: Casino, table: LiveTable, person: Person, *lines: str) -> None:
    """Lines that are all taken."""
    for line in lines:
        answer = await house.submit_line(table, person, line, f"{line} {table.n}")
        assert isinstance(answer, int), f"{line}: {answer}"


async def code(house: Casino, table: LiveTable, person: Person, line: str) -> str:
    """Why a line is not taken."""
    answer = await house.submit_line(table, person, line, f"{line} {table.n}")
    assert isinstance(answer, Refusal), f"{line} was taken"
    return answer.code


async def sound(table: LiveTable) -> None:
    """The log leads to the table, offline."""
    assert verify_log(table.game, await table.store.lines(table.name)) == table.chain.end
