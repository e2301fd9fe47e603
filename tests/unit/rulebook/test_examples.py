"""The example rulebooks: a house without a puck, and one with bets that gather numbers, played by their notation."""

from pathlib import Path

import pytest

from sevenout.base.money import format_amount
from sevenout.base.refusal import Refusal
from sevenout.crew.replay import ReplayStep, play
from sevenout.table import Rolled

EXAMPLES = Path(__file__).parents[3] / "examples"


class Played:
    """A game under an example rulebook by Ann, who has 1000, and Bob, who has 1000."""

    def __init__(self, book: str, text: str) -> None:
        game = f"rules {EXAMPLES / book}.toml\nseat Ann 1000\nseat Bob 1000\n{text}"
        played = play(game)
        self.steps: list[ReplayStep] = list(played)
        assert played.table is not None
        self.table = played.table

    @property
    def refused(self) -> list[Refusal]:
        return [step.outcome for step in self.steps if isinstance(step.outcome, Refusal)]

    @property
    def rolls(self) -> list[Rolled]:
        return [step.outcome for step in self.steps if isinstance(step.outcome, Rolled)]

    @property
    def results(self) -> dict[str, str]:
        """What the last roll did to Ann's wagers."""
        return {done.wager: done.result for seat, done in self.rolls[-1].settled if seat == "Ann"}

    @property
    def rack(self) -> str:
        return format_amount(self.table.seats["Ann"].rack)

    @property
    def layout(self) -> dict[str, str]:
        return {wager: format_amount(stake) for wager, stake in self.table.layout("Ann").items()}


def plays(book: str, text: str) -> Played:
    """A game in which no line is refused."""
    played = Played(book, text)
    assert not played.refused, played.refused
    return played


def refuses(book: str, text: str) -> Refusal:
    """A game whose last line, and no other, is refused; the refusal."""
    played = Played(book, text)
    assert isinstance(played.steps[-1].outcome, Refusal), f"{played.steps[-1].command} was accepted"
    assert len(played.refused) == 1, played.refused
    return played.steps[-1].outcome


# --- no-puck


def test_no_puck_no_roll_sets_a_point_and_anyone_may_shoot() -> None:
    played = plays("no-puck", "roll 2 2\nroll 3 3\nroll 3 4\nroll 3 3")
    assert played.table.point is None
    assert [(rolled.shooter, rolled.event) for rolled in played.rolls] == [("Ann", "")] * 4


@pytest.mark.parametrize(
    ("number", "stake", "roll", "won"),
    [(4, 5, "1 3", 9), (5, 5, "1 4", 7), (6, 6, "5 1", 7), (8, 6, "6 2", 7), (9, 5, "4 5", 7), (10, 5, "4 6", 9)],
)
def test_no_puck_a_place_bet_works_on_every_roll_and_stays_up(number: int, stake: int, roll: str, won: int) -> None:
    played = plays("no-puck", f"Ann bets {stake} on place-{number}\nroll {roll}\nroll 5 6\nroll {roll}")
    assert played.layout == {f"place-{number}": f"{stake}.00"}
    assert played.rack == f"{1000 - stake + 2 * won}.00"


def test_no_puck_a_seven_takes_every_place_bet_the_first_roll_included() -> None:
    played = plays("no-puck", "Ann bets 30 each on across\nroll 3 4")
    assert set(played.results.values()) == {"lose"}
    assert (played.layout, played.rack) == ({}, "820.00")


def test_no_puck_a_place_bet_cannot_be_called_off() -> None:
    assert refuses("no-puck", "Ann bets 6 on place-6\nAnn calls place-6 off").code == "cannot-call"


@pytest.mark.parametrize(
    ("wager", "refused", "taken"),
    [("place-6", 5, 6), ("place-8", 10, 12), ("place-4", 6, 5), ("place-5", 7, 10), ("place-9", 11, 15)],
)
def test_no_puck_a_stake_that_cannot_be_paid_exactly_is_refused(wager: str, refused: int, taken: int) -> None:
    refusal = refuses("no-puck", f"Ann bets {refused} on {wager}")
    assert (refusal.code, refusal.clause) == ("not-exact", "Card: payouts")
    assert plays("no-puck", f"Ann bets {taken} on {wager}").layout == {wager: f"{taken}.00"}


