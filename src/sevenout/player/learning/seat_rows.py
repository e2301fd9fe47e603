"""The rows of a task for the compiled kernel: all that the engine says of one wager at a time, asked once.

What a wager may hold, costs, wins and becomes is a number by its stake; what may be done when is a flag by the puck.
So the kernel looks up and adds, and knows no rule: `kernel/seats.c` says how the arrays are laid out.
"""

from functools import lru_cache
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from sevenout.base.dice import ROLLS
from sevenout.base.errors import BadInput
from sevenout.base.money import Odds
from sevenout.engine.betting import EMPTY, Change, place
from sevenout.player.learning.learning_tasks import LearningTask, acts_of, line_wagers
from sevenout.player.learning.seat_game import SeatGame
from sevenout.rulebook.compiler.book_compiler import CompiledWager
from sevenout.rulebook.compiler.puck_machine import FRESH, in_season
from sevenout.rulebook.compiler.transitions import Call, Transition

Numbers = NDArray[Any]
MOST_STAKES = 4_000_000
"""So many stakes of all wagers together are asked about, by puck."""
MOST_CELLS = 20_000_000
_NOTHING, _LOSES, _COMES_BACK, _MOVES, _WINS = range(5)


class SeatRows(Struct, frozen=True):
    """The arrays of a task, in the order in which the kernel takes them."""

    sizes: tuple[int, ...]
    """Wagers, words of 64 of them, pucks, actions, goal, start, least, fresh, longest, seen, and three more."""
    arrays: tuple[Numbers, ...]


@lru_cache(16)
def seat_rows(task: LearningTask) -> SeatRows:
    """The rows of a task; a line says why if many seats cannot be stepped by them.

    >>> from sevenout.player.learning.learning_tasks import find_task
    >>> seat_rows(find_task("double-20")).sizes[3]
    33
    """
    return _RowsMaker(task).rows()


