"""A line or come bet with odds behind it, as one wager: the edge on all that is put down, at any odds the house allows.

The odds are put up once, as soon as they may be, and nobody touches them. Odds given back because they were off count
as wagered, as a push does.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from sevenout.analysis.exact.house_edge import (
    Chances,
    NetSpread,
    commission_of,
    net_of,
    rests_on,
    spot_named,
    win_commission_of,
)
from sevenout.analysis.exact.markov_chain import End, follow, opening, solve
from sevenout.base.errors import BadInput
from sevenout.base.refusal import Citation, Refusal
from sevenout.base.vocabulary import did_you_mean
from sevenout.engine.game import AnyHouse, open_rules
from sevenout.rulebook.compiler.book_compiler import CompiledBook, CompiledWager
from sevenout.rulebook.compiler.puck_machine import in_season
from sevenout.rulebook.compiler.transitions import DOWN, Transition
from sevenout.rulebook.value_listing import RulebookValue, wager_values

Times = int | Fraction
Stakes = dict[int, Fraction]
"""By the number that the odds lie on: their stake per unit of the flat bet."""


class LineWithOdds(NetSpread, Struct, frozen=True):
    """A flat bet and its odds, per unit of the flat bet."""

    flat: str
    odds: str
    """The policy in words: `none`, `2x`, `3-4-5x`, or `win 2x` where the house counts what the odds would win."""
    times: tuple[tuple[int, Fraction], ...]
    """The odds' stake by the number they lie on."""
    wagered: Fraction
    """Mean amount put down, commission included."""
    chances: Chances
    """Every net it can have, commission deducted, lowest first, with its probability."""
    cite: Citation
    """The house's limit on the odds."""
    rests_on: tuple[RulebookValue, ...]

    @property
    def edge(self) -> Fraction:
        """The house's share of all that is put down."""
        return -self.net / self.wagered

    def __repr__(self) -> str:
        edge = f"edge {self.edge} = {float(self.edge):.3%}"
        return f"<LineWithOdds {self.flat} with odds of {self.odds}: {edge}>"

    @property
    def edge_on_flat(self) -> Fraction:
        """The same loss as a share of the flat bet."""
        return -self.net

    @property
    def clause(self) -> str:
        return self.cite.clause


class _OfferedOdds(Struct, frozen=True):
    """Odds on one number as the house offers them: the wager, its payout, and how many times the flat bet it allows."""

    spot: CompiledWager
    pays: Fraction
    most: int | Fraction | None
    """None: it sets no multiple."""

    @property
    def by_win(self) -> bool:
        return self.spot.wager.cap is not None and self.spot.wager.cap.by.value == "win"

    @property
    def cite(self) -> Citation:
        return Citation() if self.spot.wager.cap is None else self.spot.wager.cap.times.cite

    def stake(self, times: Times) -> Fraction:
        """The stake that so many times the flat bet makes, as this house counts."""
        return Fraction(times) / self.pays if self.by_win and self.pays else Fraction(times)


def line_with_odds(
    book: AnyHouse, flat: str, times: Times | Mapping[int, Times] | None = None
) -> LineWithOdds | Refusal:
    """A flat bet with so many times odds: the same for every number, by number, or as much as the house allows.

    `times` counts what the house's own limit counts: the stake, or what it would win.

    >>> line_with_odds("marina-bay-sands", "dont-pass")
    <LineWithOdds dont-pass with odds of win 3-4-5x: edge 3/1100 = 0.273%>
    >>> line_with_odds("marina-bay-sands", "pass", 10).reason
    'Pass Line Odds may be at most 3 times Pass Line on 4, not 10'
    """
    rules = open_rules(book)
    spot = spot_named(rules, flat)
    offered = _find_odds(rules, spot)
    asked = _check_times(rules, spot, offered, times)
    if isinstance(asked, Refusal):
        return asked
    stakes = {number: offered[number].stake(count) for number, count in asked.items()}
    ends = _ends(rules, spot, stakes)
    cost = commission_of(spot)
    costs = {number: stake * commission_of(offered[number].spot) for number, stake in stakes.items()}
    by_net: dict[Fraction, Fraction] = {}
    wagered = 1 + cost
    for (end, odds_end, number), chance in ends.items():
        net = net_of(end) - win_commission_of(spot, end) - cost
        if odds_end is not None:
            kept = win_commission_of(offered[number].spot, odds_end)
            net += (net_of(odds_end) - kept) * stakes[number] - costs[number]
            wagered += chance * (stakes[number] + costs[number])
        by_net[net] = by_net.get(net, Fraction(0)) + chance
    return LineWithOdds(
        flat=spot.key,
        odds=_in_words(asked, by_win=any(odds.by_win for odds in offered.values())),
        times=tuple(sorted(stakes.items())),
        wagered=wagered,
        chances=tuple(sorted(by_net.items())),
        cite=next((odds.cite for odds in offered.values()), Citation()),
        rests_on=_rests_on(
            rules, spot, [offered[number].spot for number, stake in stakes.items() if stake], most=times is None
        ),
    )


