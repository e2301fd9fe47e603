"""New South Wales, clause by clause: the buttons, and what the stick calls by its own names."""

import pytest
from msgspec.structs import replace

from sevenout.base.errors import Malformed
from sevenout.base.refusal import Refusal
from sevenout.crew.calls.announcements import refused_after_sent
from sevenout.crew.pit.bank import Medium, Present, Presented
from sevenout.crew.pit.pit_rules import pit_rules
from sevenout.crew.replay import play
from sevenout.crew.shift.shift_report import ShiftReport, shift_report
from sevenout.engine.game import Game
from sevenout.engine.position import Voucher
from sevenout.table import Rolled, Table
from sevenout.table.commands import Bet, Reduce, RollDice, TakeDown, ThrowDice
from sevenout.table.events import Left
from sevenout.table.log.table_log import write_log
from tests.clauses.house import DOLLAR, House, clause
from tests.clauses.voices import aloud, heard, marked, sent, words
from tests.clauses.voices import told as told_to
from tests.unit.crew.floors import of, refused, shooting, told

BOOK = "new-south-wales"


@clause("6.6.1", "6.6.2")
def test_6_6_1_a_button_lies_on_every_wager_that_is_called(house: House) -> None:
    made = "Ann bets 10 on place-5; Ann bets 20 on buy-4; Ann bets 10 on hard-4; Ann bets 10 on hard-8; "
    for call in ("on", "off"):
        laid = [entry for entry in marked(house, f"{made}Ann calls all {call}") if entry[1] in ("on", "off")]
        assert sorted(laid) == [
            ("third base", call, "buy-4", "6.6.1"),
            ("third base", call, "hard-4", "6.6.1"),
            ("third base", call, "hard-8", "6.6.1"),
            ("third base", call, "place-5", "6.6.1"),
        ]


@clause("6.6.1", "6.6.2")
def test_6_6_1_a_wager_behind_the_come_has_a_button_too(house: House) -> None:
    odds = "Ann bets 10 on pass; roll 4 2; Bob bets 10 on come; roll 5 4; Bob bets 10 on come-odds-9"
    assert marked(house, f"{odds}; Bob calls come-odds-9 on") == [("third base", "on", "come-odds-9", "6.6.1")]


@clause("6.6.1")
def test_6_6_1_the_button_confirms_a_call_and_it_is_a_dealers_to_lay(house: House) -> None:
    made = "Ann bets 10 on place-5; Ann bets 10 on place-6; Ann bets 20 on buy-4; Ann bets 10 on hard-8; "
    for call in ("on", "off"):
        assert sorted(told_to(aloud(house, f"{made}Ann calls all {call}"))) == [
            ("third base", f"Buy 4 {call}, player 1 at third base, button down", "6.6.1"),
            ("third base", f"Hard 8 {call}, player 1 at third base, button down", "6.6.1"),
            ("third base", f"Place Bet to Win 5 and 6 {call}, player 1 at third base, button down", "6.6.1"),
        ]
    odds = "Ann bets 10 on pass; roll 4 2; Bob bets 10 on come; roll 5 4; Bob bets 10 on come-odds-9; "
    assert words(aloud(house, f"{odds}Bob calls come-odds-9 on")) == [
        "Behind the Come 9 on, player 2 at third base, button down"
    ]
    working = house.plays(f"{made}Cy bets 10 on pass; Ann calls place on; roll 4 3".replace("; ", "\n"))
    assert working.layout() == {"buy-4": "20.00", "hard-8": "10.00"}


@clause("6.6.1")
def test_6_6_1_a_call_counts_once_a_dealer_or_a_boxperson_confirms_it(house: House) -> None:
    up = "Cy bets 10 on pass\nAnn bets 10 on hard-8\n"
    for line in ("unconfirmed", "confirmed by stickperson"):
        refusal = house.refuses(f"{up}Ann calls hard-8 on {line}")
        assert (refusal.code, refusal.clause) == ("unconfirmed", "6.6.1")
    for role, who in (("dealer", "third base"), ("boxperson", "boxperson")):
        said = aloud(house, f"{up}Ann calls hard-8 on confirmed by {role}".replace("\n", "; "))
        assert told_to(said)[-1] == (who, "Hard 8 on, player 1 at third base, button down", "6.6.1")
        house.plays(f"{up}Ann bets 12 on place-6\nAnn calls place-6 on confirmed by {role}")
    empty = house.refuses(f"crew: stick Kim, third base Lou\n{up}Ann calls hard-8 on confirmed by boxperson")
    assert empty.code == "no-post"


