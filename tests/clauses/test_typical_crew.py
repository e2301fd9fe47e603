"""The encyclopedia's rules, clause by clause: the puck, and the warnings before the far wall is insisted on."""

from sevenout.crew.announcements import warned
from sevenout.crew.marks import puck_mark
from tests.clauses.house import House, clause

BOOK = "typical"


@clause("Point")
def test_point_the_button_is_turned_on_and_moved_to_the_number(house: House) -> None:
    table = house.plays("Ann bets 10 on pass\nroll 5 4").table
    mark = puck_mark(table.game, table.snapshot())
    assert mark is not None
    assert (mark.side, mark.number, mark.at, mark.cite.clause) == ("on", 9, "the box of the 9", "Point")


@clause("Rules of play")
def test_rules_of_play_a_shooter_is_warned_before_the_far_wall_is_insisted_on(house: House) -> None:
    call = warned(house.game(), "Ann", "short-of-the-wall")
    assert (call.who, call.words) == ("supervisor", "Ann, both dice all the way to the wall, please")
    assert (call.cite.clause, call.cite.provenance) == ("Rules of play", "derived")
