"""The columns of a rulebook: for every wager, in every state and under every puck, what each of the 36 rolls does.

Faults found on the way (a roll without a row, a win without a payout) are kept, not raised, so that all show at once.
"""

from fractions import Fraction
from typing import Literal, assert_never

from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.dice import ROLLS
from sevenout.base.errors import Fault
from sevenout.base.money import Odds
from sevenout.base.refusal import Citation
from sevenout.base.vocabulary import hint
from sevenout.rulebook.compiler.count_states import CountStates
from sevenout.rulebook.compiler.puck_machine import PuckMachine, PuckState, rolls_of
from sevenout.rulebook.model import Collect, CountPays, Row, Rulebook, Wager
from sevenout.rulebook.roll_sets import EVERY_ROLL, describe, roll_indexes

Outcome = Literal["win", "lose", "push", "return", "move"]
Call = Literal["", "on", "off"]
DOWN = -1
"""Where an edge leads when the wager comes off the layout."""


class Transition(Struct, frozen=True):
    """The effect of one roll on one slot: the outcome, the odds, where the stake lies next, and the clause."""

    outcome: Outcome
    odds: Odds | None
    goto: int
    cite: Citation


MOST_SLOTS = 16_384
"""So many slots a book may have. One that gathers ten totals has 1,024, and the work and the memory grow with all."""

_ONE_PAYOUT = "Give every number that wins exactly one"

Column = list[Transition | None]
"""One slot's edges by roll index; None: the roll leaves it alone."""


class WagerSlots:
    """One wager with its slots numbered: one for every call that leaves a mark, or for every state of a collector."""

    def __init__(self, wager: Wager, first: int, gathers: tuple[int, ...]) -> None:
        self.wager = wager
        self.first = first
        self.gathers = gathers
        """The totals a collecting wager can gather; its state is the set gathered so far, one bit each."""
        self.counts = CountStates(wager.collect, MOST_SLOTS) if wager.collect and wager.collect.counts else None
        """The states of a wager that counts."""
        self.states = 1 << len(gathers) if self.counts is None else len(self.counts.counts)
        calls: list[Call] = ["", *_calls(wager)]
        self.slots = tuple((call, first + index) for index, call in enumerate(calls))
        self.end = first + len(calls) - 1 + self.states
        self.at_risk: list[Column] = []
        """By puck: the column of its first slot while it is at risk."""
        self.decided_by = wager
        """The wager with the rows that decide it: its own, or those of the flat bet that it follows."""
        self.parts: tuple[tuple[int, int], ...] = ()
        """Spot and units of each part of a composite."""

    @property
    def unit(self) -> int:
        """Returns how many chips its stake comes in."""
        return sum(units for _, units in self.parts) or 1


def _calls(wager: Wager) -> list[Call]:
    said = wager.working.calls.value
    calls: list[Call] = ["on"] if "on" in said else []
    return [*calls, "off"] if "off" in said and wager.working.called_off.value == "stays" else calls


