"""Named strategies against players written by hand in Python, who keep their books in plain variables."""

from collections.abc import Callable

import pytest

from sevenout.strategy.library import open_strategy
from sevenout.strategy.view import View
from tests.unit.strategy.sitting import game_of, rolls, stands

BANKROLL = 20_000_00
SEEDS = 5
ROLLS = 2_000
INSIDE = {"place-5": 10_00, "place-6": 12_00, "place-8": 12_00, "place-9": 10_00}


class Player:
    """Sees what a strategy sees, and may remember whatever it likes."""

    def __call__(self, view: View) -> View:
        if view.last.total:
            self.learn(view)
        return self.act(view)

    def learn(self, view: View) -> None:
        """Takes note of the last roll."""

    def act(self, view: View) -> View:
        raise NotImplementedError

    @staticmethod
    def won(view: View, wager: str) -> bool:
        return any(settled.result == "win" for settled in view.decided(wager))

    @staticmethod
    def lost(view: View, wager: str) -> bool:
        return any(settled.result == "lose" for settled in view.decided(wager))


def on_pass(view: View, stake: int) -> View:
    """Bets on the come-out, unless the pass bet is up."""
    return view.bet("pass", stake) if view.point is None and not view.stake("pass") else view


class Martingale(Player):
    def __init__(self) -> None:
        self.stake = 10_00

    def learn(self, view: View) -> None:
        if self.won(view, "pass"):
            self.stake = 10_00
        elif self.lost(view, "pass"):
            self.stake = 10_00 if self.stake == 320_00 else 2 * self.stake

    def act(self, view: View) -> View:
        return on_pass(view, self.stake)


class FieldMartingale(Player):
    def __init__(self) -> None:
        self.lost_in_a_row = 0

    def learn(self, view: View) -> None:
        self.lost_in_a_row = 0 if self.won(view, "field") else self.lost_in_a_row + 1

    def act(self, view: View) -> View:
        assert isinstance(view.rack, int)
        after = view.bet("field", 10_00 * 2 ** (self.lost_in_a_row % 5))
        return after.leave("up 10 units") if view.rack >= view.bankroll + 100_00 else after


class DAlembert(Player):
    def __init__(self) -> None:
        self.level = 1

    def learn(self, view: View) -> None:
        if self.lost(view, "pass"):
            self.level = min(self.level + 1, 20)
        elif self.won(view, "pass"):
            self.level = max(self.level - 1, 1)

    def act(self, view: View) -> View:
        return on_pass(view, 10_00 * self.level)


class OscarsGrind(Player):
    def __init__(self) -> None:
        self.series, self.stake = 0, 1

    def learn(self, view: View) -> None:
        if self.lost(view, "pass"):
            self.series = max(self.series - self.stake, -49)
        elif self.won(view, "pass"):
            self.series += self.stake
            if self.series >= 1:
                self.series, self.stake = 0, 1
            else:
                self.stake = min(self.stake + 1, 1 - self.series, 50)

    def act(self, view: View) -> View:
        return on_pass(view, 10_00 * self.stake)


class FiveCount(Player):
    def __init__(self) -> None:
        self.counted = 0

    def learn(self, view: View) -> None:
        if view.last.event == "seven-out":
            self.counted = 0
        elif 0 < self.counted < 4 or (self.counted in (0, 4) and view.last.total in (4, 5, 6, 8, 9, 10)):
            self.counted += 1

    def act(self, view: View) -> View:
        if self.counted < 5:
            return view
        if view.point is None:
            return view if view.stake("pass") else view.bet("pass", 10_00)
        for number in (6, 8):
            if number != view.point and not view.stake(f"place-{number}"):
                view = view.bet(f"place-{number}", 12_00)
        return view


class InsideRegression(Player):
    def __init__(self) -> None:
        self.hit = False

    def learn(self, view: View) -> None:
        self.hit = (self.hit or any(self.won(view, wager) for wager in INSIDE)) and view.last.event != "seven-out"

    def act(self, view: View) -> View:
        if view.point is None:
            return view
        for wager, single in INSIDE.items():
            wanted, held = single if self.hit else 2 * single, view.stake(wager)
            if wanted > held:
                view = view.bet(wager, wanted - held)
            elif wanted < held:
                view = view.reduce(wager, held - wanted)
        return view


class HardwayParlay(Player):
    def act(self, view: View) -> View:
        for wager in ("hard-6", "hard-8"):
            if not view.stake(wager):
                view = view.bet(wager, 10_00)
            elif self.won(view, wager):
                view = view.bet(wager, 90_00) if view.stake(wager) == 10_00 else view.reduce(wager, 90_00)
        return view


@pytest.mark.parametrize("book", ["typical", "catfish-bend"])
@pytest.mark.parametrize(
    ("name", "player"),
    [
        ("martingale", Martingale),
        ("field-martingale", FieldMartingale),
        ("dalembert", DAlembert),
        ("oscars-grind", OscarsGrind),
        ("five-count", FiveCount),
        ("inside-regression", InsideRegression),
        ("hardway-parlay", HardwayParlay),
    ],
)
def test_the_file_plays_as_the_player_does(name: str, player: Callable[[], Player], book: str) -> None:
    game = game_of(book)
    for seed in range(SEEDS):
        dice = rolls(f"by hand {seed}", ROLLS)
        written = stands(game, open_strategy(name, game), BANKROLL, dice)
        by_hand = stands(game, player(), BANKROLL, dice)
        assert written == by_hand
        assert len(written) == ROLLS + 1 or written[-1].ending
