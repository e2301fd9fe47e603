"""Strategies in the seats of a real table: each sees and does what it sees and does in a session of its own."""

from itertools import islice
from pathlib import Path

import pytest

from sevenout.analysis.simulation.philox import rolls_of
from sevenout.base.dice import Roll, roll
from sevenout.base.errors import BadInput
from sevenout.base.money import Cents
from sevenout.base.refusal import Refusal
from sevenout.crew.replay import play as replay
from sevenout.engine.game import Game
from sevenout.player.bot import PLAYER, SHOOTER, Bot, BotWindow, record_session
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.puck_machine import OFF
from sevenout.strategy.reference_session import SessionOutcome, play
from sevenout.strategy.view import Past, Strategy, View, past_of
from sevenout.table import Rolled, Table
from sevenout.table.commands import Inspect, TellTime
from tests.unit.analysis.simulation.players import PLAYERS, flat
from tests.unit.strategy.sitting import ONE_HOUSE_EACH, PLAYED_NOW, game_of, plan_of, rolls

COLLECTORS = Path(__file__).parents[3] / "examples" / "collectors.toml"


class Noted:
    """A strategy that plays as ever, and keeps what it was shown."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy
        self.shown: list[tuple[object, ...]] = []

    def __call__(self, view: View) -> View:
        self.shown.append((view.bankroll, view.rack, view.puck, view.position, view.memory, past_of(view)))
        return self.strategy(view)


def sit(game: Game, strategies: dict[str, tuple[Strategy, Cents]], dice: list[Roll]) -> dict[str, SessionOutcome]:
    """Plays several strategies at one table, beside somebody who always shoots; how each of them ended."""
    table = Table(game)
    assert table.seat(SHOOTER, 10**7) is None
    players = {name: Bot(table, name, *how) for name, how in strategies.items()}
    ended: dict[str, SessionOutcome] = {}
    for played in range(len(dice) + 1):
        if not table.layout(SHOOTER):
            assert table.bet(SHOOTER, "pass", game.minimum) is None
        for name, player in players.items():
            ending = player.act().ending or ("rolls" if played == len(dice) else "")
            if ending and name not in ended:
                ended[name] = SessionOutcome(player.net, played, ending, 0, 0)
        if played == len(dice):
            return ended
        while (holder := table.shooter()) and holder != SHOOTER:
            assert table.decline_dice(holder) is None
        rolled = table.roll(dice[played])
        assert isinstance(rolled, Rolled)
        assert rolled.shooter == SHOOTER
    raise AssertionError("the last window ends every session")


def outcome(session: SessionOutcome) -> tuple[Cents, int, str]:
    return session.net, session.rolls, session.ending


# --- as in a session of one's own


@pytest.mark.parametrize("book", shipped())
def test_everybody_at_one_table_plays_as_if_alone(book: str) -> None:
    """Named strategies in one long row: none sees anything of the others, whatever they win or lose."""
    game = Game(game_of(book).rules, seats=None)
    dice = rolls(book, 150)
    seats: dict[str, tuple[Noted, Cents]] = {}
    for number, name in enumerate(PLAYED_NOW):
        if (plan := plan_of(name, book)) is not None:
            seats[f"P{number}"] = Noted(plan), plan.unit * (8 if number % 2 else 100)
    together = sit(game, {name: (noted, bankroll) for name, (noted, bankroll) in seats.items()}, dice)
    endings = set()
    for name, (noted, bankroll) in seats.items():
        alone = Noted(noted.strategy)
        assert outcome(together[name]) == outcome(play(game, alone, bankroll, dice))
        assert noted.shown == alone.shown
        endings.add(together[name].ending)
    assert {"rolls", "ruin"} <= endings


@pytest.mark.parametrize("name", PLAYERS)
def test_strategies_in_python_sit_too(name: str) -> None:
    game, dice = game_of("typical"), rolls(name, 120)
    for bankroll in (60_00, 1000_00):
        seated, alone = Noted(PLAYERS[name]), Noted(PLAYERS[name])
        ended = sit(game, {"Ann": (seated, bankroll)}, dice)["Ann"]
        assert outcome(ended) == outcome(play(game, alone, bankroll, dice))
        assert seated.shown == alone.shown


def test_what_a_player_remembers_of_a_shooter_lasts_when_the_dice_are_its_own() -> None:
    """Alone at the table the player shoots; the puck and the counts are the same."""
    game, dice = game_of("catfish-bend"), rolls("alone", 150)
    seated, alone = Noted(PLAYERS["come"]), Noted(PLAYERS["come"])
    table = Table(game)
    ann = Bot(table, "Ann", seated, 100_000_00)
    for each in dice:
        ann.act()
        assert isinstance(table.roll(each), Rolled)
    ann.act()
    assert play(game, alone, 100_000_00, dice).net == ann.net
    assert seated.shown == alone.shown


# --- on record


@pytest.mark.parametrize(("name", "book"), ONE_HOUSE_EACH)
def test_a_session_on_record_replays_to_the_same_net(name: str, book: str) -> None:
    plan = plan_of(name, book) or plan_of(name, "catfish-bend")
    assert plan is not None
    bankroll, dice = plan.unit * 15, list(islice(rolls_of(7, 3), 100))
    found = record_session(plan.game, plan, bankroll, dice)
    assert (found.net, found.rolls, found.ending) == outcome(play(plan.game, plan, bankroll, dice))
    again = replay("\n".join(found.lines))
    steps = list(again)
    assert not [step for step in steps if isinstance(step.event, Refusal)]
    thrown = [(step.event.shooter, step.event.a, step.event.b) for step in steps if isinstance(step.event, Rolled)]
    assert thrown == [(SHOOTER, each.a, each.b) for each in dice[: found.rolls]]
    table = again.table
    assert table is not None
    assert table.rack(PLAYER) + sum(table.layout(PLAYER).values()) - bankroll == found.net


def test_a_record_names_the_house_its_limits_and_every_refusal() -> None:
    def hopeful(view: View) -> View:
        after = view.bet("pass", 10_00) if view.point is None else view.bet("pass-odds", 5_000_00)
        return after.bet("pass-odds", 5_00) if view.point else after

    game = Game.open("catfish-bend", minimum=10_00, maximum=100_00)
    found = record_session(game, hopeful, 100_00, [roll(3, 1), roll(6, 1)], rules="mine.toml")
    assert found.lines == (
        "rules mine.toml",
        "table minimum 10 maximum 100 chip 1",
        "seat Shooter 30",
        "seat Player 100",
        "Shooter bets 10 on pass",
        "Player bets 10 on pass",
        "roll 3 1",
        "# refused: Player bets 5000 on pass-odds: Pass Odds may be at most 100.00 behind a flat bet of 10.00"
        " (Max Bets 1a)",
        "Player bets 5 on pass-odds",
        "roll 6 1",
        "Shooter bets 10 on pass",
        "Player bets 10 on pass",
    )


def test_where_anybody_may_shoot_the_shooter_has_nothing_up() -> None:
    game = Game.open(str(COLLECTORS.with_name("no-puck.toml")))
    dice = [roll(3, 3), roll(6, 1)]
    found = record_session(game, lambda view: view if view.layout else view.bet("place-6", 6_00), 60_00, dice)
    assert found.lines[2:] == (
        "seat Shooter 15",
        "seat Player 60",
        "Player bets 6 on place-6",
        "roll 3 3",
        "roll 6 1",
        "Player bets 6 on place-6",
    )
    assert (found.net, found.rolls, found.ending) == (1_00, 2, "rolls")


# --- at a table where other things happen


@pytest.fixture
def table() -> Table:
    table = Table(Game.open("catfish-bend"))
    assert table.seat("Cleo", 500_00) is None
    assert table.bet("Cleo", "pass", 10_00) is None
    return table


def every_roll(view: View) -> View:
    """Counts how often it was asked."""
    asked = view.memory if isinstance(view.memory, int) else 0
    return view.remember(asked + 1).bet("field", 5_00)


def test_a_strategy_is_asked_once_a_roll(table: Table) -> None:
    ann = Bot(table, "Ann", every_roll, 100_00)
    assert len(ann.act().done) == 1
    assert ann.act() == BotWindow()
    assert table.throw() is None
    assert table.no_roll("on the rail") is None
    assert ann.act() == BotWindow()
    assert table.layout("Ann") == {"field": 5_00}
    table.roll(roll(3, 3))
    assert len(ann.act().done) == 1


def test_nobody_bets_while_the_dice_are_in_the_air(table: Table) -> None:
    ann = Bot(table, "Ann", every_roll, 100_00)
    assert table.throw() is None
    assert ann.act() == BotWindow()
    assert table.no_roll("on the rail") is None
    assert len(ann.act().done) == 1


def test_what_a_strategy_tried_and_dropped_is_not_done(table: Table) -> None:
    def weighs(view: View) -> View:
        view.bet("field", 5_00)
        over = view.bet("pass", 5_000_00)
        return view.bet("pass", 10_00) if over.refused else over

    window = Bot(table, "Ann", weighs, 100_00).act()
    assert [str(command) for command in window.done] == ["Ann bets 10 on pass"]
    assert window.refused == ()


def test_every_verb_reaches_the_table_in_its_order(table: Table) -> None:
    def busy(view: View) -> View:
        if view.point is None:
            return view.bet("field", 1)
        view = view.bet("place-6", 12_00).bet("hop-1-2", 5_00).bet("place-8", 12_00).reduce("place-6", 6_00)
        return view.call("place-6", "off").take_down("place-8")

    ann = Bot(table, "Ann", busy, 100_00)
    [(command, refusal)] = ann.act().refused
    assert (str(command), refusal.code) == ("Ann bets 0.01 on field", "not-chips")
    table.roll(roll(2, 2))
    window = ann.act()
    assert [str(each.command) for each in window.tried] == [
        "Ann bets 12 on place-6",
        "Ann bets 5 on hop-1-2",
        "Ann bets 12 on place-8",
        "Ann reduces place-6 by 6",
        "Ann calls place-6 off",
        "Ann takes down place-8",
    ]
    assert [refusal.code for _, refusal in window.refused] == ["not-offered"]
    assert table.layout("Ann") == {"place-6": 6_00}
    table.roll(roll(5, 2))
    assert table.layout("Ann") == {"place-6": 6_00}


def test_money_that_comes_and_goes_otherwise_is_seen(table: Table) -> None:
    """A buy-in is no gain; a toke and a bet that somebody made in this seat are what they are."""
    seen: list[View] = []

    def looks(view: View) -> View:
        seen.append(view)
        return view

    ann = Bot(table, "Ann", looks, 100_00)
    assert table.buy_in("Ann", 50_00) is None
    assert ann.net == 0
    assert table.toke("Ann", 2_00) is None
    assert table.bet("Ann", "field", 5_00) is None
    ann.act()
    assert (seen[-1].bankroll, seen[-1].rack, ann.net) == (150_00, 143_00, -2_00)
    assert (seen[-1].count("shooter_worth"), seen[-1].count("shooter_rack")) == (-2_00, -7_00)
    table.roll(roll(6, 5))
    ann.act()
    assert (seen[-1].count("shooter_worth"), ann.net) == (3_00, 3_00)
    assert [settled.result for settled in seen[-1].last.results] == ["win"]


def test_a_shootout_is_money_won_with_this_shooter() -> None:
    table = Table(Game.open("catfish-bend"))
    table.execute(TellTime("2026-03-02T20:00", "America/Chicago"))
    noted = Noted(flat)
    ann = Bot(table, "Ann", noted, 100_00)
    for dice in (roll(2, 2), roll(3, 2), roll(4, 2), roll(5, 3), roll(5, 4), roll(6, 4)):
        for _ in ("the point is set", "and made"):
            ann.act()
            assert isinstance(table.roll(dice), Rolled)
    table.execute(Inspect(True, "Lee", "4711"))
    ann.act()
    past = noted.shown[-1][-1]
    assert isinstance(past, Past)
    assert past.counts.shooter_points == 6
    assert past.counts.shooter_worth == ann.net == 6 * 10_00 + 100_00


def test_a_session_that_is_over_stays_over(table: Table) -> None:
    ann = Bot(table, "Ann", lambda view: view.bet("field", 5_00).leave("up 20"), 100_00)
    first = ann.act()
    assert (len(first.done), first.ending) == (1, "up 20")
    table.roll(roll(3, 3))
    assert ann.act() == BotWindow((), "up 20")
    broke = Bot(table, "Dan", lambda view: view.bet("field", 500_00).leave("enough"), 100_00)
    assert broke.act().ending == "enough"
    bob = Bot(table, "Bob", flat, 100_00)
    assert table.leave("Bob") is None
    assert bob.act() == BotWindow((), "left")


def test_the_tables_word_is_the_last() -> None:
    """Ann has given up the dice on a come-out, and a line bet makes them hers again: no new shooter for small."""
    table = Table(Game.open(str(COLLECTORS)))

    def fresh(view: View) -> View:
        view = view if view.stake("pass") else view.bet("pass", 10_00)
        return view if view.last.total == 0 else view.bet("small", 5_00)

    ann = Bot(table, "Ann", fresh, 100_00)
    ann.act()
    assert table.seat("Cleo", 100_00) is None
    table.roll(roll(4, 3))
    assert table.layout("Ann") == {}
    assert table.bet("Cleo", "pass", 5_00) is None
    window = ann.act()
    assert [str(command) for command in window.done] == ["Ann bets 10 on pass"]
    assert [(str(command), refusal.code) for command, refusal in window.refused] == [("Ann bets 5 on small", "not-now")]
    assert table.layout("Ann") == {"pass": 10_00}


def test_what_the_house_refuses_as_a_player_sees_it_is_not_done() -> None:
    """In Cleo's turn nobody has a line bet, and Ann's own does not get her the dice: small waits for a new shooter."""
    table = Table(Game.open(str(COLLECTORS)))
    assert table.seat("Cleo", 100_00) is None
    assert table.bet("Cleo", "pass", 5_00) is None
    ann = Bot(table, "Ann", lambda view: view.bet("pass", 10_00).bet("small", 5_00), 100_00)
    table.roll(roll(4, 3))
    window = ann.act()
    assert (table.puck, table.shooter()) == (OFF, "Cleo")
    assert [str(command) for command in window.done] == ["Ann bets 10 on pass"]
    assert [refusal.code for _, refusal in window.refused] == ["not-now"]
    assert table.layout("Ann") == {"pass": 10_00}


def test_dice_that_were_passed_are_a_new_shooters() -> None:
    table = Table(Game.open(str(COLLECTORS)))
    assert table.seat("Cleo", 100_00) is None
    ann = Bot(table, "Ann", lambda view: view.bet("small", 5_00), 100_00)
    assert table.bet("Cleo", "pass", 5_00) is None
    table.roll(roll(6, 5))
    assert table.bet("Cleo", "pass", 5_00) is None
    assert table.pass_dice("Cleo") is None
    assert len(ann.act().done) == 1


def test_who_cannot_sit_is_told(table: Table) -> None:
    with pytest.raises(BadInput, match="Cleo cannot sit down: Cleo has a seat already"):
        Bot(table, "Cleo", flat, 100_00)
    with pytest.raises(BadInput, match=r"Ann cannot sit down: a rack has to be whole 1.00 chips"):
        Bot(table, "Ann", flat, 10_50)
    with pytest.raises(ValueError, match="this table keeps none"):
        Bot(Table(table.game, keep_log=False), "Ann", flat, 100_00)


def test_a_view_of_ones_own_is_no_answer(table: Table) -> None:
    ann = Bot(table, "Ann", lambda view: View(view.game, 1_00, 1_00), 100_00)
    with pytest.raises(TypeError, match="the view it was given"):
        ann.act()