def lines_with_odds(book: AnyHouse, flats: Sequence[str] = ()) -> tuple[LineWithOdds, ...]:
    """The bets that take odds, all or those named: without them, at the usual multiples, and at the house's maximum.

    >>> [f"{bet.odds} {float(bet.edge):.3%}" for bet in lines_with_odds("new-south-wales")[:3]]
    ['none 1.414%', '1x 0.848%', '2x 0.606%']
    """
    rules = open_rules(book)
    behind: list[LineWithOdds] = []
    for spot in rules.spots:
        offered = {} if spot.wager.made.value == "never" else _find_odds(rules, spot)
        most = {odds.most for odds in offered.values() if odds.most is not None}
        usual = [times for times in _USUAL if times <= min(most, default=times) and most != {times}] if offered else []
        answers = (line_with_odds(rules, spot.key, times) for times in (*usual, *((None,) if most else ())))
        behind += (answer for answer in answers if isinstance(answer, LineWithOdds))
    known = tuple(dict.fromkeys(each.flat for each in behind))
    for flat in flats:
        if flat not in known:
            takes = f"those that do: {', '.join(known)}" if known else "no wager does"
            raise BadInput(f"{flat!r} takes no odds at {rules.book.title}.{did_you_mean(flat, known)} There, {takes}")
    return tuple(each for each in behind if not flats or each.flat in flats)


_USUAL = (0, 1, 2, 3, 5, 10, 20, 100)


def _find_odds(rules: CompiledBook, flat: CompiledWager) -> dict[int, _OfferedOdds]:
    """The odds that can come to lie behind a bet, by number: its own, or those of the bets that it travels to."""
    by_number: dict[int, _OfferedOdds] = {}
    for spot in _travels_to(rules, flat):
        for odds in (rules.spots[index] for index in spot.attached[:1]):
            for puck in rules.puck.states:
                number = _number(rules, odds, puck.index)
                if in_season(odds.wager.made.value, puck) and number not in by_number:
                    cap = odds.wager.cap
                    times = cap.times.at(odds.wager.n, puck.point) if cap else ()
                    pays = max((payout.fraction for payout in odds.payouts(puck.index)), default=Fraction(0))
                    by_number[number] = _OfferedOdds(odds, pays, times[0] if times else None)
    return dict(sorted(by_number.items()))


def _travels_to(rules: CompiledBook, spot: CompiledWager) -> Iterator[CompiledWager]:
    """A bet and all that it can become."""
    seen, waiting = {spot.index}, [spot]
    while waiting:
        here = waiting.pop()
        yield here
        columns = (row[slot] for slots in rules.cells for row in slots for slot in range(here.first, here.end))
        ahead = {rules.spot_of[edge.goto].index for edge in columns if edge is not None and edge.outcome == "move"}
        waiting += (rules.spots[index] for index in ahead - seen)
        seen |= ahead


def _number(rules: CompiledBook, odds: CompiledWager, puck: int) -> int:
    """The number that odds lie on: that of their own bet, or the point."""
    return odds.wager.n.high if odds.wager.n is not None else rules.puck.states[puck].point or 0