class TransitionTable:
    """Makes the columns of every wager of a book."""

    def __init__(self, book: Rulebook, machine: PuckMachine, broken: tuple[Wager, ...]) -> None:
        self.book = book
        self.machine = machine
        self.faults: dict[Fault, None] = {}
        self.drafts: list[WagerSlots] = []
        self.index: dict[str, int] = {}
        self._broken = frozenset(wager.key for wager in broken)
        self._unpaid: dict[tuple[str, int, str], tuple[Wager, int]] = {}
        """The rolls that win without exactly one payout, by family, line and what is wrong."""
        self.incomplete: set[str] = set()
        """Composites of which a part is broken."""
        first = 0
        for wager in book.wagers:
            self.index[wager.key] = len(self.drafts)
            self.drafts.append(WagerSlots(wager, first, self._gathers(wager)))
            first = self.drafts[-1].end
        if first > MOST_SLOTS:
            self._too_many(first)
        self.by_slot: list[list[Column]] = [[] for _ in range(first if self.drafts else 0)]
        for draft in self.drafts:
            if draft.wager.parts is None:
                self._simple(draft)
        for (_, line, wrong), (wager, rolls) in self._unpaid.items():
            self.fault(wager, "pays", f"{wrong} for {describe(rolls)}", _ONE_PAYOUT, line)
        for draft in self.drafts:
            if draft.wager.parts is not None:
                self._composite(draft)

    def _too_many(self, slots: int) -> None:
        """Notes that the wagers have more states than are followed, by the one that has most, and makes no column."""
        most = max(self.drafts, key=lambda draft: draft.end - draft.first)
        own = most.end - most.first
        message = f"the wagers can stand in {slots:,} ways, {own:,} of them by this one; {MOST_SLOTS:,} are followed"
        self.fault(most.wager, "", message, "Gather fewer totals, or offer fewer wagers")
        self.drafts, self.index = [], {}

    def fault(self, wager: Wager, word: str, message: str, remedy: str, line: int = 0) -> None:
        """Notes a fault of a wager, once for its whole family if it is the same."""
        where = f"wagers.{wager.family}.{word}" if word else f"wagers.{wager.family}"
        self.faults.setdefault(Fault(where, line or wager.line, message, remedy))

    def _rolls(self, row: Row, wager: Wager, puck: PuckState) -> int:
        return rolls_of((row,), wager.n, puck.point, self.book.points) if _fits(row, puck) else 0

    # --- simple wagers: rows as they are written

    def _simple(self, draft: WagerSlots) -> None:
        """The columns under every puck; pucks under which the rows are the same share them."""
        wager = draft.decided_by = self._following(draft.wager)
        self.check_rows(wager)
        self._check_destinations(wager)
        self._check_limits(wager)
        self._check_counted(draft)
        otherwise = Row(wager.otherwise.value, "any", (), wager.otherwise.cite) if wager.otherwise else None
        by_point = wager.pays is not None and wager.pays.follows_the_point
        known: dict[tuple[object, ...], list[Column]] = {}
        for puck in self.machine.states:
            rows = self._row_of_every_roll(wager, puck, otherwise)
            alike = (puck.point if by_point else None, *map(id, rows))
            if alike not in known:
                known[alike] = [self._column(draft, puck, rows, state) for state in range(draft.states)]
            draft.at_risk.append(known[alike][0])
            if wager.collect is None:
                self._fill_call_columns(draft, puck)
            else:
                for state, column in enumerate(known[alike]):
                    self.by_slot[draft.first + state].append(column)

    def _following(self, wager: Wager) -> Wager:
        """An attached wager that has no rows is decided by those of its flat bet, while it can be up."""
        if wager.attaches_to is None or wager.rows or wager.otherwise or wager.attaches_to.value not in self.index:
            return wager
        flat = self.drafts[self.index[wager.attaches_to.value]].wager
        never = {"on": "off", "off": "on"}.get(wager.made.value)
        rows = tuple(row for row in flat.rows if row.when != never)
        return replace(wager, rows=rows, otherwise=flat.otherwise)

    def _row_of_every_roll(self, wager: Wager, puck: PuckState, otherwise: Row | None) -> list[Row | None]:
        rows: list[Row | None] = [otherwise] * len(ROLLS)
        for row in wager.rows:
            for index in roll_indexes(self._rolls(row, wager, puck)):
                rows[index] = row
        return rows

    def check_rows(self, wager: Wager) -> None:
        """Every roll has exactly one row under every puck, and every row a roll."""
        twice: dict[tuple[int, Row], list[PuckState]] = {}
        none: dict[int, list[PuckState]] = {}
        for puck in self.machine.states:
            used = 0
            for row in wager.rows:
                mask = self._rolls(row, wager, puck)
                if both := mask & used:
                    twice.setdefault((both, row), []).append(puck)
                used |= mask
            if (rest := EVERY_ROLL & ~used) and wager.otherwise is None:
                none.setdefault(rest, []).append(puck)
        for (both, row), pucks in twice.items():
            message = f"two rows for {describe(both)}{self._under(pucks)}"
            self.fault(wager, row.outcome, message, "Let one of them go", row.line)
        for rest, pucks in none.items():
            message = f"no row for {describe(rest)}{self._under(pucks)}"
            remedy = 'Give these rolls a row, or write otherwise = "stay"'
            if rest == EVERY_ROLL and not wager.rows:  # perhaps another wager was meant, and its name misspelt
                families = {other.family for other in self.book.wagers} - {wager.family}
                remedy = hint(wager.family, families, remedy)
            self.fault(wager, "", message, remedy)
        for row in wager.rows:
            if not any(self._rolls(row, wager, puck) for puck in self.machine.states):
                self.fault(
                    wager, row.outcome, f"no roll can reach this row{_of(wager, row)}", "Mend or remove it", row.line
                )

    def _under(self, pucks: list[PuckState]) -> str:
        """Under which pucks, to put behind a message; nothing if it is so under all."""
        points = [puck.point for puck in pucks if puck.point is not None]
        if len(pucks) == len(self.machine.states):
            return ""
        if not points:
            return " with the puck off"
        if len(points) == len(self.book.points) == len(pucks):
            return " with a point on"
        return f" with the point on {', '.join(map(str, points))}"

    def _column(self, draft: WagerSlots, puck: PuckState, rows: list[Row | None], state: int) -> Column:
        column: Column = [None] * len(ROLLS)
        made: dict[tuple[int, tuple[int, int] | int], Transition | None] = {}
        by_roll = draft.wager.pays is not None and draft.wager.pays.by == "roll"
        for index, row in enumerate(rows):
            if row is None:
                continue
            alike = (id(row), ROLLS[index].pair if by_roll else ROLLS[index].total)
            if alike not in made:
                made[alike] = self._edge(draft, puck, row, index, state)
            column[index] = made[alike]
        return column

    def _edge(self, draft: WagerSlots, puck: PuckState, row: Row, index: int, state: int) -> Transition | None:
        wager = draft.wager
        match row.outcome:
            case "win":
                return Transition("win", self._payout(wager, puck, row, index), _after_win(draft, state), row.cite)
            case "lose" if draft.counts is not None:
                return _final_transition(draft.counts.consolation(state), row)
            case "lose" if wager.collect is not None:
                return _final_transition(wager.collect.consolation(state.bit_count()), row)
            case "collect" if draft.counts is not None:
                return _count_transition(draft, draft.counts, row, ROLLS[index].total, state)
            case "collect" if wager.collect is not None:
                return self._gather_transition(draft, wager.collect, row, index, state)
            case "lose" | "collect":
                return Transition("lose", None, DOWN, row.cite)
            case "travel":
                return Transition("move", None, self._destination(row, index), row.cite)
            case "push":
                return Transition("push", None, DOWN, row.cite)
            case "stay":
                return None
            case _:
                assert_never(row.outcome)

    def _payout(self, wager: Wager, puck: PuckState, row: Row, index: int) -> Odds | None:
        pays = wager.pays
        payouts = [] if pays is None else pays.at(wager.n, puck.point, index, self.book.points)
        if len(payouts) == 1:
            return payouts[0]
        by = "roll" if pays is None else pays.by
        wrong, line = "two payouts" if payouts else "no payout", row.line if pays is None else pays.line
        if by in ("all", "roll"):
            wager, rolls = self._unpaid.get((wager.family, line, wrong), (wager, 0))
            alike = sum(1 << roll.index for roll in ROLLS if roll.pair == ROLLS[index].pair)
            self._unpaid[wager.family, line, wrong] = wager, rolls | alike
            return None
        subject = f"for {wager.n}" if by == "n" else f"for the point {puck.point}"
        if by == "point" and puck.point is None:
            subject = 'while there is no point: write made = "on", and rows with when = "on"'
        self.fault(wager, "pays", f"{wrong} {subject}", _ONE_PAYOUT, line)
        return None

    def _destination(self, row: Row, index: int) -> int:
        key = _destination_key(row, index)
        return self.drafts[self.index[key]].first if key in self.index else DOWN

    def _check_limits(self, wager: Wager) -> None:
        """Every number has exactly one limit, and no minimum is above its maximum."""
        times = wager.cap.times if wager.cap else None
        named = {"minimum": wager.minimum, "maximum": wager.maximum, "maximum-win": wager.maximum_win, "cap": times}
        for word, limit in named.items():
            if limit is None:
                continue
            if limit.by == "roll":
                self.fault(wager, word, f"{word} by number, and it has none", "Write one value", limit.line)
                continue
            for point in self.book.points if limit.by == "point" else (None,):
                values = limit.at(wager.n, point)
                if len(values) != 1:
                    message = f"{'two values' if values else 'no value'} for {wager.n if point is None else point}"
                    self.fault(wager, word, message, "Give every number exactly one", limit.line)
        match wager.minimum.at(wager.n, None), wager.maximum.at(wager.n, None):
            case [int(least)], [int(most)] if least > most:
                message, remedy = "the minimum is above the maximum", "Lower the one or raise the other"
                self.fault(wager, "minimum", message, remedy, wager.minimum.line)

    def _check_destinations(self, wager: Wager) -> None:
        for row in wager.rows:
            if row.outcome == "travel":
                indexes = {i for puck in self.machine.states for i in roll_indexes(self._rolls(row, wager, puck))}
                keys = dict.fromkeys(_destination_key(row, index) for index in sorted(indexes))
                missing = [key for key in keys if key not in self.index and key not in self._broken]
                if missing:
                    family = f"{row.to.removesuffix('*')}n"
                    remedy = f"Write [wagers.{family}] with a member for every number it travels to"
                    self.fault(wager, "travel", f"it travels to {missing[0]!r}, which is no wager", remedy, row.line)
                for there in (self.drafts[self.index[key]].wager for key in keys if key in self.index):
                    if there.commission is not None:  # nobody would pay it, and it could be given back
                        message = f"a commission on what {wager.key} travels to: nobody makes it, so nobody pays"
                        remedy = f"Write the commission in [wagers.{wager.family}], or leave it out"
                        self.fault(there, "commission", message, remedy, there.commission.rate.line)

    def _check_counted(self, draft: WagerSlots) -> None:
        """Every total that counts for itself has its payouts, and every payout a total that counts."""
        if draft.counts is None or not draft.counts.totals:
            return
        paid, counted = set(draft.counts.totals), set(draft.gathers)
        for total in sorted(counted - paid):
            self.fault(draft.wager, "count", f"no pays for {total}, which it counts", "Give every total one, or none")
        for total in sorted(paid - counted):
            self.fault(draft.wager, "count", f"pays for {total}, which it never counts", "Mend pays or roll")

    # --- collecting wagers: a state for every set of totals

    def _gathers(self, wager: Wager) -> tuple[int, ...]:
        mask = 0
        for row in wager.rows if wager.collect else ():
            if row.outcome == "collect":
                for puck in self.machine.states:
                    mask |= self._rolls(row, wager, puck)
        return tuple(sorted({ROLLS[index].total for index in roll_indexes(mask)}))

    def _gather_transition(
        self, draft: WagerSlots, collect: Collect, row: Row, index: int, state: int
    ) -> Transition | None:
        needed, pays = collect.pays[-1]
        if needed > len(draft.gathers):
            message = f"it pays for {needed} totals and can gather only {len(draft.gathers)}"
            self.fault(draft.wager, "collect", message, "Mend pays or roll", row.line)
        after = state | 1 << draft.gathers.index(ROLLS[index].total)
        if after == state:
            return None
        if collect.pays_complete and after.bit_count() >= needed:
            return _final_transition(pays, row)
        return Transition("move", None, draft.first + after, row.cite)

    # --- composites: one machine at the net odds

    def _composite(self, draft: WagerSlots) -> None:
        wager, parts = draft.wager, draft.wager.parts
        if parts is None:
            return
        members = [(self.drafts[self.index[key]], units) for key, units in parts.value if key in self.index]
        nested = any(member.wager.parts for member, _ in members)
        if nested:
            self.fault(wager, "parts", "a part is itself a composite", "Name simple wagers", parts.line)
        if nested or len(members) < len(parts.value):
            draft.at_risk = [[None] * len(ROLLS)] * len(self.machine.states)
            self.incomplete.add(wager.key)
            return
        draft.parts = tuple((self.index[key], units) for key, units in parts.value)
        undecided = partly = 0
        known: dict[tuple[int, ...], Column] = {}
        for puck in self.machine.states:
            alike = tuple(id(member.at_risk[puck.index]) for member, _ in members)
            if alike not in known:
                nets = [_net(members, puck, index) for index in range(len(ROLLS))]
                undecided |= sum((net is None) << index for index, net in enumerate(nets))
                partly |= sum((net is not None and -draft.unit < net < 0) << index for index, net in enumerate(nets))
                known[alike] = [_composite_transition(draft, net, parts.cite) for net in nets]
            draft.at_risk.append(known[alike])
            self._fill_call_columns(draft, puck)
        if undecided:
            message = f"{describe(undecided)} does not decide every part"
            self.fault(wager, "parts", message, "Name one-roll wagers only", parts.line)
        if partly:
            message = f"{describe(partly)} loses only some of it"
            self.fault(wager, "parts", message, "Offer its parts as wagers of their own", parts.line)

    # --- calls

    def _fill_call_columns(self, draft: WagerSlots, puck: PuckState) -> None:
        """The column of every call: at risk, or idle while it is off."""
        working = draft.wager.working
        plain = draft.at_risk[puck.index]
        default = working.on if puck.point is not None or self.book.puck is None else working.off
        for call, slot in draft.slots:
            if call == "on" or (not call and default.value):
                column = [_keeping_call(edge, draft.first, slot) for edge in plain]
            else:
                cite = working.calls.cite if call else default.cite
                column = [_idle(edge, working.idle.value, cite) for edge in plain]
            self.by_slot[slot].append(column)


