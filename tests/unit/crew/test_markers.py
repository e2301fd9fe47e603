"""The puck, the buttons, where chips lie and how odds stand, at any table of any house."""

from pathlib import Path

import pytest

from sevenout.base.errors import BadInput
from sevenout.base.refusal import Refusal
from sevenout.base.vocabulary import CREW
from sevenout.crew.layout.areas import areas
from sevenout.crew.layout.rail import Rail
from sevenout.crew.markers import (
    Button,
    Lie,
    Stand,
    bridge_odds,
    buttons,
    check_pucks,
    heel_odds,
    locate_wager,
    puck_mark,
)
from sevenout.crew.replay import Playback, number_lines
from sevenout.engine.game import Game
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.table import Snapshot, Table
from sevenout.table.table_snapshot import house_of
from tests.unit.crew.tables import scenes

EXAMPLES = Path(__file__).parents[3] / "examples"
BOOKS = [*shipped(), *(str(path) for path in sorted(EXAMPLES.glob("*.toml")))]
RAIL = Rail(("Ann", "Bob"), ("Cy", "Dee"))


def told(book: str, *lines: str) -> Table:
    opening = [f"seat {name} 10000" for name in ("Ann", "Bob", "Cy", "Dee")]
    played = Playback(open_book(book), number_lines("\n".join([*opening, *lines])))
    assert not [step.event for step in played if isinstance(step.event, Refusal)]
    assert played.table is not None
    return played.table


def marked(book: str, *lines: str) -> list[tuple[str, str, str, int]]:
    """Seat, wager, what the button says, and for how many wagers it speaks."""
    table = told(book, *lines)
    return [(b.seat, b.wager, b.says, len(b.speaks_for)) for b in buttons(table.game, table.snapshot(), RAIL)]


# --- the puck


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: Path(book).stem)
def test_the_puck_stands_on_the_point_and_nowhere_else(book: str) -> None:
    game = Game(open_book(book))
    for state in game.rules.puck.states:
        mark = puck_mark(game, Snapshot(house_of(game), point=state.point))
        if game.rules.book.puck is None:
            assert mark is None
            continue
        assert mark is not None
        assert (mark.side, mark.number) == ("off" if state.point is None else "on", state.point)
        assert state.point is None or mark.at == f"the box of the {state.point}"


def test_a_dealer_with_a_wrong_puck_is_told() -> None:
    table = told("catfish-bend", "Ann bets 10 on pass", "roll 5 4")
    assert check_pucks(table.game, table.snapshot(), {"third base": 9, "second base": 9}) == ()
    (call,) = check_pucks(table.game, table.snapshot(), {"third base": 5, "second base": 9})
    assert (call.who, call.to, call.words) == ("stickperson", "third base", "Third base, mark the 9")
    unmarked = check_pucks(table.game, table.snapshot(), {"third base": None, "second base": None})
    assert [call.words for call in unmarked] == ["Third base, mark the 9", "Second base, mark the 9"]
    no_puck = Game.open(str(EXAMPLES / "no-puck.toml"))
    assert check_pucks(no_puck, Table(no_puck).snapshot(), {"third base": 9}) == ()


# --- buttons


PLACED = ("Ann bets 12 each on inside", "Ann bets 20 on buy-4")


def test_catfish_bend_has_one_button_for_all_place_and_buy_bets_next_to_the_box() -> None:
    at_third = [("Ann", "buy-4", "buy", 1), ("Ann", "buy-4", "on", 5)]
    assert marked("catfish-bend", *PLACED, "Ann calls place on", "Ann calls buy on") == at_third
    at_second = [line.replace("Ann", "Dee") for line in (*PLACED, "Ann calls place on", "Ann calls buy on")]
    assert marked("catfish-bend", *at_second) == [("Dee", "buy-4", "buy", 1), ("Dee", "place-9", "on", 5)]


def test_a_button_speaks_for_all_only_if_all_are_called_the_same() -> None:
    mixed = marked("catfish-bend", *PLACED, "Ann calls place-6 on", "Ann calls place-8 on", "Ann calls place-9 off")
    assert mixed == [
        ("Ann", "buy-4", "buy", 1),
        ("Ann", "place-6", "on", 1),
        ("Ann", "place-8", "on", 1),
        ("Ann", "place-9", "off", 1),
    ]


def test_a_button_lies_as_long_as_its_call_stands() -> None:
    story = ("Ann bets 10 on pass", "Bob bets 12 on place-8", "Bob calls place-8 on", "roll 5 4", "roll 6 2")
    assert marked("catfish-bend", *story) == [("Bob", "place-8", "on", 1)]
    assert marked("catfish-bend", *story, "roll 4 3") == []
    assert marked("catfish-bend", *story, "Bob takes down place-8") == []


def test_other_houses_have_a_button_on_every_wager_that_is_called() -> None:
    calls = ("Ann bets 30 each on inside", "Ann calls place on", "Bob bets 25 on hard-4", "Bob bets 25 on hard-6")
    expected = [("Ann", f"place-{n}", "on", 1) for n in (5, 6, 8, 9)]
    for book in ("marina-bay-sands", "new-south-wales"):
        assert marked(book, *calls, "Bob calls hard on") == [
            *expected,
            ("Bob", "hard-4", "on", 1),
            ("Bob", "hard-6", "on", 1),
        ]


