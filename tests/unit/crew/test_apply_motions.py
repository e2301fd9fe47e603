"""Hands move what a step names, and nothing that does not lie there."""

import pytest

from sevenout.base.errors import BadInput
from sevenout.base.refusal import Citation
from sevenout.crew.payout.motions import Motion
from sevenout.engine.game import Game
from sevenout.table import Snapshot, Table
from sevenout.table.named_layout import BARE
from sevenout.table.table_snapshot import chips_of
from tests.unit.crew.apply_motions import apply

GAME = Game.open("catfish-bend")
CITE = Citation("Taking and Paying 1")


@pytest.fixture
def table() -> Snapshot:
    table = Table(GAME)
    assert table.seat("Ann", 100_000) is None
    for wager, amount in (("pass", 1000), ("field", 500), ("place-6", 1200)):
        assert table.bet("Ann", wager, amount) is None
    assert table.toke("Ann", 500, "field") is None
    return table.snapshot()


def test_a_take_goes_to_the_bank(table: Snapshot) -> None:
    after = apply(GAME, table, Motion("third base", "take", CITE, "Ann", "field", 500, "bank"))
    assert after.ledger.bank == table.ledger.bank + 500
    assert after.seats[0].layout.stakes == {"pass": 1000, "place-6": 1200}
    assert after.seats[0].rack == table.seats[0].rack


def test_a_payment_leaves_the_bank_and_the_stake_stays(table: Snapshot) -> None:
    after = apply(GAME, table, Motion("third base", "pay", CITE, "Ann", "place-6", 1400, "rack"))
    assert after.ledger.bank == table.ledger.bank - 1400
    assert after.seats[0].rack == table.seats[0].rack + 1400
    assert after.seats[0].layout == table.seats[0].layout


def test_a_part_of_a_stake_can_go_back(table: Snapshot) -> None:
    after = apply(GAME, table, Motion("third base", "return", CITE, "Ann", "pass", 400, "rack"))
    assert after.seats[0].layout.stakes["pass"] == 600
    assert after.seats[0].rack == table.seats[0].rack + 400


def test_a_toke_goes_to_the_toke_box(table: Snapshot) -> None:
    paid = apply(GAME, table, Motion("second base", "pay", CITE, "crew", "field", 500, "toke box"))
    after = apply(GAME, paid, Motion("second base", "return", CITE, "crew", "field", 500, "toke box"))
    assert after.ledger.toke_box == 1000
    assert after.crew == BARE
    assert chips_of(after) == 0


def test_the_puck_goes_where_the_step_says(table: Snapshot) -> None:
    on = apply(GAME, table, Motion("third base", "puck", CITE, to="8"))
    assert on.point == 8
    assert apply(GAME, on, Motion("third base", "puck", CITE, to="off")).point is None


def test_nobody_lifts_more_than_lies_there(table: Snapshot) -> None:
    with pytest.raises(BadInput, match=r"Ann's field holds 5\.00: 6\.00 cannot be lifted from it"):
        apply(GAME, table, Motion("third base", "take", CITE, "Ann", "field", 600, "bank"))


def test_nobody_works_for_a_stranger(table: Snapshot) -> None:
    with pytest.raises(BadInput, match="Zed has no seat at this table"):
        apply(GAME, table, Motion("third base", "pay", CITE, "Zed", "field", 500, "rack"))
