"""Who stands where: the rail, its two ends and the dealers."""

import pytest

from sevenout.base.errors import BadInput
from sevenout.crew.layout.rail import ENDS, Rail
from sevenout.engine.game import Game
from sevenout.table import Snapshot, Table


def table(*names: str) -> Snapshot:
    seated = Table(Game.open("typical"))
    for name in names:
        assert seated.seat(name, 100) is None
    return seated.snapshot()


def test_seats_split_in_the_middle_clockwise_from_third_base() -> None:
    assert Rail.of(table("Ann", "Bob", "Cy", "Dee", "Eve")) == Rail(("Ann", "Bob", "Cy"), ("Dee", "Eve"))
    assert Rail.of(table()) == Rail((), ())


def test_at_second_base_the_last_seat_stands_next_to_the_base() -> None:
    rail = Rail(("Ann", "Bob"), ("Cy", "Dee"))
    assert [rail.base_to_stick(end) for end in ENDS] == [("Ann", "Bob"), ("Dee", "Cy")]
    assert [rail.stick_to_base(end) for end in ENDS] == [("Bob", "Ann"), ("Cy", "Dee")]
    assert rail.order("second base", "stick to base") == ("Cy", "Dee")


def test_one_base_dealer_works_both_ends() -> None:
    assert [Rail(("Ann",), ("Bob",), dealers=1).dealer(end) for end in ENDS] == ["base dealer", "base dealer"]
    assert [Rail(("Ann",), ("Bob",)).dealer(end) for end in ENDS] == ["third base", "second base"]


def test_the_end_opposite_the_shooter_comes_first() -> None:
    rail = Rail(("Ann",), ("Bob",))
    assert rail.opposite_first("Ann") == ("second base", "third base")
    assert rail.opposite_first("Bob") == ("third base", "second base")


def test_a_stranger_has_no_end() -> None:
    with pytest.raises(BadInput, match="Zed has no place at the rail; there are Ann, Bob"):
        Rail(("Ann",), ("Bob",)).end_of("Zed")


def test_nobody_stands_in_two_places() -> None:
    with pytest.raises(BadInput, match="Ann stands at the rail twice"):
        Rail(("Ann", "Bob"), ("Ann",))