def test_a_toke_on_a_buy_bet_has_its_button() -> None:
    assert marked("catfish-bend", "Ann tokes 20 on buy-4") == [(CREW, "buy-4", "buy", 1)]


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: Path(book).stem)
def test_every_call_that_stands_is_under_exactly_one_button(book: str) -> None:
    called = 0
    for scene in scenes(open_book(book), seed=11, rolls=300):
        laid = buttons(scene.game, scene.before, scene.rail)
        for seat in scene.before.seats:
            lying = seat.layout.lying
            standing = {bet.wager: bet.call for bet in lying if bet.call}
            mine = [button for button in laid if button.seat == seat.name and button.says in ("on", "off")]
            assert sorted(wager for button in mine for wager in button.speaks_for) == sorted(standing)
            assert all(standing[wager] == button.says for button in mine for wager in button.speaks_for)
            assert all(button.wager == button.speaks_for[0] for button in mine)
            assert {button.wager for button in laid if _names(button, seat.name)} == {
                bet.wager for bet in lying if bet.wager.startswith(("buy-", "lay-"))
            }
            called += len(standing)
    assert called > 20 or book.endswith("no-puck.toml")


def _names(button: Button, seat: str) -> bool:
    return button.seat == seat and button.says in ("buy", "lay")


# --- where chips lie


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: Path(book).stem)
def test_every_wager_lies_somewhere_for_every_player(book: str) -> None:
    game = Game(open_book(book))
    known = {area.name for area in areas(game).all}
    for wager in game.rules.by_key:
        for seat, end, place in (
            ("Ann", "third base", 1),
            ("Bob", "third base", 2),
            ("Dee", "second base", 1),
            ("Cy", "second base", 2),
        ):
            lie = locate_wager(game, wager, RAIL, seat)
            assert isinstance(lie, Lie)
            assert (lie.end, lie.place, lie.of) == (end, place, 2)
            assert lie.area in known
            assert lie.at
            assert "{" not in lie.at
            assert lie.cite.says


def test_the_half_next_to_the_dealer_has_the_top_edge() -> None:
    game = Game.open("catfish-bend")
    rail = Rail(("Ann", "Bob", "Cy"), ("Dee", "Eve"))
    placed = {name: locate_wager(game, "place-6", rail, name) for name in ("Ann", "Bob", "Cy", "Dee", "Eve")}
    assert {name: lie.at.split()[1] for name, lie in placed.items() if isinstance(lie, Lie)} == {
        "Ann": "top",
        "Bob": "top",
        "Cy": "bottom",
        "Dee": "bottom",
        "Eve": "top",
    }


def test_a_toke_lies_after_the_players_of_second_base() -> None:
    lie = locate_wager(Game.open("catfish-bend"), "hard-8", RAIL, CREW)
    assert isinstance(lie, Lie)
    assert (lie.end, lie.place, lie.of) == ("second base", 3, 3)


def test_a_wager_that_is_not_offered_or_a_stranger_lies_nowhere() -> None:
    game = Game.open("marina-bay-sands")
    refusal = locate_wager(game, "hop-3-1", RAIL, "Ann")
    assert isinstance(refusal, Refusal)
    assert refusal.code == "not-offered"
    with pytest.raises(BadInput, match="Zed has no place at the rail"):
        locate_wager(game, "pass", RAIL, "Zed")


# --- heeled and bridged


@pytest.mark.parametrize(("point", "odds"), [(4, 2000), (5, 1500), (6, 1200), (8, 1200), (9, 1500), (10, 2000)])
def test_odds_may_be_bridged_if_they_win_exactly_the_flat_bet(point: int, odds: int) -> None:
    game = Game.open("catfish-bend")
    for wager in ("dont-pass-odds", f"dont-come-odds-{point}"):
        stand = bridge_odds(game, game.puck(point), wager, 1000, odds, ["red", "red"])
        assert isinstance(stand, Stand)
        assert (stand.how, stand.cite.clause) == ("bridged", "Lay Bets")
        for other in (odds - 100, odds + 200):
            refusal = bridge_odds(game, game.puck(point), wager, 1000, other, ["red"])
            assert isinstance(refusal, Refusal)
            assert (refusal.code, refusal.clause) == ("not-equal", "Lay Bets")


@pytest.mark.parametrize("colours", [["red", "green"], ["red", "red", "white"], []])
def test_odds_of_another_colour_are_not_bridged(colours: list[str]) -> None:
    game = Game.open("catfish-bend")
    refusal = bridge_odds(game, game.puck(4), "dont-pass-odds", 1000, 2000, colours)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.clause) == ("not-one-colour", "Lay Bets")


@pytest.mark.parametrize("book", ["catfish-bend", "marina-bay-sands", "new-south-wales", "typical"])
def test_only_odds_on_a_dont_bet_are_heeled_or_bridged(book: str) -> None:
    game = Game.open(book)
    for wager in game.rules.by_key:
        laid = wager == "dont-pass-odds" or wager.startswith("dont-come-odds-")
        assert isinstance(heel_odds(game, wager), Stand) == laid
        if not laid:
            refusal = bridge_odds(game, game.puck(4), wager, 1000, 2000, ["red"])
            assert isinstance(refusal, Refusal)
            assert refusal.code == "not-laid"
    missing = heel_odds(Game.open("crapless"), "dont-pass-odds")
    assert isinstance(missing, Refusal)
    assert missing.code == "not-offered"


def test_with_the_puck_off_dont_pass_odds_cannot_be_bridged() -> None:
    game = Game.open("catfish-bend")
    refusal = bridge_odds(game, game.puck(), "dont-pass-odds", 1000, 2000, ["red"])
    assert isinstance(refusal, Refusal)
    assert refusal.code == "not-now"
