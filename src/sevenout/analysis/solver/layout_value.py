"""The worth of a layout for a goal, and the best act from it: what lies there is played on, then the solved policy.

A layout is worth the chance of the goal if it is left alone until something is decided and the best known play follows:
the solved policy once nothing is up, the best odds once a line bet stands alone on its point. That is the value of a
play that anybody can follow, and so a bound from below where other bets stay up.
"""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

from sevenout.analysis.solver.certificate_verifier import legal_stakes, odds_cap, payment
from sevenout.analysis.solver.goal_chance import GoalChance
from sevenout.analysis.solver.policy_table import solved_policy
from sevenout.analysis.solver.rules_block import Block
from sevenout.base.dice import ROLLS
from sevenout.base.errors import BadInput
from sevenout.base.money import Cents, units
from sevenout.engine.betting import Position, layout, place, reduce, settle, stake_on, take_down
from sevenout.engine.position import Change
from sevenout.rulebook.compiler.puck_machine import in_season
from sevenout.strategy.policy.policy_player import PolicyPlayer
from sevenout.strategy.tracing import BY_WAY, kinds
from sevenout.table.commands import Bet, Reduce, TakeDown

_MOST_SITUATIONS = 6_000
"""So many ways in which a layout can go on are followed."""
_STILL = 1e-13
_SAME = 1e-12
"""A gain below this is none: what lies there stays."""


class TableSituation(Struct, frozen=True):
    """A seat before a roll: its bets, where the puck stands, and the rack."""

    position: Position
    puck: int
    rack: Cents


class LayoutAct(NamedTuple):
    """One thing to do at the table: in words, and as a command that names no seat yet."""

    words: str
    command: Bet | Reduce | TakeDown


Acts = tuple[LayoutAct, ...]


class BestAct(Struct, frozen=True):
    """What is best to do now, what it is worth, and what it is worth to do nothing."""

    acts: tuple[str, ...]
    """What to do, in the order of doing it; nothing: leave all as it lies."""
    commands: tuple[Bet | Reduce | TakeDown, ...]
    """The same as the table takes it, without a seat's name."""
    worth: float
    """The chance of the goal with it."""
    untouched: float
    """The chance of the goal if all is left as it lies until something is decided."""
    cash: Cents
    """What could be carried away without another roll."""
    waits: str = ""
    """The bet to make on the next come-out, where none is made now."""
    later: str = ""
    """What to do with that bet, or the one that is made now, once a point is on."""


