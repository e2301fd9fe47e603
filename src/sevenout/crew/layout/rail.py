"""The places at the rail: the two ends of the table, the order of the seats at each, and the dealer who works there.

Seats run clockwise from the left of the box: past third base to the stick, and from the stick on to second base.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from sevenout.base.errors import BadInput
from sevenout.base.vocabulary import CREW
from sevenout.table.table_snapshot import Snapshot

End = Literal["third base", "second base"]
ENDS: tuple[End, End] = ("third base", "second base")

Dealer = Literal["third base", "second base", "base dealer"]
"""Who works an end; `base dealer` is one who works both alone."""

Direction = Literal["base to stick", "stick to base"]
DIRECTIONS: tuple[Direction, Direction] = ("base to stick", "stick to base")


class Rail(Struct, frozen=True):
    """The seats at each end, clockwise: at third base from the base to the stick, at second base from the stick on.

    >>> rail = Rail(third=("Ann", "Bob"), second=("Cy", "Dee"))
    >>> rail.base_to_stick("third base"), rail.base_to_stick("second base")
    (('Ann', 'Bob'), ('Dee', 'Cy'))
    >>> rail.dealer("second base"), Rail(("Ann",), (), dealers=1).dealer("third base")
    ('second base', 'base dealer')
    """

    third: tuple[str, ...]
    second: tuple[str, ...]
    dealers: Literal[1, 2] = 2

    def __post_init__(self) -> None:
        twice = [name for name, times in Counter(self.third + self.second).items() if times > 1]
        if twice:
            raise BadInput(f"{twice[0]} stands at the rail twice: each seat has one place at one end")

    @classmethod
    def of(cls, table: Snapshot, dealers: Literal[1, 2] = 2) -> "Rail":
        """The seats of a table, split in the middle.

        >>> from sevenout.engine.game import Game
        >>> from sevenout.table import Table
        >>> table = Table(Game.open("typical"))
        >>> [table.seat(name, 100_00) for name in ("Ann", "Bob")]
        [None, None]
        >>> Rail.of(table.snapshot())
        Rail(third=('Ann',), second=('Bob',), dealers=2)
        """
        return cls.split((seat.name for seat in table.seats), dealers)

    @classmethod
    def split(cls, names: Iterable[str], dealers: Literal[1, 2] = 2) -> "Rail":
        """Some seats, split in the middle; an odd one stands at third base.

        >>> Rail.split(("Ann", "Bob", "Cy"))
        Rail(third=('Ann', 'Bob'), second=('Cy',), dealers=2)
        """
        seats = tuple(names)
        half = (len(seats) + 1) // 2
        return cls(seats[:half], seats[half:], dealers)

    def end_of(self, seat: str) -> End:
        """The end where somebody stands; tokes that ride for the crew lie at second base.

        >>> Rail(("Ann",), ("Bob",)).end_of("Bob")
        'second base'
        """
        if seat in self.third:
            return "third base"
        if seat in self.second or seat == CREW:
            return "second base"
        raise BadInput(f"{seat} has no place at the rail; there are {', '.join((*self.third, *self.second))}")

    def base_to_stick(self, end: End) -> tuple[str, ...]:
        """The seats of an end, from the base dealer round to the stick."""
        return self.third if end == "third base" else self.second[::-1]

    def stick_to_base(self, end: End) -> tuple[str, ...]:
        """The seats of an end, from the stick round to the base dealer.

        >>> Rail(("Ann", "Bob"), ()).stick_to_base("third base")
        ('Bob', 'Ann')
        """
        return self.base_to_stick(end)[::-1]

    def order(self, end: End, direction: Direction) -> tuple[str, ...]:
        """The seats of an end in a direction."""
        return self.base_to_stick(end) if direction == "base to stick" else self.stick_to_base(end)

    def opposite_first(self, shooter: str) -> tuple[End, End]:
        """Both ends, beginning with the one where the shooter does not stand.

        >>> Rail(("Ann",), ("Bob",)).opposite_first("Ann")
        ('second base', 'third base')
        """
        third, second = ENDS
        return (second, third) if self.end_of(shooter) == third else (third, second)

    def dealer(self, end: End) -> Dealer:
        """Returns who works an end."""
        return end if self.dealers == 2 else "base dealer"

    def is_dealer_of(self, who: str, seat: str) -> bool:
        """True if somebody works the end where a seat stands; a base dealer who is alone stands at third base.

        >>> Rail(("Ann",), ("Bob",)).is_dealer_of("third base", "Bob")
        False
        >>> Rail(("Ann",), ("Bob",), dealers=1).is_dealer_of("third base", "Bob")
        True
        """
        return who == self.dealer(self.end_of(seat)) or (self.dealers == 1 and who == ENDS[0])
