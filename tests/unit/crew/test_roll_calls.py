"""The stick's calls against lists written by hand, and a call for every roll in every state of every house."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from sevenout.base.dice import ROLLS, Roll, roll
from sevenout.base.errors import BadInput
from sevenout.base.refusal import Refusal
from sevenout.crew.calls.event_calls import calls_for_event
from sevenout.crew.calls.payoff_calls import payoff_calls
from sevenout.crew.layout.rail import Rail
from sevenout.crew.replay import Playback, number_lines, play
from sevenout.crew.roll_calls import after_roll, before_roll, dice_moved, join_calls, no_roll
from sevenout.engine.betting import Position, at_risk
from sevenout.engine.game import Game
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import CompiledBook, open_book
from sevenout.rulebook.compiler.puck_machine import PuckState
from sevenout.table import Event, Rolled, Snapshot, Table, TableState, decide_command
from sevenout.table.commands import Command, RollDice
from sevenout.table.events import Changed, Declined, DiceAccepted, Left, NoRollCalled, Passed, Thrown, Toked
from sevenout.table.state import Ledger, Seat, TableDice
from tests.unit.crew.tables import scenes

ROOT = Path(__file__).parents[3]
STATES: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "calls.toml").read_text(encoding="utf-8"))[
    "states"
]
EXAMPLES = sorted(str(path) for path in (ROOT / "examples").glob("*.toml"))
BOOKS = [*shipped(), *EXAMPLES]
PAIRS = {f"{a}-{b}" for a in range(1, 7) for b in range(1, a + 1)}


def book_of(name: str) -> CompiledBook:
    return open_book(str(ROOT / name) if name.endswith(".toml") else name)


def told(rules: CompiledBook, *lines: str) -> Table:
    """A table with Ann, Bob and Cy that was told some lines, none of them refused."""
    opening = [f"seat {name} 10000" for name in ("Ann", "Bob", "Cy")]
    played = Playback(rules, number_lines("\n".join([*opening, *lines])))
    assert not [step for step in played if isinstance(step.event, Refusal)]
    assert played.table is not None
    return played.table


DiceMove = Thrown | Passed | Declined | DiceAccepted | NoRollCalled | Left


def moved(book: str, *lines: str) -> tuple[Game, Snapshot, DiceMove]:
    """The last of some lines, which moves the dice, and the table before it."""
    table, after = told(open_book(book), *lines[:-1]), told(open_book(book), *lines)
    assert after.log is not None
    event = after.log[-1].event
    assert isinstance(event, DiceMove)
    return table.game, table.snapshot(), event


def rolled(table: Table, dice: Roll) -> Rolled:
    decided = decide_command(table.game, table.state, RollDice(dice.a, dice.b))
    assert not isinstance(decided, Refusal)
    assert isinstance(decided.event, Rolled)
    return decided.event


# --- the lists


@pytest.mark.parametrize("state", STATES, ids=lambda state: f"{state['book']}, {state['name']}")
def test_every_roll_is_called_as_the_list_says(state: dict[str, Any]) -> None:
    table = told(book_of(state["book"]), *state["story"])
    assert join_calls(before_roll(table.game, table.snapshot())) == state["sent"]
    assert set(state["rolls"]) == PAIRS
    for dice in ROLLS:
        event = rolled(table, dice)
        calls = (*after_roll(table.game, event), *payoff_calls(table.game, event))
        high, low = dice.pair
        assert join_calls(calls) == state["rolls"][f"{high}-{low}"], dice


def test_the_lists_have_every_point_of_catfish_bend_and_both_kinds_of_shooter() -> None:
    names = {state["name"] for state in STATES if state["book"] == "catfish-bend"}
    assert {"come-out", *(f"the point is {point}" for point in (4, 5, 6, 8, 9, 10))} <= names
    assert {"shooting from the don't, come-out", "5 on every hardway, come-out"} <= names


# --- every house


NUMBERS = ["-", "-", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve"]


def standing(game: Game, puck: PuckState) -> Table:
    """Ann with a line bet, where a shooter needs one, and the puck as it may stand."""
    line = game.rules.book.shooter.line.value[:1]
    position = Position(tuple(game.rules.by_key[key].first for key in line), tuple(500 for _ in line))
    seat, dice = Seat("Ann", 10_000, position, place=1), TableDice("Ann", None if puck.fresh else "Ann")
    bank = Ledger(bank=-10_000 - at_risk(position))
    return Table.of_state(game, TableState((seat,), point=puck.point, dice=dice, ledger=bank))


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: Path(book).stem)
def test_every_roll_in_every_state_of_the_puck_has_a_call(book: str) -> None:
    game = Game(open_book(book))
    for puck in game.rules.puck.states:
        table = standing(game, puck)
        assert before_roll(game, table.snapshot())[-1].words == "Dice are out"
        for dice in ROLLS:
            event = rolled(table, dice)
            first, *rest = after_roll(game, event)
            assert first.words.removesuffix(" it is") == NUMBERS[dice.total]
            assert all(call.words and call.who == "stickperson" and call.cite.says for call in (first, *rest))
            assert len({call.words for call in (first, *rest)}) == 1 + len(rest)
            said = join_calls(rest)
            assert ("mark it" in said) == (event.event == "established")
            assert (" out." in said) == (event.event == "seven-out")
            assert event.event != "made" or "Winner" in said


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: Path(book).stem)
def test_at_busy_tables_every_proposition_that_wins_is_announced_and_no_other(book: str) -> None:
    announced = 0
    for scene in scenes(open_book(book), seed=5, rolls=400):
        game, rail = scene.game, scene.rail
        assert before_roll(game, scene.before, scene.event.shooter)
        assert after_roll(game, scene.event)
        said = [call for call in payoff_calls(game, scene.event, rail) if call.who == "stickperson"]
        paid = [call for call in said if " for " in call.words]
        middle = [
            (done.won, game.rules.by_key[done.wager].wager.title)
            for _, done in scene.event.settled
            if done.result == "win" and _in_the_middle(game, done.wager)
        ]
        assert sorted(call.words.split(", pay ")[0] for call in paid) == sorted(
            f"{won / 100:.2f}".removesuffix(".00") + f" for {title}" for won, title in middle
        )
        announced += len(paid)
    assert announced > 40


ELSEWHERE = (
    "pass", "dont-pass", "come", "dont-come", "place", "place-lose", "buy", "lay", "big", "field",
    "pass-odds", "dont-pass-odds", "come-odds", "dont-come-odds",
)  # fmt: skip


def _in_the_middle(game: Game, wager: str) -> bool:
    assert wager in game.rules.by_key
    return wager.rstrip("0123456789-") not in ELSEWHERE


# --- payoffs


def test_propositions_are_announced_from_the_end_opposite_the_shooter_and_from_base_to_stick() -> None:
    names = ("Ann", "Bob", "Cy", "Dee")
    table = Table(Game.open("typical"))
    for name in names:
        table.seat(name, 10_000)
        assert table.bet(name, "pass", 500) is None
        assert table.bet(name, "eleven", 100) is None
    event = table.roll(roll(6, 5))
    assert isinstance(event, Rolled)
    assert event.shooter == "Ann"
    rail = Rail(("Ann", "Bob"), ("Cy", "Dee"))
    assert [call.to for call in payoff_calls(table.game, event, rail)] == ["Dee", "Cy", "Ann", "Bob"]


def test_a_loser_that_was_too_large_is_deducted_as_it_stays_up() -> None:
    story = (
        "Ann bets 10 on pass",
        "Ann bets 5 on any-craps",
        "Ann bets 120 on eleven unnoticed",
        "Ann bets 50 on craps-2",
    )
    table = told(open_book("catfish-bend"), *story)
    said = join_calls(payoff_calls(table.game, rolled(table, roll(1, 1))))
    # 50 on the 2 wins 1500, 5 on any craps 35; the eleven lies there with 120 and loses as its maximum of 100.
    assert said == "35 for Any Craps, pay Ann. 1500 for Craps Two, pay Ann. Less 100 to stay up: pay Ann 1435."


def test_a_toke_that_wins_in_the_middle_is_paid_to_the_dealers() -> None:
    table = told(open_book("catfish-bend"), "Ann bets 10 on pass", "Ann tokes 5 on hard-8")
    said = join_calls(payoff_calls(table.game, rolled(table, roll(4, 4))))
    assert said == "45 for Hardway 8, pay the dealers."


# --- who calls, and what is no roll


def test_only_a_base_dealer_or_the_supervisor_calls_for_the_stick() -> None:
    table = told(open_book("catfish-bend"), "Ann bets 10 on pass")
    event = rolled(table, roll(6, 5))
    assert after_roll(table.game, event, seen_by="supervisor")[1].who == "supervisor"
    with pytest.raises(BadInput, match="a boxperson does not call the dice; base dealer or supervisor may"):
        after_roll(table.game, event, seen_by="boxperson")  # type: ignore[arg-type]


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: Path(book).stem)
def test_every_ground_of_every_house_has_a_call_by_somebody_who_may_make_it(book: str) -> None:
    game = Game(open_book(book))
    for ground in game.rules.book.no_roll.grounds:
        first, *_ = no_roll(game, ground.key)
        assert first.words.startswith("No roll")
        assert first.who in ground.called_by.value
        assert first.cite == ground.call.cite
    for words in ("", "a bird took a die"):
        assert join_calls(no_roll(game, words)) == ("No roll, a bird took a die." if words else "No roll.")


def test_both_dice_down_and_nobody_saw_where() -> None:
    game = Game.open("catfish-bend")
    assert join_calls(no_roll(game, "Off the table", down=2)) == "No roll. Two down. Supervisor, a die is down."


def test_nothing_is_said_while_nobody_may_throw() -> None:
    table = told(open_book("catfish-bend"), "Ann bets 10 on field")
    assert before_roll(table.game, table.snapshot()) == ()
    assert before_roll(table.game, Table(table.game).snapshot()) == ()


def test_a_shooter_who_finishes_a_point_without_a_line_bet_is_sent_the_dice() -> None:
    table = told(open_book("catfish-bend"), "Ann bets 10 on dont-pass", "roll 4 2", "Ann takes down dont-pass")
    assert join_calls(before_roll(table.game, table.snapshot())) == "Dice are out."


def test_a_shooter_who_leaves_with_a_point_on_is_followed_by_the_next_line_bettor() -> None:
    left = moved("typical", "Ann bets 10 on dont-pass", "Cy bets 10 on pass", "roll 4 2", "Ann leaves")
    assert join_calls(dice_moved(*left)) == "Cy, finish the point."


@pytest.mark.parametrize("line", ["Ann declines the dice", "Ann passes the dice", "throw"])
def test_before_a_point_dice_that_move_need_no_words(line: str) -> None:
    assert dice_moved(*moved("catfish-bend", "Ann bets 10 on pass", "Bob bets 10 on pass", line)) == ()


# --- whole games


@pytest.mark.parametrize(
    "night", sorted((ROOT / "tests" / "transcripts").glob("*/*.craps")), ids=lambda path: path.stem
)
def test_every_line_of_the_golden_nights_can_be_heard(night: Path) -> None:
    played = play(night.read_text(encoding="utf-8"))
    for step in played:
        assert played.table is not None
        if isinstance(step.event, Refusal):
            continue
        assert isinstance(step.event, Event)
        assert isinstance(step.command, Command)
        before, after = calls_for_event(played.table.game, step.before, step.event, step.command)
        if isinstance(step.event, Changed | Toked):
            repeated = [call for call in after if not call.to]
            layout = step.event.layout if isinstance(step.event, Changed) else step.event.crew
            assert len(repeated) <= len(layout.lying)
        if isinstance(step.event, Rolled):
            assert len(after) >= 2
        assert all(call.who and call.words and "{" not in call.words and call.cite.says for call in (*before, *after))