@clause("6.3")
def test_6_3_dealer_and_boxperson_both_confirm_a_late_wager_aloud(house: House) -> None:
    for wager, title in (("field", "Field"), ("any-7", "Any Seven"), ("dont-pass", "Don't Win")):
        said = aloud(house, f"Ann bets 10 on pass; throw; Cy bets 10 on {wager} confirmed by dealer, boxperson")
        assert told_to(said)[-2:] == [
            ("second base", f"10 on {title}, confirmed", "6.3"),
            ("boxperson", f"10 on {title}, confirmed", "6.3"),
        ]
    alone = house.refuses("Ann bets 10 on pass\nthrow\nCy bets 10 on field confirmed by dealer")
    assert (alone.code, alone.clause) == ("unconfirmed", "6.3")


@clause("6.3")
def test_6_3_no_wager_is_closed_before_the_dice_rest(house: House) -> None:
    game = house.game()
    assert [wager for wager in house.rules.by_key if refused_after_sent(game, wager) is not None] == []


@clause("6.1.1", "6.1.1.1.1")
def test_6_1_1_the_win_line_is_called_by_its_name(house: House) -> None:
    assert "Win line winner" in words(heard(house, "Ann bets 10 on pass; roll 4 3"))


@clause("6.1.2.3")
def test_6_1_2_3_a_come_out_2_bars_the_dont_side(house: House) -> None:
    assert words(heard(house, "Ann bets 10 on pass; roll 1 1"))[-1] == "Bar the don'ts"
    assert words(heard(house, "Ann bets 10 on pass; roll 6 6"))[-1] == "Pay the don'ts"


@clause("6.6.1")
def test_6_6_1_on_a_come_out_the_stick_says_that_hardways_rest(house: House) -> None:
    assert "Hardways are off unless called on" in words(sent(house, "Ann bets 10 on pass"))


@clause("6.2")
def test_6_2_tokens_and_vouchers_are_laid_as_they_are_and_cost_the_rack_nothing(house: House) -> None:
    media: tuple[Medium, ...] = ("token", "voucher")
    for medium in media:
        floor = shooting(house.game())
        rack, ledger = floor.table.rack("Bob"), floor.table.state.ledger
        taken = of(Presented, floor, Present("Bob", 25 * DOLLAR, medium))
        assert (taken.medium, taken.cite.clause, taken.cite.provenance) == (medium, "6.2", "stated")
        assert (taken.into, pit_rules(house.game()).wagering.presented.provenance) == ("drop box", "assumed")
        assert (floor.table.rack("Bob"), floor.table.state.ledger) == (rack, ledger)
        told(floor, Bet("Bob", 25 * DOLLAR, "field", voucher=medium))
        assert (floor.table.layout("Bob"), floor.table.rack("Bob")) == ({"field": 25 * DOLLAR}, rack)
        bob = floor.table.snapshot().seat("Bob")
        assert bob is not None
        assert (bob.layout.at_risk, bob.layout.lying[0].vouchers) == (0, (Voucher(medium, 25 * DOLLAR),))
        assert (bob.vouchers, bob.held_vouchers) == ((Voucher(medium, 25 * DOLLAR),), ())
        assert refused(floor, Bet("Bob", 25 * DOLLAR, "any-7", voucher=medium))[0] == "voucher"
        assert refused(floor, Present("Bob", 150, medium))[0] == "not-chips"
        assert pit_rules(house.game()).wagering.made_with.value == {"chips", *media}
        assert refused(floor, Present("Zed", 25 * DOLLAR, medium))[0] == "no-seat"


