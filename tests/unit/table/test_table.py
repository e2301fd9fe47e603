"""What a live table needs of the core: undo, places that are kept, offers that know the dice, strategies that go on."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from sevenout.base.dice import SeededDice, roll
from sevenout.base.errors import BadInput, WrongType
from sevenout.base.refusal import Refusal
from sevenout.cli.shared.prompt import VERBS as PROMPTED
from sevenout.crew.replay import play
from sevenout.engine.game import Game
from sevenout.engine.offers import offers
from sevenout.player.bot import Bot
from sevenout.rulebook import shipped
from sevenout.strategy.library import open_strategy
from sevenout.strategy.named_texts import list_strategies
from sevenout.table import Rolled, Table
from sevenout.table.commands import (
    AcceptDice,
    Award,
    Bet,
    BuyIn,
    CallProps,
    CallWager,
    Command,
    CorrectRoll,
    DeclineDice,
    Inspect,
    Leave,
    NoRoll,
    OrderPass,
    Overrule,
    Parlay,
    PassDice,
    Press,
    Reduce,
    Remember,
    RollDice,
    RuleNoRoll,
    Sit,
    TakeDown,
    TellTime,
    ThrowDice,
    TimeOver,
    Toke,
    Undo,
    Warn,
)
from sevenout.table.events import Changed, NoRollCalled, Overruled, Passed
from sevenout.table.events import Rolled as RolledEvent
from sevenout.table.log.table_log import write_log
from sevenout.table.notation import VERBS, parse_line
from tests.volume import sample_by_day

BOOKS = shipped()
in_every_book = pytest.mark.parametrize("book", BOOKS)


def table_at(book: str, *, undo: bool = True) -> Table:
    table = Table(Game(Game.open(book).rules, undo=undo))
    assert table.seat("Ann", 100_000_00) is None
    return table


def code_of(answer: Refusal | None) -> str:
    return "" if answer is None else answer.code


# --- undo


@in_every_book
def test_whatever_was_just_bet_is_taken_back_whole_and_free(book: str) -> None:
    """Contract or not, locked or not, commission and all: the table is as if it had not been done."""
    table = table_at(book)
    game = table.game
    assert table.bet("Ann", "pass", 3 * game.minimum) is None
    assert isinstance(table.roll(roll(3, 1)), Rolled)
    taken_back = 0
    for spot in game.rules.spots:
        before = table.state
        if table.bet("Ann", spot.key, 12 * game.minimum) is None:
            assert table.undo("Ann") is None, spot.key
            assert table.state == before, spot.key
            taken_back += 1
    assert taken_back > len(game.rules.spots) / 3


def test_acts_are_taken_back_one_by_one_the_last_first() -> None:
    table = table_at("catfish-bend")
    states = [table.state]
    acts: list[Callable[[], Refusal | None]] = [
        lambda: table.bet("Ann", "pass", 10_00),
        lambda: table.bet("Ann", "pass", 10_00),
        lambda: table.reduce("Ann", "pass", 5_00),
        lambda: table.bet("Ann", "hard-8", 5_00),
        lambda: table.call("Ann", "hard-8", "off"),
        lambda: table.take_down("Ann", "hard-8"),
    ]
    for act in acts:
        assert act() is None
        states.append(table.state)
    while len(states) > 1:
        states.pop()
        assert table.undo("Ann") is None
        assert table.state.seats[0].position == states[-1].seats[0].position
        assert table.state == states[-1]
    assert code_of(table.undo("Ann")) == "nothing-done"


def test_a_parlay_that_is_taken_back_may_be_made_again() -> None:
    table = table_at("catfish-bend")
    table.bet("Ann", "pass", 10_00)
    table.bet("Ann", "field", 5_00)
    assert isinstance(table.roll(roll(2, 1)), Rolled)
    assert table.parlay("Ann", "field") is None
    assert code_of(table.parlay("Ann", "field")) == "nothing-won"
    assert table.undo("Ann") is None
    assert table.parlay("Ann", "field") is None


def test_nothing_is_taken_back_once_the_dice_are_thrown_or_have_decided() -> None:
    table = table_at("typical")
    table.bet("Ann", "pass", 10_00)
    table.throw()
    assert code_of(table.undo("Ann")) == "closed"
    table.no_roll("off the table")
    assert table.undo("Ann") is None
    table.bet("Ann", "pass", 10_00)
    table.roll(roll(3, 1))
    assert code_of(table.undo("Ann")) == "nothing-done"


def test_a_table_that_keeps_to_the_document_takes_nothing_back() -> None:
    """Marina Bay Sands 1.1.4 lets no placed line wager go."""
    table = table_at("marina-bay-sands", undo=False)
    table.bet("Ann", "pass", 50_00)
    assert code_of(table.undo("Ann")) == "not-here"
    steps = list(play("rules marina-bay-sands\ntable undo on\nseat Ann 1000\nAnn bets 50 on pass\nAnn undoes"))
    assert [step.after.seats[0].rack for step in steps] == [1000_00, 950_00, 1000_00]


def test_what_can_be_taken_back_survives_a_restart() -> None:
    table = table_at("typical")
    start = table.state
    for amount in (10_00, 20_00, 30_00):
        table.bet("Ann", "field", amount)
    table.undo("Ann")
    again = Table.of_log(table.game, write_log(table.log or ()))
    assert again.state == table.state
    assert again.undo("Ann") is None
    assert again.undo("Ann") is None
    assert again.state.seats == start.seats


# --- places


def places(table: Table) -> dict[str, int]:
    return {seat.name: seat.place for seat in table.state.seats}


def test_a_place_is_kept_while_others_come_and_go() -> None:
    table = Table(Game.open("typical"))
    for name in ("Ann", "Bob", "Cy"):
        table.seat(name, 100_00)
    table.leave("Ann")
    assert places(table) == {"Bob": 2, "Cy": 3}
    table.seat("Dee", 100_00)
    assert table.seat("Ann", 100_00, place=1) is None
    assert places(table) == {"Ann": 1, "Bob": 2, "Cy": 3, "Dee": 4}


def test_a_place_that_is_taken_or_is_none_is_refused() -> None:
    table = Table(Game.open("typical"))
    table.seat("Ann", 100_00, place=16)
    assert code_of(table.seat("Bob", 100_00, place=16)) == "place-taken"
    assert code_of(table.seat("Bob", 100_00, place=17)) == "no-room"
    assert code_of(table.seat("Bob", 100_00, place=0)) == "no-room"
    assert table.seat("Bob", 100_00) is None
    assert places(table) == {"Bob": 1, "Ann": 16}


def test_who_it_is_and_what_is_shown_are_two_things() -> None:
    table = Table(Game.open("typical"))
    table.seat("Ann", 100_00, player="player-4711")
    assert table.snapshot().seats[0].player == "player-4711"


@pytest.mark.parametrize("name", ["", "Ann 5 #", "Ann\nBob buys in for 1000000", "7up", "a" * 41])
def test_a_name_that_a_transcript_cannot_hold_is_refused(name: str) -> None:
    assert code_of(Table(Game.open("typical")).seat(name, 100_00)) == "no-name"


@pytest.mark.parametrize("words", ["x\nAnn buys in for 1000000", "off # the table", "\x1b[2J"])
def test_a_ground_that_a_transcript_cannot_hold_is_refused(words: str) -> None:
    table = table_at("typical")
    assert code_of(table.no_roll(words)) == "no-words"
    assert not [told for told in table.log or () if isinstance(told.event, NoRollCalled)]


# --- events


def test_each_act_has_a_class_of_its_own() -> None:
    table = table_at("catfish-bend")
    table.seat("Bob", 1000_00)
    table.bet("Ann", "pass", 10_00)
    table.bet("Bob", "pass", 10_00)
    table.roll(roll(3, 1))
    passed = table.execute(PassDice("Ann"))
    assert isinstance(passed, Passed)
    assert (passed.seat, passed.ordered, passed.throws) == ("Ann", False, "Bob")
    table.execute(ThrowDice())
    called = table.execute(NoRoll("cocked die"))
    assert isinstance(called, NoRollCalled)
    assert (called.said, called.ground) == ("cocked die", "cocked")
    overruled = table.execute(Overrule(5, 2))
    assert isinstance(overruled, Overruled)
    assert isinstance(overruled, RolledEvent)


def test_a_come_bet_that_travels_is_told_by_the_event_alone() -> None:
    table = table_at("catfish-bend")
    table.bet("Ann", "pass", 10_00)
    table.roll(roll(3, 1))
    table.bet("Ann", "come", 10_00)
    rolled = table.roll(roll(5, 1))
    assert isinstance(rolled, Rolled)
    ((seat, move),) = rolled.moved
    assert (seat, move.wager, move.to, move.stake) == ("Ann", "come", "come-6", 10_00)
    assert table.game.cite(move.cite).clause
    (done,) = rolled.seats
    assert done.layout is not None
    assert done.layout.stakes == {"pass": 10_00, "come-6": 10_00}


def test_an_event_carries_the_rack_after_it_and_who_throws_next() -> None:
    table = table_at("typical")
    table.bet("Ann", "pass", 10_00)
    told = (table.log or [])[-1].event
    assert isinstance(told, Changed)
    assert (told.rack, told.throws) == (99_990_00, "Ann")


def test_a_roll_tells_what_it_does_to_the_lines_even_where_anybody_may_shoot(tmp_path: Path) -> None:
    house = tmp_path / "anybody.toml"
    line = 'line = { value = [], clause = "", provenance = "assumed", says = "assumed: anybody may shoot" }'
    house.write_text(
        f'format = 1\nname = "anybody"\ntitle = "Anybody"\nextends = "typical"\n[shooter]\n{line}\n', encoding="utf-8"
    )
    table = Table(house)
    table.seat("Ann", 100_00)
    rolled = table.roll(roll(6, 5))
    assert isinstance(rolled, Rolled)
    assert rolled.lines == (("pass", "win"), ("dont-pass", "lose"))


def test_steps_of_a_transcript_are_values() -> None:
    steps = list(play("rules typical\nseat Ann 1000\nAnn bets 10 on pass\nroll 2 2\nroll 2 2"))
    assert [(step.after.point, step.after.seats[0].rack) for step in steps] == [
        (None, 1000_00), (None, 990_00), (4, 990_00), (None, 1010_00),
    ]  # fmt: skip
    assert [step.before for step in steps[1:]] == [step.after for step in steps[:-1]]


def test_a_transcript_may_be_played_twice() -> None:
    played = play("rules typical\ntable minimum 5\nseat Ann 1000\nAnn bets 10 on pass\nroll 2 2")
    assert list(played) == list(played)


EVERY_COMMAND: tuple[Command, ...] = (
    Sit("Ann", 1000_00),
    Sit("Ann", 1000_00, 3),
    BuyIn("Ann", 200_00),
    Leave("Ann"),
    Bet("Ann", 10_00, "pass"),
    Bet("Ann", 6_00, "inside", each=True),
    Bet("Ann", 5_50, "field", unnoticed=True, confirmed=("dealer", "boxperson"), called=True, tendered=25_00),
    Reduce("Ann", "pass-odds", 10_00),
    TakeDown("Ann", "place"),
    CallWager("Ann", "place-6", "off"),
    CallProps("Ann", "down"),
    Press("Ann", "place-8"),
    Press("Ann", "place-8", 6_00),
    Parlay("Ann", "hard-8"),
    Undo("Ann"),
    Toke("Ann", 5_00),
    Toke("Ann", 5_00, "hard-8"),
    PassDice("Ann"),
    OrderPass("Ann"),
    TimeOver(),
    OrderPass("Ann", "both hands"),
    Warn("Ann", "short of the wall"),
    DeclineDice("Ann"),
    AcceptDice("Ann"),
    ThrowDice(),
    ThrowDice("one die, on the rail"),
    RollDice(3, 1),
    NoRoll(),
    NoRoll("a die left the table"),
    Overrule(5, 2),
    TellTime("2026-11-15T08:59", "America/Chicago"),
    Inspect(True, "Lee", "4711"),
    Inspect(False),
    Award("Ann", 25_00, "the payoff was short"),
    Award("Ann", -5_50, "that was paid twice"),
    RuleNoRoll(),
    RuleNoRoll("on the rail"),
    CorrectRoll(3, 4),
)


@pytest.mark.parametrize("command", EVERY_COMMAND, ids=str)
def test_the_notation_and_the_wire_write_a_command_and_read_it_back(command: Command) -> None:
    assert parse_line(str(command)) == command
    assert msgspec.json.Decoder(Command).decode(msgspec.json.encode(command)) == command


def test_every_command_is_among_them_but_for_what_is_no_part_of_the_game() -> None:
    assert {type(command) for command in EVERY_COMMAND} == {*Command.__args__} - {Remember}
    assert parse_line(str(Remember("Ann", "[1]"))) is None


def test_each_verb_of_the_notation_can_be_typed_without_a_name() -> None:
    assert set(PROMPTED.values()) == set(VERBS)


def test_a_refusal_names_the_wager_and_the_amount_whatever_closes_bets() -> None:
    table = table_at("catfish-bend")
    table.bet("Ann", "pass", 10_00)
    table.throw()
    for refusal, wager, amount in (
        (table.bet("Ann", "field", 5_00), "field", 5_00),
        (table.press("Ann", "pass", 5_00), "pass", 5_00),
        (table.reduce("Ann", "pass", 5_00), "pass", 5_00),
        (table.take_down("Ann", "pass"), "pass", None),
        (table.toke("Ann", 5_00, "hard-8"), "hard-8", 5_00),
        (table.offer("Ann", "field").refusal, "field", None),
    ):
        assert refusal is not None
        assert (refusal.code, refusal.wager, refusal.amount) == ("closed", wager, amount)


def test_a_public_picture_shows_neither_who_plays_nor_what_a_strategy_remembers() -> None:
    table = Table(Game.open("typical"))
    table.seat("Ann", 100_00, player="player-4711")
    table.remember("Ann", "[1]")
    shown = table.snapshot()
    assert (shown.seats[0].player, shown.seats[0].memory) == ("player-4711", "[1]")
    assert (shown.public().seats[0].player, shown.public().seats[0].memory) == ("", "")


# --- offers


def test_offers_know_that_the_dice_are_in_the_air() -> None:
    closed = table_at("catfish-bend")
    closed.bet("Ann", "pass", 10_00)
    closed.throw()
    assert {offer.refusal.code for offer in closed.offers("Ann") if offer.refusal} == {"closed"}
    assert all(offer.refusal for offer in closed.offers("Ann"))
    still_open = table_at("marina-bay-sands")
    still_open.bet("Ann", "pass", 50_00)
    still_open.throw()
    assert any(offer.refusal is None for offer in still_open.offers("Ann"))


@pytest.mark.parametrize("book", sample_by_day(BOOKS, 2))
def test_remembered_offers_are_those_that_a_fresh_table_makes(book: str) -> None:
    """What was asked before, at other racks and layouts, never shows."""
    rules, dice = Game.open(book).rules, Random(book)
    table = Table(Game(rules))
    table.seat("Ann", 100_000_00)
    for _ in range(60):
        for _ in range(4):
            table.bet("Ann", dice.choice(rules.spots).key, dice.choice((5, 6, 10, 25, 30, 50)) * 100)
        seat = table.seats["Ann"]
        for rack in (0, 7_00, 31_00, 500_00, seat.rack):
            fresh = offers(Game(rules), seat.position, table.puck, rack)
            assert offers(table.game, seat.position, table.puck, rack) == fresh
        table.roll(roll(dice.randint(1, 6), dice.randint(1, 6)))


# --- strategies


@pytest.mark.parametrize("name", list_strategies()[::12])
def test_a_strategy_goes_on_where_the_log_ends(name: str) -> None:
    """One plays through, one is taken from its log and seated again after every roll: they do the same."""
    game = Game.open("typical")
    dice, others = SeededDice(name), SeededDice(name)
    through, restarted = Table(game), Table(game)
    for table in (through, restarted):
        table.seat("Shooter", 10**9)
    strategy = open_strategy(name, game)
    bot, again = Bot(through, "Bot", strategy, 3_000_00), Bot(restarted, "Bot", strategy, 3_000_00)
    for _ in range(40):
        again = Bot.resume(Table.of_log(game, write_log(again.table.log or ())), "Bot", strategy)
        for player, thrown in ((bot, dice), (again, others)):
            table = player.table
            if not table.layout("Shooter"):
                table.bet("Shooter", "pass", game.minimum)
            player.act()
            table.roll(thrown.throw())
    assert again.net == bot.net
    assert again.table.state == bot.table.state


@pytest.mark.parametrize("name", list_strategies()[::18])
def test_a_strategy_goes_on_in_the_middle_of_what_it_does(name: str) -> None:
    """Whatever entry its log ends with, it does the rest: the table ends as if nothing had happened."""
    game = Game.open("typical")
    table = Table(game)
    table.seat("Shooter", 10**9)
    bot, dice = Bot(table, "Bot", name, 3_000_00), SeededDice(name)
    for _ in range(15):
        if not table.layout("Shooter"):
            table.bet("Shooter", "pass", game.minimum)
        before = len(table.log or ())
        bot.act()
        lines = list(write_log(table.log or ()))
        for cut in range(before + 1, len(lines)):
            resumed = Bot.resume(Table.of_log(game, lines[:cut]), "Bot", name)
            resumed.act()
            assert resumed.table.state.seats == table.state.seats, cut
            assert resumed.ending == bot.ending
        table.roll(dice.throw())


def test_a_session_that_is_over_is_over_after_a_restart_too() -> None:
    table = table_at("typical")
    table.bet("Ann", "pass", 10_00)
    bot = Bot(table, "Bot", lambda view: view.bet("field", 10_00).leave("enough"), 100_00)
    assert bot.act().ending == "enough"
    resumed = Bot.resume(Table.of_log(table.game, write_log(table.log or ())), "Bot", lambda view: view)
    resumed.table.roll(roll(2, 2))
    assert (resumed.act().done, resumed.ending) == ((), "enough")


def test_a_strategy_whose_seat_is_empty_knows_what_it_left_with() -> None:
    table = table_at("typical")
    bot = Bot(table, "Bot", lambda view: view, 100_00)
    table.toke("Bot", 10_00)
    table.leave("Bot")
    table.seat("Bot", 500_00)
    assert (bot.net, bot.ending, bot.bankroll) == (-10_00, "left", 100_00)


class Told(NamedTuple):
    times: int


def test_a_memory_that_would_not_come_back_the_same_is_refused() -> None:
    table = table_at("typical")
    with pytest.raises(TypeError, match="numbers, words, yes, no, nothing, and tuples of them, no frozenset"):
        Bot(table, "Bot", lambda view: view.bet("field", 10_00).remember(frozenset((1,))), 100_00).act()
    assert table.layout("Bot") == {}
    with pytest.raises(TypeError, match="no Told"):
        Bot(table, "Other", lambda view: view.remember(Told(1)), 100_00).act()
    with pytest.raises(BadInput, match="Zed has no seat at this table to go on in"):
        Bot.resume(table, "Zed", "pass-line")


# --- what no table carries out


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (RollDice(0, 9), "no-dice"),
        (Sit("roll", 100_00), "no-name"),
        (Sit("Bob", 10**30), "not-chips"),
        (Sit("Bob", 100.0), "not-chips"),  # type: ignore[arg-type]
        (Sit("Bob", 100_00, player="\ud800"), "no-name"),
        (BuyIn("Ann", 10**27), "not-chips"),
        (NoRoll("x" * 600), "no-words"),
        (NoRoll(" "), "no-words"),
        (NoRoll(), "no-ground"),
        (NoRoll("bad luck"), "no-ground"),
        (NoRoll("short of the wall"), "no-warning"),
        (ThrowDice("bad luck"), "no-ground"),
        (ThrowDice("on the rail\nAnn buys in for 5"), "no-words"),
        (Warn("Ann", ""), "no-words"),
        (Warn("Ann", "bad luck"), "no-ground"),
        (Warn("Zoe", "short of the wall"), "no-seat"),
        (TellTime("2026-01-01 10:00", "America/Chicago"), "no-time"),
        (Bet("Ann", 10_00, "pass", confirmed=("janitor",)), "unconfirmed"),
        (Remember("Ann", "oops"), "no-memory"),
        (Remember("Ann", f'"{"x" * 30_000}"'), "no-memory"),
        (Bet("Ann", -5, "pass"), "no-amount"),
        (Press("Ann", "pass", -1), "no-amount"),
        (Reduce("Ann", "pass", 0), "contract"),
        (Toke("Ann", -1), "not-chips"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_nobody_can_do_is_refused_and_changes_nothing(command: Command, code: str) -> None:
    table = table_at("typical")
    table.bet("Ann", "pass", 10_00)
    before = table.state
    assert table.execute(command).code == code  # type: ignore[union-attr]
    assert table.state == before


def test_a_note_does_not_end_the_supervisors_time_to_overrule() -> None:
    table = table_at("catfish-bend")
    table.bet("Ann", "pass", 10_00)
    table.throw()
    table.no_roll("cocked die")
    table.remember("Ann", "1")
    assert isinstance(table.overrule(roll(3, 4)), Rolled)


def test_an_unknown_word_in_a_command_of_the_wire_is_a_fault() -> None:
    with pytest.raises(msgspec.ValidationError, match="plac"):
        msgspec.json.Decoder(Command).decode(b'{"type":"sit","seat":"Zoe","rack":100,"plac":3}')


def test_undo_gives_no_credit() -> None:
    """What came back from the layout was tipped away: taking the bet back up would owe the house."""
    table = Table(Game.open("typical", undo=True))
    table.seat("Ann", 60_00)
    table.seat("Bob", 1000_00)
    table.bet("Bob", "pass", 10_00)
    table.roll(roll(3, 1))
    table.bet("Ann", "place-6", 60_00)
    table.roll(roll(1, 1))
    table.take_down("Ann", "place-6")
    table.toke("Ann", 60_00)
    assert code_of(table.undo("Ann")) == "rack"
    assert table.rack("Ann") == 0


def test_a_houses_own_name_names_a_wager() -> None:
    table = Table("new-south-wales")
    table.seat("Ann", 1000_00)
    assert table.bet("Ann", "win-line", 10_00) is None
    assert table.layout("Ann") == {"pass": 10_00}
    assert table.offer("Ann", "dont-win").wager == "dont-pass"


# --- wrong types


def test_money_that_is_none_gets_a_sentence_and_changes_nothing() -> None:
    table = table_at("typical")
    before = table.state
    acts: list[Callable[[Any], Refusal | None]] = [
        lambda amount: table.seat("Bob", amount),
        lambda amount: table.buy_in("Ann", amount),
        lambda amount: table.bet("Ann", "pass", amount),
        lambda amount: table.reduce("Ann", "pass", amount),
        lambda amount: table.toke("Ann", amount),
    ]
    for wrong in (1e20, 1000.0, True, "10"):
        for act in acts:
            with pytest.raises(WrongType, match="money is whole cents"):
                act(wrong)
    with pytest.raises(WrongType, match="a wager is named by a word"):
        table.bet("Ann", 5, 10_00)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="nobody called Bob has a seat"):
        table.rack("Bob")
    with pytest.raises(WrongType, match="a log is its lines"):
        Table.of_log("typical", "text")
    with pytest.raises(WrongType, match=r"a roll is sevenout\.roll\(3, 4\)"):
        table.roll((3, 4))  # type: ignore[arg-type]
    assert table.state == before
