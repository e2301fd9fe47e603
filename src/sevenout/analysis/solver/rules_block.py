"""The rules that a solver needs of one table, as a block of plain numbers: read from the compiled rows, nothing typed.

The block is what a certificate carries and what `certificate_verifier` reads; all money in it is in chips. A wager has
the ends of its first rolls, each with a weight, and the points that it may come to before it is decided. Whatever
cannot be said so is left out by name, with the reason.
"""

from collections import Counter
from collections.abc import Sequence
from math import lcm
from typing import Any

from msgspec import Struct

from sevenout.analysis.exact.markov_chain import End, FollowStart, follow
from sevenout.base.dice import ROLLS
from sevenout.base.errors import BadInput
from sevenout.base.money import Cents, Odds, Rounding, units
from sevenout.base.refusal import Refusal
from sevenout.base.vocabulary import LINES, did_you_mean, stem
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import CompiledWager
from sevenout.rulebook.compiler.puck_machine import OFF, in_season
from sevenout.rulebook.compiler.transitions import DOWN, Transition

Block = dict[str, Any]
LINE, ODDS, ALL = "line", "odds", "all"
"""Words of `--wagers` beside the names of wagers and families."""
_LONGEST_WEIGHT = 2**53
_NO_FLAT = 10**15
"""A flat bet that no cap of odds comes near: what is then the maximum is the odds' own."""


class WagerClass(Struct, frozen=True):
    """What an answer is solved over: wagers, whether the lines take odds, and what stakes come in."""

    words: tuple[str, ...]
    """As they were asked for."""
    wagers: tuple[str, ...]
    """The keys, each once."""
    odds: bool
    step: Cents
    left_out: tuple[Refusal, ...] = ()
    """Wagers that were asked for by a family's name and cannot be solved, with the reason."""

    @property
    def title(self) -> str:
        """The class in words, for the head of an answer."""
        names = ", ".join(self.wagers) if len(self.wagers) <= 4 else f"{len(self.wagers)} wagers"
        odds = " with odds" if self.odds else ""
        return f"{names}{odds}, one at a time, stakes in multiples of {units(self.step)}"


def open_class(game: Game, words: Sequence[str] = (LINE, ODDS), step: Cents | None = None) -> WagerClass:
    """The class that words name in a house; raises BadInput for a word that nobody knows there.

    >>> open_class(Game.open("typical"), ["line", "odds", "hard"]).wagers[:4]
    ('pass', 'dont-pass', 'hard-10', 'hard-4')
    """
    step = game.chip if step is None else step
    if step <= 0 or step % game.chip:
        raise BadInput(f"--step {units(step)}: stakes come in whole chips of {units(game.chip)}")
    wagers: dict[str, None] = {}
    left_out: list[Refusal] = []
    for word in words:
        if word == ODDS:
            continue
        keys = _keys_of(game, word)
        if not keys:
            _refuse_word(game, word)
        for key in keys:
            refusal = _refused_wager(game, game.rules.by_key[key])
            if refusal is None:
                wagers[key] = None
            elif len(keys) == 1:
                raise BadInput(f"{key} cannot be solved at {game.rules.book.title}: {refusal.reason}")
            else:
                left_out.append(refusal)
    if not wagers:
        raise BadInput(f"--wagers {','.join(words)} leaves nothing to bet on: name a wager, or line")
    return WagerClass(tuple(words), tuple(wagers), ODDS in words, step, tuple(left_out))


def _keys_of(game: Game, word: str) -> list[str]:
    by_key = game.rules.by_key
    if word == LINE:
        return [key for key in LINES if key in by_key and in_season("off", game.rules.puck.states[0])]
    if word == ALL:
        return [spot.key for spot in game.rules.spots if spot.flat is None and spot.wager.made.value != "never"]
    key = game.rules.wager_named(word) or word
    if key in by_key:
        return [key]
    return sorted(spot.key for spot in game.rules.spots if word in (spot.wager.family, stem(spot.key)))


def _refuse_word(game: Game, word: str) -> None:
    title = game.rules.book.title
    if word == LINE:
        named = next((spot.key for spot in game.rules.spots if spot.flat is None), "")
        raise BadInput(f"{title} has no line bets: name its wagers instead, such as --wagers {named}")
    known = (*game.rules.by_key, *(spot.wager.family for spot in game.rules.spots), LINE, ODDS, ALL)
    raise BadInput(f"{title} offers no {word!r}.{did_you_mean(word, known)}")


