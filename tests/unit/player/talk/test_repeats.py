"""Once more, and back: what comes of it, and what is said of what the house does not take now."""

import pytest

from sevenout import Game, Table, roll
from sevenout.player.saved_seat import SavedSeat, kept_lines, saved_in
from sevenout.player.talk import Unclear, Understood, memory_of, understand
from sevenout.player.talk.repeats import Gone
from sevenout.player.talk.standing_orders import StandingOrder, carry_out_orders, drop_order, read_order
from sevenout.rulebook.compiler.book_compiler import open_book


def table_of(*lines: str, house: str = "typical", rack: int = 1000_00) -> Table:
    table = Table(Game(open_book(house), undo=True))
    table.seat("Ann", rack)
    for line in lines:
        if line[0].isdecimal():
            a, b = line.split()
            table.roll(roll(int(a), int(b)))
        else:
            wager, amount = line.split()
            assert table.bet("Ann", wager, int(amount) * 100) is None
    return table


def said(table: Table, line: str) -> Understood:
    heard = understand(table, "Ann", line, memory_of(table, "Ann"))
    assert isinstance(heard, Understood), heard
    return heard


def test_rebet_says_what_the_house_does_not_take_now() -> None:
    heard = said(table_of("pass 10", "4 2", "pass-odds 20", "5 2"), "rebet")
    assert heard.lines == ("Ann bets 10 on pass",)
    assert heard.note.startswith("20 on pass-odds is not taken now: Pass odds may be made only while a point is on")


def test_a_come_bet_that_travelled_is_rebet_as_come() -> None:
    heard = said(table_of("pass 10", "4 2", "come 15", "5 4", "6 3"), "rebet")
    assert heard.lines == ("Ann bets 15 on come",)


def test_a_come_bet_is_not_taken_on_the_come_out_and_that_is_said() -> None:
    heard = said(table_of("pass 10", "4 2", "come 15", "5 4", "5 2"), "rebet")
    assert heard.lines == ("Ann bets 10 on pass",)
    assert "15 on come is not taken now" in heard.note


def test_what_is_not_taken_is_said_once_however_many_there_were_of_it() -> None:
    heard = said(table_of("pass 10", "4 2", "come 15", "5 4", "come 15", "4 1", "come 15", "6 4", "5 2"), "same bet")
    assert heard.note.count("15 on come is not taken now") == 1


def test_repeat_is_the_layout_of_the_last_come_out() -> None:
    table = table_of("pass 10", "hard-8 5", "4 2", "place-8 12", "5 2")
    assert said(table, "repeat").lines == ("Ann bets 10 on pass", "Ann bets 5 on hard-8")


def test_double_says_what_cannot_be_doubled() -> None:
    heard = said(table_of("pass 10", "4 2", "place-8 12"), "double")
    assert heard.lines == ("Ann bets 12 on place-8",)
    assert heard.note == "10 on pass is not taken now: Pass may be added to only before a point is set"


def test_what_cannot_be_done_once_more_at_all_is_no_command() -> None:
    heard = understand(table_of("pass 10", "4 2"), "Ann", "double", memory_of(table_of(), "Ann"))
    assert heard == Unclear("10 on pass is not taken now: Pass may be added to only before a point is set")


def test_clear_takes_back_what_was_done_since_the_roll_and_then_what_may_come_down() -> None:
    table = table_of("pass 10", "4 2", "place-8 12", "field 5")
    assert said(table, "clear").lines == ("Ann undoes", "Ann undoes")
    table.roll(roll(3, 2))
    assert said(table, "clear").lines == ("Ann takes down all",)


# --- standing orders


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("always rebet", "always rebet"),
        ("always rebet come", "always rebet come"),
        ("always rebet the pass line", "always rebet pass"),
        ("keep odds at max", "keep odds at max"),
        ("keep max odds on all my come bets", "keep come odds at max"),
        ("keep double odds", "keep odds at 2x"),
        ("always take full odds behind the line", "keep pass odds at max"),
        ("keep 12 on the six", "keep place-6 at 12"),
        ("always 10 on pass", "keep pass at 10"),
        ("keep place-4 at 10", "keep place-4 at 10"),
        ("keep the ten at 4", "keep place-10 at 4"),
        ("keep 10 on the four", "keep place-4 at 10"),
        ("keep 0 on pass", None),
        ("keep smiling", None),
        ("always rebet odds", None),
        ("always rebet my pass odds", None),
        ("keep field odds at max", None),
        ("keep hard 8 odds at 10", None),
        ("keep come-6 odds at max", "keep come-6 odds at max"),
        ("always", None),
    ],
)
def test_an_order_reads_itself_back(line: str, order: str | None) -> None:
    table = table_of()
    read = read_order(table, line)
    assert (None if read is None else str(read)) == order
    assert read is None or read_order(table, str(read)) == read


@pytest.mark.parametrize("house", ["catfish-bend", "new-south-wales", "crapless"])
def test_an_order_for_any_wager_and_amount_reads_itself_back(house: str) -> None:
    table = table_of(house=house)
    flat = [spot.key for spot in table.game.rules.spots if spot.flat is None]
    orders = [StandingOrder("keep", key, amount * 100) for key in flat for amount in (2, 4, 6, 10, 12)]
    assert [str(order) for order in orders if read_order(table, str(order)) != order] == []