def _fits(row: Row, puck: PuckState) -> bool:
    return row.when == "any" or (row.when == "on") == (puck.point is not None)


def _destination_key(row: Row, index: int) -> str:
    return f"{row.to.removesuffix('*')}{ROLLS[index].total}"


def _after_win(draft: WagerSlots, state: int) -> int:
    return draft.first + state if draft.wager.after_win.value == "up" else DOWN


def _net(members: list[tuple[WagerSlots, int]], puck: PuckState, index: int) -> Fraction | None:
    """The result of a roll for all parts together, in units; None if it leaves one of them undecided."""
    net = Fraction(0)
    for member, units in members:
        edge = member.at_risk[puck.index][index]
        if edge is None or edge.outcome not in ("win", "lose", "push"):
            return None
        if edge.outcome == "lose":
            net -= units
        elif edge.odds is not None:
            net += units * edge.odds.fraction
    return net


def _composite_transition(draft: WagerSlots, net: Fraction | None, cite: Citation) -> Transition | None:
    if net is None:
        return None
    if net < 0:
        return Transition("lose", None, DOWN, cite)
    if net == 0:
        return Transition("push", None, DOWN, cite)
    profit = net / draft.unit
    return Transition("win", Odds(profit.numerator, profit.denominator), _after_win(draft, 0), cite)