class LayoutValue:
    """Layouts at one table, valued for the goal of a solved policy."""

    def __init__(self, solved: GoalChance) -> None:
        self.solved, self.game = solved, solved.game
        self._player = PolicyPlayer(solved_policy(solved), solved.game)
        self._kinds = [(ROLLS[roll], weight) for _, roll, weight in kinds(BY_WAY, self.game.rules.dice)]
        self._whole = sum(weight for _, weight in self._kinds)
        self._lines = {wager["wager"]: wager for wager in solved.block["wagers"] if wager["points"]}

    def best_act(self, now: TableSituation) -> BestAct:
        """The best of what may be done now: nothing, taking bets down, the solved bet, other odds."""
        cash = self._carried_away(now)
        untouched = self.worth(now, hold=True)
        best, acts = untouched, Acts()
        waits = ""
        idle = not now.position.slots  # who has no bets up waits for nothing: the solved bet, if it can be made
        for tried, after in self._tries(now):
            worth = self.worth(after, hold=bool(after.position.slots))
            if worth > best + _SAME or (idle and not acts and worth > best - _SAME):
                best, acts = worth, tried
                waits = self._waiting(after) if not after.position.slots else ""
        if not now.position.slots and not acts and cash < self.solved.goal:
            waits = self._waiting(now)
        words, commands = tuple(each.words for each in acts), tuple(each.command for each in acts)
        return BestAct(words, commands, best, untouched, cash, waits, self._later(now, words, waits))

    def worth(self, now: TableSituation, *, hold: bool = False) -> float:
        """The chance of the goal from a layout; `hold`: the first roll is thrown with what lies there."""
        known: dict[TableSituation, float] = {}
        moves: dict[TableSituation, list[tuple[float, TableSituation]]] = {}
        waiting = [now]
        while waiting:
            here = waiting.pop()
            if here in known or here in moves:
                continue
            ended = None if hold and here == now and here.position.slots else self._known_worth(here)
            if ended is not None:
                known[here] = ended
                continue
            moves[here] = self._moves(here)
            if len(moves) > _MOST_SITUATIONS:
                raise BadInput("so many bets are up that their worth cannot be followed: take some down first")
            waiting += [after for _, after in moves[here]]
        _solve(moves, known)
        return known[now]

    # --- how a layout goes on

    def _known_worth(self, here: TableSituation) -> float | None:
        """The worth of what need not be followed further."""
        if self._carried_away(here) >= self.solved.goal:
            return 1.0
        if not here.position.slots:
            return self._value(here.rack)
        found = self._best_at_the_point(here)
        return None if found is None else found[0]

    def _moves(self, here: TableSituation) -> list[tuple[float, TableSituation]]:
        """Where a roll leads, but for those that change nothing; winners come down."""
        after: dict[TableSituation, int] = {}
        for roll, weight in self._kinds:
            done = settle(self.game, here.position, here.puck, roll, riding=True)
            puck = self.game.rules.puck.edges[here.puck][roll.index].goto
            then = TableSituation(done.position, puck, here.rack + done.back)
            after[then] = after.get(then, 0) + weight
        moving = self._whole - after.pop(here, 0)
        return [(weight / moving, then) for then, weight in after.items()]

    def _value(self, cash: Cents) -> float:
        return 1.0 if cash >= self.solved.goal else self.solved.value[max(cash, 0) // self.game.chip]

    def _carried_away(self, here: TableSituation) -> Cents:
        return self._all_down(here)[1].rack

    def _all_down(self, here: TableSituation, but: str = "") -> tuple[Acts, TableSituation]:
        """All that may come down is down, but for one wager and its odds."""
        position, rack, acts = here.position, here.rack, list[LayoutAct]()
        for wager in layout(self.game, position):
            if but and wager in (but, self._odds_key(but)):
                continue
            change = take_down(self.game, position, here.puck, wager)
            if isinstance(change, Change):
                position, rack = change.position, rack - change.cost
                acts.append(_down(wager))
        return tuple(acts), TableSituation(position, here.puck, rack)

    # --- a line bet on its point

    def _odds_key(self, line: str) -> str:
        attached = self.game.rules.by_key[line].attached
        return self.game.rules.spots[attached[0]].key if attached else ""

    def _line_up(self, here: TableSituation) -> str:
        """The line bet of the class that stands on a point; nothing if there is none, or more than one."""
        if self.game.rules.puck.states[here.puck].point is None:
            return ""
        up = [key for key in self._lines if stake_on(here.position, self.game.rules.by_key[key])]
        return up[0] if len(up) == 1 else ""

    def _best_at_the_point(self, here: TableSituation) -> tuple[float, Cents, Cents] | None:
        """The best worth of a line bet that is alone on its point, the flat bet and the odds that have it."""
        line = self._line_up(here)
        if not line or set(layout(self.game, here.position)) - {line, self._odds_key(line)}:
            return None
        return self._best_odds(here, line)

    def _best_odds(self, here: TableSituation, line: str) -> tuple[float, Cents, Cents]:
        rules, chip, wager = self.game.rules, self.game.chip, self._lines[line]
        point = next(each for each in wager["points"] if rules.puck.states[here.puck].point in each["numbers"])
        odds_key = self._odds_key(line)
        flat = stake_on(here.position, rules.by_key[line]) // chip
        lying = stake_on(here.position, rules.by_key[odds_key]) // chip if odds_key else 0
        cash = here.rack // chip + flat + lying
        rounding, decided = self.solved.block["rounding"], point["win"] + point["lose"] + point["push"]
        best = (-1.0, 0, 0)
        for held in self._holdings(wager, flat, cash):
            if not held:
                best = max(best, (self._value(cash * chip), 0, 0))
                continue
            gain = payment(held, point["pays"], rounding)
            for odds in _odds_within(point, held, lying if held == flat else 0, cash - held):
                more = payment(odds, point["odds"]["pays"], rounding) if odds else 0
                mean = point["win"] * self._value((cash + gain + more) * chip)
                mean += point["lose"] * self._value((cash - held - odds) * chip) + point["push"] * self._value(
                    cash * chip
                )
                if mean / decided > best[0] + _SAME:
                    best = (mean / decided, held * chip, odds * chip)
        return best

    def _holdings(self, wager: Block, flat: int, cash: int) -> Iterator[int]:
        """What the flat bet may be with a point on, in chips; 0: it is down."""
        yield flat
        stakes = legal_stakes(wager["limits"], cash)
        if wager["may_rise"]:
            yield from (stake for stake in stakes if stake > flat)
        if wager["may_fall"]:
            yield from (stake for stake in stakes if stake < flat)
            yield 0

    # --- what may be done now

    def _tries(self, now: TableSituation) -> Iterator[tuple[Acts, TableSituation]]:
        down, bare = self._all_down(now)
        if down:
            yield down, bare
        line = self._line_up(now)
        if line:
            others, alone = self._all_down(now, but=line)
            _, held, odds = self._best_odds(alone, line)
            for before, start in dict.fromkeys((((), now), (others, alone))):
                changed = self._change_line(start, line, held, odds)
                if changed is not None and changed[0]:
                    yield (*before, *changed[0]), changed[1]
            return
        for before, start in dict.fromkeys((((), now), (down, bare))):
            bet = self._solved_bet(start)
            if bet is not None:
                yield (*before, bet[0]), bet[1]

    def _solved_bet(self, here: TableSituation) -> tuple[LayoutAct, TableSituation] | None:
        """The policy's bet for the rack, if it can be made now."""
        move = self._player.move_with(here.rack)
        if move is None or stake_on(here.position, self.game.rules.by_key[move.wager]):
            return None
        state = self.game.rules.puck.states[here.puck]
        if move.plays and state.point is not None:
            return None
        change = place(self.game, here.position, here.puck, move.wager, move.stake, here.rack)
        if not isinstance(change, Change):
            return None
        bet = LayoutAct(move.bet, Bet("", move.stake, move.wager))
        return bet, TableSituation(change.position, here.puck, here.rack - change.cost)

    def _waiting(self, here: TableSituation) -> str:
        """The bet that the policy waits for, where it cannot be made now."""
        move = self._player.move_with(here.rack)
        if move is None:
            return ""
        state, wager = self.game.rules.puck.states[here.puck], self.game.rules.by_key[move.wager].wager
        now = in_season(wager.made.value, state) and not (move.plays and state.point is not None)
        return "" if now else move.bet

    def _later(self, now: TableSituation, acts: tuple[str, ...], waits: str) -> str:
        """What follows, with a point on, on a bet of the policy that is made now or waited for."""
        moves = (self._player.move_with(here.rack) for here in (now, self._all_down(now)[1]))
        bet = waits or (acts[-1] if acts else "")
        return next((move.in_words for move in moves if move is not None and bet == move.bet), "")

    def _change_line(
        self, here: TableSituation, line: str, held: Cents, odds: Cents
    ) -> tuple[Acts, TableSituation] | None:
        """A line bet and its odds brought to these amounts; None if the house does not take it."""
        acts: list[LayoutAct] = []
        order = [(line, held), (self._odds_key(line), odds)]
        if held < stake_on(here.position, self.game.rules.by_key[line]):
            order.reverse()
        for wager, wanted in order:
            lies = stake_on(here.position, self.game.rules.by_key[wager]) if wager else wanted
            if wanted == lies:
                continue
            if wanted > lies:
                change = place(self.game, here.position, here.puck, wager, wanted - lies, here.rack)
                more = f"{units(wanted - lies)} {'more ' if lies else ''}on {wager}"
                acts.append(LayoutAct(more, Bet("", wanted - lies, wager)))
            elif wanted:
                change = reduce(self.game, here.position, here.puck, wager, lies - wanted)
                less = f"reduce {wager} by {units(lies - wanted)}"
                acts.append(LayoutAct(less, Reduce("", wager, lies - wanted)))
            else:
                change = take_down(self.game, here.position, here.puck, wager)
                acts.append(_down(wager))
            if not isinstance(change, Change):
                return None
            here = TableSituation(change.position, here.puck, here.rack - change.cost)
        return tuple(acts), here


def _down(wager: str) -> LayoutAct:
    return LayoutAct(f"take down {wager}", TakeDown("", wager))


def _odds_within(point: Block, held: int, lying: int, cash: int) -> Iterator[int]:
    """The odds that may lie behind a flat bet, in chips: those that lie there, none, and every legal one."""
    yield lying
    if lying:
        yield 0
    if point["odds"] is not None:
        cap = odds_cap(point["odds"], held)
        yield from legal_stakes(point["odds"]["limits"], cash if cap < 0 else min(cap, cash))


def _solve(moves: dict[TableSituation, list[tuple[float, TableSituation]]], known: dict[TableSituation, float]) -> None:
    """Finds the worth of all that moves on: sweeps until nothing changes."""
    for here in moves:
        known[here] = 0.0
    while True:
        most = 0.0
        for here in reversed(moves):
            worth = sum(chance * known[after] for chance, after in moves[here])
            most, known[here] = max(most, abs(worth - known[here])), worth
        if most <= _STILL:
            return