def test_no_puck_an_exact_stake_may_not_be_raised_or_reduced_to_one_that_is_not() -> None:
    assert refuses("no-puck", "Ann bets 12 on place-6\nAnn bets 5 on place-6").code == "not-exact"
    assert refuses("no-puck", "Ann bets 12 on place-6\nAnn reduces place-6 by 5").code == "not-exact"
    assert plays("no-puck", "Ann bets 12 on place-6\nAnn reduces place-6 by 6").layout == {"place-6": "6.00"}


@pytest.mark.parametrize(
    ("wager", "wins"),
    [
        ("field", {2: 20, 3: 10, 4: 10, 9: 10, 10: 10, 11: 10, 12: 20}),
        ("any-7", {7: 40}),
        ("over-7", {8: 10, 9: 10, 10: 10, 11: 10, 12: 10}),
        ("under-7", {2: 10, 3: 10, 4: 10, 5: 10, 6: 10}),
    ],
)
def test_no_puck_every_roll_decides_the_one_roll_bets(wager: str, wins: dict[int, int]) -> None:
    for total in range(2, 13):
        played = plays("no-puck", f"Ann bets 10 on {wager}\nroll {total // 2} {total - total // 2}")
        assert played.results == {wager: "win" if total in wins else "lose"}
        assert (played.layout, played.rack) == ({}, f"{1000 + wins.get(total, -10)}.00")


# --- collectors: fire


POINT_ROLLS = {4: "1 3", 5: "2 3", 6: "2 4", 8: "2 6", 9: "4 5", 10: "4 6"}


def made(*points: int) -> str:
    """A pass bet of 10 that wins on each point in turn."""
    return "".join(f"Ann bets 10 on pass\nroll {POINT_ROLLS[point]}\nroll {POINT_ROLLS[point]}\n" for point in points)


SEVEN_OUT = "Ann bets 10 on pass\nroll 2 2\nroll 3 4"


@pytest.mark.parametrize(
    ("points", "result", "rack"),
    [
        ((4, 5, 6), "lose", "1015.00"),  # 3 pass bets won, 1 lost, and 5 on fire lost
        ((4, 5, 6, 8), "win", "1150.00"),  # 4 won, 1 lost, and 24 times 5
        ((4, 5, 6, 8, 9), "win", "2285.00"),  # 5 won, 1 lost, and 249 times 5
        ((10, 9, 8, 6, 5, 4), "win", "6045.00"),  # 6 won, 1 lost, and 999 times 5
    ],
)
def test_fire_pays_by_the_points_made_when_the_shooter_sevens_out(
    points: tuple[int, ...], result: str, rack: str
) -> None:
    riding = plays("collectors", f"Ann bets 5 on fire\n{made(*points)}")
    assert riding.layout == {"fire": "5.00"}
    played = plays("collectors", f"Ann bets 5 on fire\n{made(*points)}{SEVEN_OUT}")
    assert played.results == {"pass": "lose", "fire": result}
    assert (played.rack, played.layout) == (rack, {})


def test_fire_counts_a_point_that_is_made_again_once() -> None:
    three = plays("collectors", f"Ann bets 5 on fire\n{made(4, 5, 6, 4, 4, 5)}{SEVEN_OUT}")
    assert (three.results["fire"], three.rack) == ("lose", "1045.00")
    four = plays("collectors", f"Ann bets 5 on fire\n{made(4, 4, 5, 6, 6, 8)}{SEVEN_OUT}")
    assert (four.results["fire"], four.rack) == ("win", "1170.00")


def test_fire_does_not_count_a_point_that_was_only_set() -> None:
    played = plays(
        "collectors", f"Ann bets 5 on fire\n{made(4, 5, 6)}Ann bets 10 on pass\nroll 4 4\nroll 4 5\nroll 3 4"
    )
    assert played.results == {"pass": "lose", "fire": "lose"}


def test_fire_outlives_a_come_out_seven() -> None:
    played = plays("collectors", "Ann bets 5 on fire\nAnn bets 10 on pass\nroll 3 4")
    assert played.layout == {"fire": "5.00"}