def _refused_wager(game: Game, spot: CompiledWager) -> Refusal | None:
    """Why a wager cannot be one that is made alone and played to its decision."""
    wager, rules = spot.wager, game.rules
    if spot.flat is not None:
        return Refusal("with-a-flat", "it goes with another bet: write odds instead", wager=spot.key)
    if wager.made.value == "never":
        return Refusal("not-made", "nobody makes it: it only arises by travelling", wager.made.cite, wager=spot.key)
    if wager.collect is not None:
        reason = "it gathers totals roll by roll, and its chances have more digits than are reckoned with"
        return Refusal("gathers", reason, wager.collect.cite, wager=spot.key)
    after_wins = {
        rules.puck.edges[state.index][roll.index].goto
        for state in rules.puck.states
        for roll in ROLLS
        for edge in (rules.cells[state.index][roll.index][spot.first],)
        if edge is not None and edge.outcome == "win" and edge.goto != DOWN
    }
    if any(not in_season(wager.reduce.value, rules.puck.states[puck]) for puck in after_wins):
        reason = "a winner stays up and may not be taken down, so it never ends"
        return Refusal("stays-up", reason, wager.reduce.cite, wager=spot.key)
    if after_wins and wager.commission is not None and not wager.commission.refund.value:
        reason = "a winner stays up, pays its commission anew, and does not get it back"
        return Refusal("stays-up", reason, wager.commission.refund.cite, wager=spot.key)
    return None


# --- the block


def rules_block(game: Game, chosen: WagerClass) -> Block:
    """The rules of a table for a class of wagers; raises BadInput, by name, for what cannot be put so."""
    wagers: list[Block] = []
    for key in chosen.wagers:
        spot = game.rules.by_key[key]
        wagers += [_line(game, spot, chosen)] if key in LINES else _plain(game, spot, chosen)
    return {"rounding": game.rounding.value, "wagers": wagers}


