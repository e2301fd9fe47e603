"""A house's own names for its wagers, and its own name for itself, wherever the library asks for one."""

import sevenout
from sevenout import EMPTY, Change, Game, Job, Refusal, View, describe, open_book, place, reduce, take_down
from sevenout.engine.betting import layout

NSW = Game.open("new-south-wales")


def done(answer: Change | Refusal) -> Change:
    assert isinstance(answer, Change)
    return answer


def test_a_wager_is_made_by_the_house_s_own_name_and_lies_under_its_key() -> None:
    made = done(place(NSW, EMPTY, NSW.puck(), "dont-win", 10_00, rack=100_00))
    assert layout(NSW, made.position) == {"dont-pass": 10_00}
    less = done(reduce(NSW, made.position, NSW.puck(), "dont-win", 5_00))
    assert layout(NSW, less.position) == {"dont-pass": 5_00}
    assert done(take_down(NSW, less.position, NSW.puck(), "dont-win")).position.slots == ()


def test_a_refusal_names_the_key() -> None:
    for said in (place(NSW, EMPTY, NSW.puck(), "win-line", 1_00, None), take_down(NSW, EMPTY, NSW.puck(), "win-line")):
        assert isinstance(said, Refusal)
        assert said.wager == "pass"


def test_another_house_does_not_know_the_name() -> None:
    game = Game.open("typical")
    refused = place(game, EMPTY, game.puck(), "win-line", 10_00, None)
    assert isinstance(refused, Refusal)
    assert refused.code == "not-offered"


def by_title(view: View) -> View:
    return view if view.stake("win-line") else view.bet("win-line", 10_00)


def by_key(view: View) -> View:
    return view if view.stake("pass") else view.bet("pass", 10_00)


def test_a_strategy_speaks_the_house_s_own_names() -> None:
    evenings = [sevenout.distribution(NSW, player, 50_00, 10).records() for player in (by_title, by_key)]
    assert evenings[0] == evenings[1]
    assert View(NSW, 50_00, 50_00).minimum("win-line") == NSW.minimum


def test_a_house_is_described_however_it_is_named() -> None:
    assert describe("new-south-wales") == describe(NSW) == describe(open_book("new-south-wales"))


def test_a_job_is_told_by_names() -> None:
    game = Game.open("typical")
    named = Job.of("typical", "iron-cross", sessions=100, rolls=10, bankroll=300_00)
    assert named == Job.of(game, sevenout.open_strategy("iron-cross", game), 100, 10, 300_00)