def test_always_rebet_come_bets_it_once_for_each_that_was_decided() -> None:
    orders = (StandingOrder("rebet", "come"),)
    table = table_of("pass 10", "4 2", "come 15", "5 4")
    assert carry_out_orders(table, "Ann", orders, memory_of(table, "Ann")).bets == ()  # it travelled, and is up
    table.roll(roll(6, 3))
    wanted = carry_out_orders(table, "Ann", orders, memory_of(table, "Ann"))
    assert [str(bet) for bet in wanted.bets] == ["Ann bets 15 on come"]
    table.execute(wanted.bets[0])
    table.roll(roll(3, 2))
    assert carry_out_orders(table, "Ann", orders, memory_of(table, "Ann")).bets == ()


def test_what_an_order_wants_and_the_house_does_not_take_is_said() -> None:
    table = table_of("pass 10", "4 2", "come 15", "5 4", "5 2")
    wanted = carry_out_orders(table, "Ann", (StandingOrder("rebet", "come"),), memory_of(table, "Ann"))
    assert wanted.bets == ()
    assert wanted.note.startswith("15 on come is not taken now")


def test_odds_are_kept_behind_every_come_bet() -> None:
    table = table_of("pass 10", "4 2", "come 10", "5 4", "come 10", "5 3")
    every = carry_out_orders(table, "Ann", (StandingOrder("keep", "odds", times=1),), memory_of(table, "Ann")).bets
    assert [bet.wager for bet in every] == ["pass-odds", "come-odds-8", "come-odds-9"]
    assert {bet.amount for bet in every} == {10_00}
    come = carry_out_orders(table, "Ann", (StandingOrder("keep", "come odds"),), memory_of(table, "Ann")).bets
    assert [str(bet) for bet in come] == ["Ann bets 50 on come-odds-8", "Ann bets 40 on come-odds-9"]


def test_the_most_that_an_order_wants_loses_nothing_to_rounding() -> None:
    orders = (StandingOrder("keep", "odds"),)
    table = table_of("pass 10", "3 2", house="catfish-bend", rack=61_00)
    (odds,) = carry_out_orders(table, "Ann", orders, memory_of(table, "Ann")).bets
    assert odds.amount == 50_00, "51 at 3:2 would be paid as 50"
    table.execute(odds)
    assert carry_out_orders(table, "Ann", orders, memory_of(table, "Ann")) == ((), ()), (
        "the one that is left pays nothing"
    )


def test_an_order_is_dropped_by_its_number_or_its_words() -> None:
    orders = (StandingOrder("rebet", "pass"), StandingOrder("keep", "odds"), StandingOrder("keep", "place-6", 1200))
    assert drop_order(orders, "2") == (orders[0], orders[2])
    assert drop_order(orders, "rebet pass") == orders[1:]
    assert drop_order(orders, "keep odds at max") == (orders[0], orders[2])
    assert drop_order(orders, "all") == ()
    assert drop_order(orders, "9") is drop_order(orders, "come") is drop_order(orders, "") is None


def test_an_order_to_rebet_is_about_what_the_last_roll_decided_and_later_ones() -> None:
    table = table_of("pass 10", "4 2", "field 5", "4 1", "any-7 5", "4 4")
    assert table.log is not None
    given = StandingOrder("rebet", since=table.log[-1].n)
    wanted = carry_out_orders(table, "Ann", (given,), memory_of(table, "Ann"))
    assert [str(bet) for bet in wanted.bets] == ["Ann bets 5 on any-7"], "the field was lost before"
    table.roll(roll(5, 2))
    wanted = carry_out_orders(table, "Ann", (given,), memory_of(table, "Ann"))
    assert [str(bet) for bet in wanted.bets] == ["Ann bets 5 on any-7", "Ann bets 10 on pass"]
    table.seat("Bob", 500_00)
    table.bet("Bob", "pass", 10_00)
    table.roll(roll(6, 5))
    assert carry_out_orders(table, "Ann", (given,), memory_of(table, "Ann")) == wanted, "until it is bet again"


def test_what_was_gone_is_back_when_it_is_bet_again() -> None:
    table = table_of("pass 10", "4 2", "5 2")
    assert memory_of(table, "Ann").gone == (Gone("pass", 10_00, 4),)
    table.bet("Ann", "pass", 10_00)
    assert memory_of(table, "Ann").gone == ()


# --- kept in a saved game


def test_what_a_seat_goes_by_is_a_comment_that_reads_back() -> None:
    kept = {"Ann": SavedSeat(("keep odds at max", "always rebet"), "three-point-molly")}
    assert saved_in(kept_lines(kept)).seats == kept


@pytest.mark.parametrize(
    "line",
    [
        "# Ann remembers nothing",
        "# Ann remembers {}x",
        '# Ann remembers {"orders": 5}',
        '# Ann remembers {"other": "things"}',
        "Ann remembers {}",
        "# Ann remembers " + "{" * 5000 + "}" * 5000,
        '# Ann remembers {"orders": ["\ud800"]}',
    ],
)
def test_a_comment_that_keeps_nothing_is_left_alone(line: str) -> None:
    assert saved_in([line]).seats == {}