@clause("6.2", "6.3")
def test_6_2_what_is_presented_after_the_throw_counts_only_on_the_layout_and_confirmed(house: House) -> None:
    media: tuple[Medium, ...] = ("token", "voucher")
    for medium in media:
        floor = shooting(house.game(), box="Ned")
        told(floor, ThrowDice(), Present("Bob", 25 * DOLLAR, medium))
        assert floor.table.layout("Bob") == {}
        bet = Bet("Bob", 25 * DOLLAR, "field", voucher=medium)
        assert refused(floor, bet) == ("unconfirmed", "6.3")
        called = Bet("Bob", 25 * DOLLAR, "field", called=True, confirmed=("dealer", "boxperson"))
        assert refused(floor, called) == ("called", "6.2")
        rolled = of(Rolled, floor, replace(bet, confirmed=("dealer", "boxperson")), RollDice(6, 3))
        assert [(done.wager, done.won) for seat, done in rolled.settled if seat == "Bob"] == [("field", 25 * DOLLAR)]


@clause("6.2")
def test_6_2_only_this_house_takes_tokens_and_vouchers_and_it_takes_nothing_else(house: House) -> None:
    for other in ("catfish-bend", "marina-bay-sands", "typical"):
        assert refused(shooting(Game.open(other)), Present("Bob", 25 * DOLLAR, "voucher"))[0] == "not-here", other
    for medium in ("token", "voucher"):
        night = house.plays(
            f"crew: stick Kim, third base Lou\nseat Dee 5\nDee presents 25 by {medium}\n"
            f"Dee bets 25 on field with a {medium}\nDee bets 5 on field"
        )
        assert night.layout("Dee") == {"field": "30.00"}
    for medium in ("cash", "cheque", "marker"):
        with pytest.raises(Malformed, match=r"expected .token. or .voucher."):
            house.plays(f"seat Dee 5\nDee presents 25 by {medium}")


CREWED = "crew: stick Kim, third base Lou, second base Max, box Ned\n"
PRESENTED = """
table minimum 5 maximum 500 chip 1
crew: stick Kim, third base Lou, second base Max, box Ned
bank opened: 200 white, 200 red, 200 green, 100 black
seat Ann 100
seat Bob 100
Ann presents 25 by voucher
"""


def _left(house: House, story: str) -> tuple[int, int, ShiftReport]:
    """What Ann is paid as she leaves, what she has back as a voucher, and the report of the shift."""
    played = play(f"rules {house.rules.book.name}\n{PRESENTED}{story}Ann leaves\nsupervisor counts the drop box: 1\n")
    assert [step.event for step in played if isinstance(step.event, Refusal)] == []
    floor = played.floor
    assert floor is not None
    table = floor.table
    assert table.log is not None
    left = next(recorded.event for recorded in table.log if isinstance(recorded.event, Left))
    report = shift_report(table.game, floor.log)
    assert [each.name for each in report.agreements if not each.agrees] == []
    assert "inventory" in [each.name for each in report.agreements]
    assert [box.expected for box in report.floor.boxes] == [report.drop]
    assert Table.of_log(table.game, write_log(table.log)).snapshot() == table.snapshot()
    return left.cashed, sum(voucher.amount for voucher in left.vouchers), report


@clause("6.2")
def test_6_2_a_voucher_that_was_not_wagered_is_never_cashed(house: House) -> None:
    fact = pit_rules(house.game()).wagering.promotional_cashed
    assert (fact.value, fact.clause, fact.provenance) == (False, "6.2", "assumed")
    cashed, back, report = _left(house, "")
    assert (cashed, back, report.drop, report.win) == (100 * DOLLAR, 25 * DOLLAR, 200 * DOLLAR, 0)


@clause("6.2")
def test_6_2_a_voucher_that_wins_is_paid_25_in_chips_and_goes_back_to_its_owner(house: House) -> None:
    cashed, back, report = _left(
        house, "Bob bets 5 on pass\nAnn bets 25 on pass with a voucher\nroll 6 5\ncrew works\n"
    )
    assert (cashed, back, report.win) == (125 * DOLLAR, 25 * DOLLAR, -30 * DOLLAR)


@clause("6.2")
def test_6_2_a_voucher_that_loses_is_gone_and_its_owner_cashes_the_100_that_were_bought(house: House) -> None:
    cashed, back, report = _left(
        house, "Bob bets 5 on dont-pass\nAnn bets 25 on pass with a voucher\nroll 1 1\ncrew works\n"
    )
    assert (cashed, back, report.win) == (100 * DOLLAR, 0, 25 * DOLLAR)