def _count_transition(draft: WagerSlots, counts: CountStates, row: Row, total: int, state: int) -> Transition | None:
    if counts.totals and total not in counts.totals:
        return None  # a fault, and told
    if (pays := counts.pays_at_once(state, total)) is not None:
        return _final_transition(pays, row)
    after = counts.after(state, total)
    return None if after == state else Transition("move", None, draft.first + after, row.cite)


def _final_transition(pays: CountPays | None, row: Row) -> Transition:
    """The end of a wager that gathers or counts, by what it pays."""
    if pays is None:
        return Transition("lose", None, DOWN, row.cite)
    return Transition("push", None, DOWN, row.cite) if pays == "push" else Transition("win", pays, DOWN, row.cite)


def _keeping_call(edge: Transition | None, first: int, slot: int) -> Transition | None:
    """The edge as seen from another call's slot: a stake that stays up keeps its call."""
    if edge is None or edge.goto != first or edge.outcome == "move" or first == slot:
        return edge
    return Transition(edge.outcome, edge.odds, slot, edge.cite)


def _idle(edge: Transition | None, idle: str, cite: Citation) -> Transition | None:
    return None if edge is None or idle == "stays" else Transition("return", None, DOWN, cite)


def under(puck: PuckState) -> str:
    """Returns where the puck stands, to put behind a message."""
    return " with the puck off" if puck.point is None else f" with the point on {puck.point}"


def _of(wager: Wager, row: Row) -> str:
    return f" of {wager.key}" if wager.n and any(trigger.kind == "n" for trigger in row.triggers) else ""