def _check_times(
    rules: CompiledBook,
    flat: CompiledWager,
    offered: dict[int, _OfferedOdds],
    times: Times | Mapping[int, Times] | None,
) -> dict[int, Times] | Refusal:
    """How many times the flat bet on each number, if the house allows it."""
    if isinstance(times, Mapping) and (strange := sorted(set(times) - set(offered))):
        raise BadInput(f"{flat.key} takes no odds on {strange[0]} at {rules.book.title}.")
    if not offered and times:
        reason = f"{rules.book.title} takes no odds behind {flat.title}"
        return Refusal("no-odds", reason, flat.wager.made.cite, wager=flat.key)
    asked: dict[int, Times] = {}
    for number, odds in offered.items():
        count = times.get(number, 0) if isinstance(times, Mapping) else odds.most if times is None else times
        if count is None:
            reason = f"{rules.book.title} sets no multiple for {odds.spot.title}: name one"
            return Refusal("no-maximum", reason, odds.cite, wager=odds.spot.key)
        if count < 0:
            return Refusal(
                "no-amount", f"odds of {count} times {flat.title} are no bet", odds.cite, wager=odds.spot.key
            )
        if odds.most is not None and count > odds.most:
            most = f"at most {float(odds.most):g} times {flat.title}"
            what = f"{odds.spot.title} may {'win' if odds.by_win else 'be'} {most}"
            return Refusal("above-maximum", f"{what} on {number}, not {count}", odds.cite, wager=odds.spot.key)
        asked[number] = count
    return asked


Behind = tuple[int, int, End | None]
"""The slot of the odds (or DOWN), the number they were put on, and how they ended if they did before their flat bet."""

Standing = tuple[int, int, Behind]
"""Puck, the flat bet's slot, and its odds."""

NO_ODDS: Behind = (DOWN, 0, None)


def _ends(rules: CompiledBook, flat: CompiledWager, stakes: Stakes) -> dict[tuple[End, End | None, int], Fraction]:
    """How the flat bet ends, how its odds do, and the number they lay on: with the chance of all three."""

    def step(node: Standing) -> tuple[Counter[Standing], Counter[tuple[End, End | None, int]]]:
        puck, slot, behind = node
        onward: Counter[Standing] = Counter()
        ended: Counter[tuple[End, End | None, int]] = Counter()
        for row, after, weight in zip(rules.cells[puck], rules.puck.edges[puck], rules.dice.weights, strict=True):
            if not weight:
                continue
            edge = row[slot]
            odds = _odds_after(row, behind)
            if edge is not None and edge.outcome != "move":
                ended[(edge.outcome, edge.odds), odds[2], odds[1]] += weight
            else:
                here = slot if edge is None else edge.goto
                onward[after.goto, here, _put_up(rules, after.goto, here, stakes) if odds == NO_ODDS else odds] += (
                    weight
                )
        return onward, ended

    opened = {(puck, flat.first, NO_ODDS): weight for puck, weight in opening(rules, flat).pucks.items()}
    return solve(opened, step, f"{rules.book.title}: {flat.key}", rules.dice.whole)[1]


def _odds_after(row: tuple[Transition | None, ...], behind: Behind) -> Behind:
    """The odds after a roll."""
    slot, number, _ = behind
    edge = row[slot] if slot != DOWN else None
    if edge is None:
        return behind
    return (edge.goto, number, None) if edge.outcome == "move" else (DOWN, number, (edge.outcome, edge.odds))


def _put_up(rules: CompiledBook, puck: int, slot: int, stakes: Stakes) -> Behind:
    """The odds that are put behind a bet now, if any may be."""
    for index in rules.spot_of[slot].attached[:1]:
        odds = rules.spots[index]
        number = _number(rules, odds, puck)
        if in_season(odds.wager.made.value, rules.puck.states[puck]) and stakes.get(number):
            return odds.first, number, None
    return NO_ODDS


def _in_words(asked: dict[int, Times], *, by_win: bool) -> str:
    """`none`, `2x`, or the multiples by number; those that mirror each other are named once."""
    counts = [f"{float(count):g}" for count in asked.values()]
    if not any(asked.values()):
        return "none"
    if len(set(counts)) == 1:
        counts = counts[:1]
    elif counts == counts[::-1]:
        counts = counts[: (len(counts) + 1) // 2]
    return f"{'win ' if by_win else ''}{'-'.join(counts)}x"


def _rests_on(
    rules: CompiledBook, flat: CompiledWager, odds: list[CompiledWager], *, most: bool
) -> tuple[RulebookValue, ...]:
    """What the flat bet rests on, what its odds rest on, and their limit if as much as it allows is put up."""
    entries = [*rests_on(rules, flat, follow(rules, flat))]
    for spot in odds:
        family = f"{spot.wager.family} "
        entries += rests_on(rules, spot, follow(rules, spot), whose=family)
        caps = (entry for entry in wager_values(replace(spot.wager, n=None)) if most and entry.word == "cap")
        entries += (replace(cap, word=f"{family}cap") for cap in caps)
    return tuple(dict.fromkeys(entries))