@pytest.mark.parametrize("wager", ["fire", "small", "tall", "all"])
@pytest.mark.parametrize("rolls", ["roll 6 6\n", "roll 3 4\n", "roll 2 2\n", "roll 2 2\nroll 1 3\n"])
def test_the_gathering_bets_are_not_made_after_the_shooters_first_roll(wager: str, rolls: str) -> None:
    assert refuses("collectors", f"Ann bets 10 on pass\n{rolls}Ann bets 5 on {wager}").code == "not-now"


@pytest.mark.parametrize("wager", ["fire", "small", "tall", "all"])
def test_the_gathering_bets_are_open_again_to_the_next_shooter(wager: str) -> None:
    next_hand = f"Ann bets 10 on pass\nroll 2 2\nroll 3 4\nBob bets 10 on pass\nAnn bets 5 on {wager}\nroll 2 2"
    played = plays("collectors", next_hand)
    assert (played.rolls[-1].shooter, played.layout) == ("Bob", {wager: "5.00"})


@pytest.mark.parametrize("wager", ["fire", "small", "tall", "all"])
def test_the_gathering_bets_come_down_only_before_the_first_roll(wager: str) -> None:
    bet = f"Ann bets 10 on pass\nAnn bets 5 on {wager}\n"
    assert plays("collectors", f"{bet}Ann takes down {wager}").layout == {"pass": "10.00"}
    assert refuses("collectors", f"{bet}roll 2 2\nAnn takes down {wager}").code == "contract"


# --- collectors: small, tall, all. Bob's pass bet of 10 keeps him shooting: a point of 4 is only made or lost last.

LOW = "roll 2 2\nroll 1 1\nroll 1 2\nroll 2 3\n"
"""4, the point, then 2, 3 and 5: all of small but the 6."""
HIGH = "roll 4 4\nroll 4 5\nroll 5 5\nroll 5 6\n"
"""8, 9, 10 and 11: all of tall but the 12."""


@pytest.mark.parametrize(
    ("wager", "before", "last", "rack"),
    [
        ("small", LOW, "roll 3 3", "1170.00"),  # 34 times 5
        ("tall", "roll 2 2\n" + HIGH, "roll 6 6", "1170.00"),
        ("all", LOW + HIGH + "roll 6 6\n", "roll 3 3", "1875.00"),  # 175 times 5
    ],
)
def test_small_tall_and_all_win_exactly_at_the_last_total(wager: str, before: str, last: str, rack: str) -> None:
    bet = f"Bob bets 10 on pass\nAnn bets 5 on {wager}\n{before}"
    assert plays("collectors", bet).layout == {wager: "5.00"}
    played = plays("collectors", bet + last)
    assert played.results == {wager: "win"}
    assert (played.rack, played.layout) == (rack, {})


@pytest.mark.parametrize(
    ("wager", "before"), [("small", LOW), ("tall", "roll 2 2\n" + HIGH), ("all", LOW + HIGH + "roll 6 6\n")]
)
def test_small_tall_and_all_lose_to_a_seven_before_the_last_total(wager: str, before: str) -> None:
    played = plays("collectors", f"Bob bets 10 on pass\nAnn bets 5 on {wager}\n{before}roll 3 4")
    assert (played.results, played.rack) == ({wager: "lose"}, "995.00")


def test_small_tall_and_all_lose_to_a_come_out_seven() -> None:
    bets = "Ann bets 5 on small\nAnn bets 5 on tall\nAnn bets 5 on all\n"
    played = plays("collectors", f"Bob bets 10 on pass\n{bets}roll 3 4")
    assert played.results == {"small": "lose", "tall": "lose", "all": "lose"}
    assert (played.rack, played.layout) == ("985.00", {})


def test_small_does_not_count_a_total_twice() -> None:
    played = plays("collectors", f"Bob bets 10 on pass\nAnn bets 5 on small\n{LOW}roll 1 1\nroll 2 3\nroll 1 2")
    assert (played.results, played.layout) == ({}, {"small": "5.00"})


def test_small_tall_and_all_gather_by_the_same_rolls() -> None:
    bets = "Bob bets 10 on pass\nAnn bets 5 on small\nAnn bets 5 on tall\nAnn bets 5 on all\n"
    played = plays("collectors", f"{bets}{LOW}roll 3 3\n{HIGH}roll 6 6")
    assert played.results == {"tall": "win", "all": "win"}
    assert (played.rack, played.layout) == ("2215.00", {})  # 34 + 34 + 175 times 5