@clause("6.2")
def test_6_2_a_voucher_lost_on_a_roll_that_is_taken_back_is_there_again(house: House) -> None:
    cashed, back, _ = _left(
        house,
        "Bob bets 5 on dont-pass\nAnn bets 25 on pass with a voucher\nroll 1 1\ncrew works\n"
        "roll corrected to 6 5\ncrew works\n",
    )
    assert (cashed, back) == (125 * DOLLAR, 25 * DOLLAR)


@clause("6.2")
def test_6_2_a_voucher_is_bet_whole_and_comes_back_whole(house: House) -> None:
    floor = shooting(house.game())
    told(floor, Present("Bob", 25 * DOLLAR, "voucher"), Present("Bob", 10 * DOLLAR, "token"))
    others: tuple[tuple[int, Medium], ...] = ((20, "voucher"), (25, "token"), (35, "voucher"))
    for amount, kind in others:
        assert refused(floor, Bet("Bob", amount * DOLLAR, "field", voucher=kind))[0] == "voucher"
    rack = floor.table.rack("Bob")
    laid = Bet("Bob", 25 * DOLLAR, "place-5", voucher="voucher"), Bet("Bob", 10 * DOLLAR, "place-5")
    told(floor, *laid, Reduce("Bob", "place-5", 5 * DOLLAR))
    assert floor.table.rack("Bob") == rack - 5 * DOLLAR
    assert refused(floor, Reduce("Bob", "place-5", 10 * DOLLAR))[0] == "voucher"
    told(floor, TakeDown("Bob", "place-5"))
    assert floor.table.rack("Bob") == rack
    bob = floor.table.state.seat("Bob")
    assert bob is not None
    assert bob.held_vouchers == (Voucher("token", 10 * DOLLAR), Voucher("voucher", 25 * DOLLAR))


@clause("6.2")
def test_6_2_the_commission_on_a_bet_with_a_voucher_is_paid_in_chips(house: House) -> None:
    night = house.plays(f"{CREWED}Ann presents 40 by voucher\nCy bets 10 on pass\nAnn bets 40 on buy-4 with a voucher")
    assert (night.layout(), night.rack()) == ({"buy-4": "40.00"}, "9998.00")


@clause("6.2")
def test_6_2_a_voucher_travels_with_its_come_bet_and_stays_up_with_its_place_bet(house: House) -> None:
    up = f"{CREWED}Ann presents 25 by voucher\nAnn presents 25 by voucher\nCy bets 10 on pass\nroll 4 6\ncrew works\n"
    laid = "Ann bets 25 on come with a voucher\nAnn bets 25 on place-5 with a voucher\n"
    laid += "roll 5 4\ncrew works\nroll 3 2\ncrew works\n"
    night = house.plays(up + laid)
    assert (night.layout(), night.rack()) == ({"come-9": "25.00", "place-5": "25.00"}, "10035.00")
    out = house.plays(up + laid + "roll 5 4\ncrew works\nroll 4 3\n")
    assert (out.layout(), out.rack()) == ({}, "10060.00")
    ann = out.table.state.seat("Ann")
    assert ann is not None
    assert ann.vouchers == (Voucher("voucher", 25 * DOLLAR),)
    assert out.table.state.ledger.drop == 16025 * DOLLAR


@clause("6.3")
def test_6_3_a_post_that_nobody_fills_confirms_nothing(house: House) -> None:
    late = Bet("Bob", 25 * DOLLAR, "field", confirmed=("dealer", "boxperson"))
    empty = shooting(house.game())
    told(empty, ThrowDice())
    assert refused(empty, late) == ("no-post", "6.3")
    filled = shooting(house.game(), box="Ned")
    told(filled, ThrowDice(), late)
    assert filled.table.layout("Bob") == {"field": 25 * DOLLAR}


@clause("6.3")
def test_6_3_a_late_wager_may_be_accompanied_by_a_token_or_a_voucher(house: House) -> None:
    floor = shooting(house.game(), box="Ned")
    told(floor, ThrowDice(), Present("Bob", 25 * DOLLAR, "voucher"))
    late = Bet("Bob", 25 * DOLLAR, "field", voucher="voucher")
    assert refused(floor, late) == ("unconfirmed", "6.3")
    told(floor, replace(late, confirmed=("dealer", "boxperson")))