class _RowsMaker:
    """Asks the engine about every wager that can be up in a task."""

    def __init__(self, task: LearningTask) -> None:
        self.task, self.game, self.seat = task, task.game, SeatGame(task)
        self.chip, self.acts = self.game.chip, acts_of(task)
        self.spots, self.states = self.game.rules.spots, self.game.rules.puck.states
        self.used = self._reach_from({self.game.rules.by_key[act.wager].index for act in self.acts if act.wager})
        self._refuse_landings()
        self.most = self._largest_stakes()
        self.starts = np.concatenate(([0], np.cumsum([most + 1 for most in self.most])))
        if self.starts[-1] * len(self.states) > MOST_STAKES:
            raise BadInput(
                f"{task.house} takes {int(self.starts[-1]):,} different stakes in chips of {self.chip / 100:g}: "
                "that is too many to ask about; name a larger chip"
            )
        if len(self.states) * len(ROLLS) * len(self.game.rules.spot_of) > MOST_CELLS:
            raise BadInput(f"the wagers of {task.house} gather in too many ways for many seats")

    def _moves(self) -> set[tuple[int, int]]:
        """The wagers that travel, each with where it can arrive."""
        rules = self.game.rules
        return {
            (rules.spot_of[slot].index, rules.spot_of[edge.goto].index)
            for cells in rules.cells
            for row in cells
            for slot, edge in enumerate(row)
            if edge is not None and edge.outcome == "move"
        }

    def _reach_from(self, wagers: set[int]) -> frozenset[int]:
        """The wagers that can be up if these can be made."""
        moves = self._moves()
        while further := {to for made, to in moves if made in wagers} - wagers:
            wagers |= further
        return frozenset(wagers)

    def _refuse_landings(self) -> None:
        """No bet may travel onto another one that lies there: its stake would have no bound."""
        rules = self.game.rules
        for puck, cells in enumerate(rules.cells):
            for row in cells:
                for slot, edge in enumerate(row):
                    made = rules.spot_of[slot]
                    if edge is None or edge.outcome != "move" or made.index not in self.used:
                        continue
                    to = rules.spot_of[edge.goto]
                    lies = to is not made and to.index in rules.lies_under[puck]
                    if lies and any(_stays(row[held]) for held in range(to.first, to.end)):
                        raise BadInput(
                            f"at {self.task.house} {made.key} can travel onto a {to.key} that lies there: "
                            "many seats cannot carry that; sevenout/Craps-v0 can"
                        )

    def _largest_stakes(self) -> list[int]:
        """By wager: the most chips that can lie there; none on a wager that cannot be up."""
        most, moves = [0] * len(self.spots), self._moves()
        for attached in (False, True):
            for spot in self.spots:
                if spot.index in self.used and (spot.flat is not None) == attached:
                    most[spot.index] = self._largest_own(spot, 0 if spot.flat is None else most[spot.flat])
            while further := [(made, to) for made, to in moves if most[made] > most[to]]:
                for made, to in further:
                    most[to] = max(most[to], most[made])
        return most

    def _largest_own(self, spot: CompiledWager, flat: int) -> int:
        """The most chips that a wager may be brought to, behind a flat bet of so many."""
        bounds = [self.game.maximum_of(spot, state.index, flat * self.chip).amount for state in self.states]
        if None in bounds:
            raise BadInput(
                f"at {self.task.house} {spot.key} has no maximum: many seats cannot carry that; sevenout/Craps-v0 can"
            )
        return max(bound // self.chip for bound in bounds if bound is not None)

    def rows(self) -> SeatRows:
        """All arrays: see the head of kernel/seats.c."""
        wins: dict[tuple[int, Odds], int] = {}
        rules, words = self.game.rules, (len(self.spots) + 63) // 64
        cells = self._cells(wins)
        pay_at, paid = self._payments(wins)
        accepted, caps, cap_at = self._limits()
        templates, class_of = self._templates()
        goto = [[edge.goto for edge in rules.puck.edges[state.index]] for state in self.states]
        seasons = [
            [[in_season(season, state) for season in ways] for state in self.states]
            for ways in zip(
                *((spot.wager.made.value, spot.wager.increase.value, spot.wager.reduce.value) for spot in self.spots),
                strict=True,
            )
        ]
        sizes = (
            len(self.spots),
            words,
            len(self.states),
            len(self.acts),
            self.task.goal // self.chip,
            self.task.bankroll // self.chip,
            self.seat.least // self.chip,
            FRESH,
            self.task.longest,
            len(self.seat.wagers),
            int(self.game.makes_good),
            templates.shape[1],
            len(rules.spot_of),
        )
        arrays = (
            self._act_rows(),
            self._wager_rows(cap_at),
            np.array(seasons, np.uint8),
            cells,
            np.array([spot.index for spot in rules.spot_of], np.int16),
            np.array(goto, np.int32),
            accepted,
            caps,
            self._fees(),
            pay_at,
            paid,
            templates,
            class_of,
            self._wager_sets([spot.attached for spot in self.spots], words),
            self._wager_sets(self._find_excluded(), words),
            np.array([spot.index for spot in self.spots if _locks(spot) and spot.index in self.used], np.int32),
        )
        return SeatRows(sizes, tuple(np.ascontiguousarray(each) for each in arrays))

    def _cells(self, wins: dict[tuple[int, Odds], int]) -> Numbers:
        """By puck, roll and slot: the slot after it, and what happens."""
        rules = self.game.rules
        cells = np.zeros((len(self.states), len(ROLLS), len(rules.spot_of), 2), np.int16)
        for puck, rolls in enumerate(rules.cells):
            for roll, row in enumerate(rolls):
                for slot, edge in enumerate(row):
                    if edge is not None and rules.spot_of[slot].index in self.used:
                        cells[puck, roll, slot] = edge.goto, self._what(rules.spot_of[slot], edge, wins)
        return cells

    def _what(self, spot: CompiledWager, edge: Transition, wins: dict[tuple[int, Odds], int]) -> int:
        if edge.odds is not None and edge.odds.num:
            return _WINS + wins.setdefault((spot.index, edge.odds), len(wins))
        return {"lose": _LOSES, "move": _MOVES}.get(edge.outcome, _COMES_BACK)

    def _payments(self, wins: dict[tuple[int, Odds], int]) -> tuple[Numbers, Numbers]:
        """By payment and chips staked: the chips that are won, less a commission that is kept of a win."""
        game, chip, paid, starts = self.game, self.chip, [0], list[int]()
        for wager, odds in wins:
            starts.append(len(paid))
            for stake in range(0, (self.most[wager] + 1) * chip, chip):
                won = game.pay(odds, stake)
                paid.append((won - game.win_commission(self.spots[wager], stake, won)) // chip)
        return np.array(starts or [0], np.int32), np.array(paid, np.int32)

    def _fees(self) -> Numbers:
        """By wager and chips staked: the commission held."""
        chip = self.chip
        return np.array(
            [
                self.game.commission(spot, stake * chip) // chip
                for spot in self.spots
                for stake in range(self.most[spot.index] + 1)
            ],
            np.int32,
        )

    def _limits(self) -> tuple[Numbers, Numbers, list[int]]:
        """Totals that are taken, by wager, puck and chips; the most that attaches, by puck and flat; its places."""
        game, pucks = self.game, len(self.states)
        accepted = np.zeros(int(self.starts[-1]) * pucks, np.uint8)
        caps, cap_at = [0], [-1] * len(self.spots)
        known: dict[tuple[object, ...], Numbers] = {}
        for spot in self.spots:
            if spot.index not in self.used:
                continue
            size, flats = self.most[spot.index] + 1, 0 if spot.flat is None else self.most[spot.flat]
            if spot.flat is not None:
                cap_at[spot.index] = len(caps)
            for puck in range(pucks):
                alike = (
                    spot.index,
                    game.minimum_of(spot, puck),
                    game.may_be_less(spot, puck),
                    game.exact_step(spot, puck),
                    game.maximum_of(spot, puck, flats * self.chip),
                )
                if alike not in known:
                    known[alike] = self._find_accepted(spot, puck, size, flats)
                begin = int(self.starts[spot.index]) * pucks + puck * size
                accepted[begin : begin + size] = known[alike]
                if spot.flat is not None:
                    bounds = (game.maximum_of(spot, puck, flat * self.chip).amount for flat in range(flats + 1))
                    caps += [size - 1 if bound is None else bound // self.chip for bound in bounds]
        return accepted, np.array(caps, np.int32), cap_at

    def _find_accepted(self, spot: CompiledWager, puck: int, size: int, flats: int) -> Numbers:
        answers = (
            self.game.refused_amount(spot, puck, total * self.chip, flats * self.chip) for total in range(1, size)
        )
        return np.array([0, *(answer is None for answer in answers)], np.uint8)

    def _templates(self) -> tuple[Numbers, Numbers]:
        """What may be done with nothing up, by puck and class of racks; and the class of each rack."""
        many = len(self.acts)
        taken, costs = np.zeros((len(self.states), many), np.bool_), np.zeros(many, np.int64)
        taken[:, 0] = True
        for number, act in enumerate(self.acts):
            for puck in range(len(self.states)) if act.verb == "bet" else ():
                answer = place(self.game, EMPTY, puck, act.wager, act.amount, None)
                if isinstance(answer, Change):
                    taken[puck, number], costs[number] = True, answer.cost // self.chip
        steps = np.unique(costs)
        templates = taken[:, None, :] & (costs <= steps[:, None])
        return templates.astype(np.int8), (np.searchsorted(steps, np.arange(steps[-1] + 1), "right") - 1).astype(
            np.int32
        )

    def _act_rows(self) -> Numbers:
        verbs = {"roll": 0, "bet": 1, "take down": 2, "call on": 3, "call off": 3}
        by_key = self.game.rules.by_key
        return np.array(
            [
                (
                    verbs[act.verb],
                    by_key[act.wager].index if act.wager else 0,
                    act.amount // self.chip,
                    _state_after_call(by_key[act.wager], act.verb) if act.verb.startswith("call") else 0,
                )
                for act in self.acts
            ],
            np.int32,
        )

    def _wager_rows(self, cap_at: list[int]) -> Numbers:
        """By wager, fifteen numbers: see kernel/seats.c."""
        bets: dict[str, list[int]] = {}
        others: dict[str, dict[str, int]] = {}
        for number, act in enumerate(self.acts):
            if act.verb == "bet":
                bets.setdefault(act.wager, []).append(number)
            else:
                others.setdefault(act.wager, {})[act.verb] = number
        shown = {key: at for at, key in enumerate(self.seat.wagers)}
        rows = []
        for spot in self.spots:
            own, other = bets.get(spot.key, [0]), others.get(spot.key, {})
            commissioned = spot.wager.commission is not None
            rows.append(
                (
                    spot.first,
                    self.most[spot.index] + 1,
                    self.starts[spot.index],
                    -1 if spot.flat is None or spot.index not in self.used else spot.flat,
                    cap_at[spot.index],
                    own[0],
                    len(bets.get(spot.key, ())),
                    other.get("take down", 0),
                    other.get("call on", 0),
                    other.get("call off", 0),
                    shown.get(spot.key, -1),
                    spot.wager.commission is not None and spot.wager.commission.refund.value,
                    _locks(spot),
                    spot.wager.collect is not None,
                    spot.wager.proposition.value + (spot.wager.proposition.value and not commissioned),
                )
            )
        return np.array(rows, np.int32)

    def _find_excluded(self) -> list[tuple[int, ...]]:
        """By wager, those that may not be bet on beside it: in a task of line bets, the other line."""
        lines = [self.game.rules.by_key[line].index for line, _ in line_wagers(self.game)]
        if self.task.wagers == "all":
            return [()] * len(self.spots)
        return [
            tuple(other for other in lines if other != spot.index) if spot.index in lines else () for spot in self.spots
        ]

    def _wager_sets(self, sets: list[tuple[int, ...]], words: int) -> Numbers:
        """Sets of wagers as bits."""
        bits = np.zeros((len(sets), words), np.uint64)
        for at, wagers in enumerate(sets):
            for wager in wagers:
                if wager in self.used:
                    bits[at, wager // 64] |= np.uint64(1 << wager % 64)
        return bits


def _stays(edge: Transition | None) -> bool:
    """Whether a bet still lies there after a roll."""
    return edge is None or (edge.outcome != "move" and edge.goto >= 0)


def _locks(spot: CompiledWager) -> bool:
    return spot.wager.after_reduction.value == "locked"


def _state_after_call(spot: CompiledWager, verb: str) -> int:
    """The state of a wager under a call; -1 if the call brings it down."""
    now: Call = "on" if verb == "call on" else "off"
    slot = spot.slot(now)
    return -1 if slot is None else slot - spot.first