def stake_limits(game: Game, spot: CompiledWager, puck: int, step: Cents) -> Block:
    """When a stake is legal, in chips: without the cap of odds, which depends on their flat bet."""
    chip = game.chip
    most = game.maximum_of(spot, puck, _NO_FLAT).amount
    least = game.minimum_of(spot, puck).amount or 0
    return {
        "minimum": -(-least // chip),
        "maximum": None if most is None or most > _NO_FLAT // 10**6 else most // chip,
        "multiple": lcm(game.step(spot), step) // chip,
        "exact": game.exact_step(spot, puck) // chip,
        "only_exact": game.rounding is Rounding.EXACT,
        "less_if_exact": game.may_be_less(spot, puck),
    }


def _pays(odds: Odds | None) -> list[int]:
    return [0, 1] if odds is None else [odds.num, odds.den]


def _end(weight: int, end: End) -> list[Any]:
    outcome, odds = end
    if outcome == "win":
        return [weight, "win", *_pays(odds)]
    return [weight, "lose" if outcome == "lose" else "push"]


# --- wagers that are played to their decision as they are


def _plain(game: Game, spot: CompiledWager, chosen: WagerClass) -> list[Block]:
    """A wager for every way in which it may begin: one, unless where the puck stands makes a difference."""
    found: dict[tuple[Any, ...], Block] = {}
    for state in game.rules.puck.states:
        if not in_season(spot.wager.made.value, state):
            continue
        course = follow(game.rules, spot, FollowStart("", {state.index: 1}))
        whole = lcm(*(chance.denominator for chance in course.ends.values()))
        if whole > _LONGEST_WEIGHT:
            raise BadInput(f"{spot.key} cannot be solved: its chances have {len(str(whole))} digits below the line")
        ends = [_end(int(chance * whole), end) for end, chance in course.ends.items()]
        block = {
            "wager": spot.key,
            "limits": stake_limits(game, spot, state.index, chosen.step),
            "commission": _commission(game, spot),
            "ends": sorted(ends, key=str),
            "points": [],
            "may_rise": False,
            "may_fall": False,
        }
        found.setdefault((repr(block),), block)
    return list(found.values())


def _commission(game: Game, spot: CompiledWager) -> Block | None:
    terms = spot.wager.commission
    if terms is None:
        return None
    book = game.rules.book
    return {
        "rate": _pays(terms.rate.value),
        "of": terms.of.value,
        "rounding": book.commission_rounding.value,
        "least": 1 if book.commission_least.value == "chip" else 0,
        "payouts": [_pays(odds) for odds in spot.payouts()],
    }


# --- line bets, which come to a point and take odds there


def _line(game: Game, spot: CompiledWager, chosen: WagerClass) -> Block:
    rules = game.rules
    if spot.wager.commission is not None:
        raise BadInput(f"{spot.key} cannot be solved: a line bet with a commission is not in this class")
    ends: Counter[End] = Counter()
    leads: Counter[int] = Counter()
    for roll in ROLLS:
        edge, after = rules.cells[OFF][roll.index][spot.first], rules.puck.edges[OFF][roll.index].goto
        if edge is None and rules.puck.states[after].point is not None:
            leads[after] += 1
        else:
            ends[_decision(spot, edge)] += 1
    odds = _odds_of(game, spot) if chosen.odds else None
    points: dict[str, Block] = {}
    for puck, ways in sorted(leads.items()):
        point = _point(game, spot, odds, puck, chosen.step)
        alike = points.setdefault(repr(point), {"numbers": [], "ways": 0, **point})
        alike["numbers"].append(rules.puck.states[puck].point)
        alike["ways"] += ways
    on = [rules.puck.states[puck] for puck in leads]
    rises = {in_season(spot.wager.increase.value, state) for state in on}
    falls = {in_season(spot.wager.reduce.value, state) for state in on}
    if len(rises) > 1 or len(falls) > 1 or (rises == {True} and falls == {True}):
        raise BadInput(f"{spot.key} cannot be solved: with a point on it may both grow and shrink")
    return {
        "wager": spot.key,
        "limits": stake_limits(game, spot, OFF, chosen.step),
        "commission": None,
        "ends": sorted((_end(weight, end) for end, weight in ends.items()), key=str),
        "points": list(points.values()),
        "may_rise": rises == {True},
        "may_fall": falls == {True},
    }


def _decision(spot: CompiledWager, edge: Transition | None) -> End:
    if edge is None:
        return "push", None  # nothing happens: it lies there for the next roll
    if edge.outcome == "move":
        raise BadInput(f"{spot.key} cannot be solved: it travels")
    return edge.outcome, edge.odds


def _odds_of(game: Game, spot: CompiledWager) -> CompiledWager | None:
    if not spot.attached:
        return None
    odds = game.rules.spots[spot.attached[0]]
    if len(spot.attached) > 1 or odds.wager.commission is not None:
        raise BadInput(f"{spot.key} cannot be solved with odds: {odds.key} has a commission, or is not the only one")
    return odds


def _point(game: Game, spot: CompiledWager, odds: CompiledWager | None, puck: int, step: Cents) -> Block:
    """What decides a line bet and its odds with the point on one number."""
    rules, point = game.rules, game.rules.puck.states[puck]
    if odds is not None and not in_season(odds.wager.made.value, point):
        odds = None
    decided: Counter[tuple[End, End | None]] = Counter()
    for roll in ROLLS:
        cells, after = rules.cells[puck][roll.index], rules.puck.edges[puck][roll.index].goto
        flat, behind = cells[spot.first], None if odds is None else cells[odds.first]
        if flat is None and behind is None and after == puck:
            continue
        if flat is None or (odds is not None and behind is None):
            raise BadInput(f"{spot.key} cannot be solved: with the point on {point.point} a roll decides a part of it")
        decided[_decision(spot, flat), None if odds is None else _decision(odds, behind)] += 1
    outcomes = Counter[str]()
    pays: dict[str, set[Odds | None]] = {"flat": set(), "odds": set()}
    for (flat_end, odds_end), ways in decided.items():
        kind = "push" if flat_end[0] == "return" else flat_end[0]
        outcomes[kind] += ways
        together = odds_end is None or odds_end[0] == flat_end[0] or (kind == "push" and odds_end[0] == "return")
        if not together:
            raise BadInput(f"{spot.key} cannot be solved with odds: on {point.point} they do not win and lose together")
        if kind == "win":
            pays["flat"].add(flat_end[1])
            pays["odds"].add(None if odds_end is None else odds_end[1])
    if len(pays["flat"]) != 1 or len(pays["odds"]) != 1:
        raise BadInput(f"{spot.key} cannot be solved: with the point on {point.point} it has no single payout")
    return {
        "win": outcomes["win"],
        "lose": outcomes["lose"],
        "push": outcomes["push"],
        "pays": _pays(pays["flat"].pop()),
        "odds": None if odds is None else _odds_block(game, odds, puck, pays["odds"].pop(), step),
    }


def _odds_block(game: Game, odds: CompiledWager, puck: int, pays: Odds | None, step: Cents) -> Block:
    cap = odds.wager.cap
    times = [] if cap is None else cap.times.at(odds.wager.n, game.rules.puck.states[puck].point)
    if any(not isinstance(each, int) for each in times):
        raise BadInput(f"{odds.key} cannot be solved: its cap is no whole number of times the flat bet")
    return {
        "limits": stake_limits(game, odds, puck, step),
        "pays": _pays(pays),
        "cap": int(times[0]) if times else None,
        "cap_counts": "stake" if cap is None else cap.by.value,
    }
