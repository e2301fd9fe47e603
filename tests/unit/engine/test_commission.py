"""A commission is spent by every decision: a winner that stays up pays it anew, and nobody remembers what was paid."""

from pathlib import Path

import pytest

from sevenout.base.dice import Roll, roll
from sevenout.engine.betting import EMPTY, Change, layout, place, settle
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.table import Table
from sevenout.table.events import Rolled
from sevenout.table.log.table_log import read_log, verify_log, write_log
from sevenout.table.narration import decision

UP = '[wagers.buy-n]\nafter-win = "up"\ncommission = {{ rate = "{rate}", of = "stake", refund = {refund} }}\n'


def house(tmp_path: Path, *, refund: bool = False, rate: str = "1:20", more: str = "") -> Game:
    """A typical casino where buy bets stay up after a win, and nobody needs a line bet to throw."""
    path = tmp_path / "mine.toml"
    own = UP.format(refund=str(refund).lower(), rate=rate)
    path.write_text(f'format = 1\nname = "mine"\nextends = "typical"\n[shooter]\nline = []\n{more}{own}')
    return Game(open_book(str(path)))


def bought(game: Game, amount: int = 20_00) -> Table:
    """A table with a point on and a buy bet on the 4."""
    table = Table(game)
    table.seat("Ann", 1000_00)
    thrown(table, roll(5, 1))
    assert table.bet("Ann", "buy-4", amount) is None
    return table


def thrown(table: Table, dice: Roll) -> Rolled:
    event = table.roll(dice)
    assert isinstance(event, Rolled)
    return event


def test_a_buy_bet_that_stays_up_pays_its_commission_at_every_win(tmp_path: Path) -> None:
    table = bought(house(tmp_path))
    racks = [table.rack("Ann")]
    for _ in range(3):
        (won,) = thrown(table, roll(2, 2)).seats[0].results
        assert (won.won, won.commission, won.stays) == (39_00, 1_00, True)
        racks.append(table.rack("Ann"))
    assert racks == [979_00, 1018_00, 1057_00, 1096_00]
    assert table.layout("Ann") == {"buy-4": 20_00}
    assert decision(won) == "wins 39, 1 kept as the next commission"
    assert table.take_down("Ann", "buy-4") is None
    assert table.rack("Ann") == 1116_00


def test_where_commissions_come_back_only_the_one_that_is_not_spent_does(tmp_path: Path) -> None:
    table = bought(house(tmp_path, refund=True))
    thrown(table, roll(2, 2))
    thrown(table, roll(2, 2))
    assert table.take_down("Ann", "buy-4") is None
    assert table.rack("Ann") == 1000_00 + 2 * 40_00 - 2 * 1_00


def test_a_winner_that_comes_down_is_paid_whole() -> None:
    game = Game.open("typical")
    made = place(game, EMPTY, game.puck(6), "buy-4", 20_00, None)
    assert isinstance(made, Change)
    (won,) = settle(game, made.position, game.puck(6), roll(2, 2)).results
    assert (won.won, won.commission, won.stays) == (40_00, 0, False)


def test_winnings_that_do_not_reach_for_the_next_commission_bring_the_bet_down(tmp_path: Path) -> None:
    game = house(tmp_path, rate="3:1")
    table = bought(game)
    (won,) = thrown(table, roll(2, 2)).seats[0].results
    assert (won.won, won.commission, won.stays) == (40_00, 0, False)
    assert table.layout("Ann") == {}
    assert table.rack("Ann") == 1000_00 - 60_00 + 40_00


def test_a_losing_proposition_with_a_commission_is_not_made_good(tmp_path: Path) -> None:
    """Made good it would lie there with its commission spent."""
    path = tmp_path / "mine.toml"
    own = '[wagers.any-craps]\ncommission = { rate = "1:20", of = "stake", refund = true }\n'
    path.write_text(f'format = 1\nname = "mine"\nextends = "catfish-bend"\n{own}')
    game = Game(open_book(str(path)))
    position = EMPTY
    for key in ("eleven", "any-craps"):
        made = place(game, position, game.puck(), key, 20_00, None)
        assert isinstance(made, Change)
        position = made.position
    done = settle(game, position, game.puck(), roll(6, 5))
    assert layout(game, done.position) == {"eleven": 20_00}
    assert (done.back, done.bank) == (300_00, -280_00)


@pytest.mark.parametrize("refund", [True, False])
def test_the_log_of_such_a_table_is_read_and_settled_again(tmp_path: Path, refund: bool) -> None:
    game = house(tmp_path, refund=refund)
    table = bought(game)
    thrown(table, roll(2, 2))
    assert table.log is not None
    lines = list(write_log(table.log))
    assert read_log(game, lines)[0].seats[0].rack == table.rack("Ann")
    assert verify_log(game, lines).entries == len(lines)


def test_odds_that_are_trimmed_give_back_what_their_commission_is_above_that_of_what_stays(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    own = '[wagers.dont-pass-odds]\ncommission = { rate = "1:10", of = "stake", refund = true }\n'
    path.write_text(f'format = 1\nname = "mine"\nextends = "typical"\n{own}')
    table = Table(Game(open_book(str(path))))
    table.seat("Ann", 1000_00)
    assert table.bet("Ann", "dont-pass", 20_00) is None
    thrown(table, roll(2, 2))
    assert table.bet("Ann", "dont-pass-odds", 120_00) is None
    assert table.rack("Ann") == 1000_00 - 20_00 - 120_00 - 12_00
    assert table.reduce("Ann", "dont-pass", 10_00) is None
    assert table.layout("Ann") == {"dont-pass": 10_00, "dont-pass-odds": 60_00}
    assert table.rack("Ann") == 1000_00 - 10_00 - 60_00 - 6_00
