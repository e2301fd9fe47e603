#!/usr/bin/env python3
"""Checks a certificate of `sevenout solve`, with the standard library alone: python3 -I verify_certificate.py FILE

It trusts neither the solver nor floating point. A certificate holds the rules as numbers that a person can read, and
two functions of the cash in hand, in whole numbers of 2**-bits:

- *upper*: 0 at ruin, 1 at the goal, and no legal action has a mean above it. So nobody reaches the goal more often.
- *lower*: 0 at ruin, 1 at the goal, and the policy in the file raises its mean by a unit or more with every bet. So
  the policy ends, and reaches the goal at least so often.

It is sevenout.analysis.solver.certificate_verifier; tools/verify_certificate.py links to it.
"""

import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from math import lcm
from operator import add, gt
from pathlib import Path
from typing import Any, NamedTuple, TextIO

FORMAT = "sevenout-certificate-1"
LARGEST_GOAL = 20_000
"""Chips; a file with more is not looked at."""
Rules = dict[str, Any]


class NotProved(Exception):
    """Why a certificate proves nothing; `cash` is the state that shows it, if one does."""

    def __init__(self, reason: str, cash: int | None = None) -> None:
        self.cash = cash
        super().__init__(reason if cash is None else f"with {cash} chips: {reason}")


class Proof(NamedTuple):
    """What a certificate proves: the chance lies between `lower` and `upper`, in units of 2**-bits."""

    lower: int
    upper: int
    bits: int
    tried: int
    """Actions whose mean was worked out."""
    refuted: int
    """Stakes that lose so much on average that cash / goal, which is above the upper function, refutes them at once."""


# --- the rules, as the block states them


def payment(stake: int, pays: list[int], rounding: str) -> int:
    """What a stake wins, in whole chips.

    >>> payment(5, [7, 6], "down"), payment(5, [7, 6], "up")
    (5, 6)
    """
    whole, rest = divmod(stake * pays[0], pays[1])
    return whole + (1 if rest and rounding == "up" else 0)


def commission(stake: int, terms: Rules | None, rounding: str) -> int:
    """What a stake costs beside itself, in whole chips."""
    if terms is None:
        return 0
    base = stake if terms["of"] == "stake" else max(payment(stake, pays, rounding) for pays in terms["payouts"])
    least: int = terms["least"]
    return max(payment(base, terms["rate"], terms["rounding"]), least)


def legal_stakes(limits: Rules, top: int) -> list[int]:
    """Every stake up to `top` chips that the limits allow; the cap of odds comes on top."""
    every = limits["multiple"]
    return [x for x in range(every, top + 1, every) if is_legal(limits, x)]


def is_legal(limits: Rules, stake: int) -> bool:
    """Whether the limits allow a stake; the cap of odds comes on top."""
    pays_whole = stake % limits["exact"] == 0
    if stake <= 0 or stake % limits["multiple"] or (limits["only_exact"] and not pays_whole):
        return False
    if limits["maximum"] is not None and stake > limits["maximum"]:
        return False
    return bool(stake >= limits["minimum"] or (limits["less_if_exact"] and pays_whole))


def odds_cap(odds: Rules, flat: int) -> int:
    """The most that odds may be behind a flat bet; -1: no cap."""
    if odds["cap"] is None:
        return -1
    most: int = odds["cap"] * flat
    return most if odds["cap_counts"] == "stake" else most * int(odds["pays"][1]) // int(odds["pays"][0])


class Ends(NamedTuple):
    """What can come of a wager's first rolls, by stake: (weight, net) for each end; and the weight of no change."""

    stakes: list[int]
    costs: list[int]
    nets: list[list[tuple[int, int]]]
    push: int
    total: int


def first_ends(wager: Rules, rounding: str, top: int) -> Ends:
    """The ends that decide a wager before it comes to a point, for every stake that may matter below `top`."""
    stakes = legal_stakes(wager["limits"], top)
    fees = [commission(x, wager["commission"], rounding) for x in stakes]
    push = sum(end[0] for end in wager["ends"] if end[1] == "push") if wager["commission"] is None else 0
    nets = []
    for x, fee in zip(stakes, fees, strict=True):
        by_net = []
        for weight, result, *pays in wager["ends"]:
            if result == "push":
                if wager["commission"] is not None:
                    by_net.append((weight, -fee))
            else:
                by_net.append((weight, (payment(x, pays, rounding) if result == "win" else -x) - fee))
        nets.append(by_net)
    total = sum(end[0] for end in wager["ends"]) + sum(point["ways"] for point in wager["points"])
    return Ends(stakes, [x + fee for x, fee in zip(stakes, fees, strict=True)], nets, push, total)


def least_losses(
    wager: Rules, ends: Ends, rounding: str, top: int
) -> tuple[list[Fraction], list[list[Fraction]], bool]:
    """The least expected loss by stake, the same by point and the stake held there, and whether no odds favour.

    Losses are in chips, those of odds left out: where no odds up to `top` favour the player, they only add to them.
    """
    total, points = ends.total, wager["points"]
    at_point = [
        [
            Fraction(p["ways"], total)
            * Fraction(p["lose"] * x - p["win"] * payment(x, p["pays"], rounding), p["win"] + p["lose"] + p["push"])
            for x in ends.stakes
        ]
        for p in points
    ]
    before = [-Fraction(sum(weight * net for weight, net in nets), total) for nets in ends.nets]
    best = [_least_reachable(losses, wager) for losses in at_point]
    whole = [loss + sum(each[i] for each in best) for i, loss in enumerate(before)]
    fair = all(
        p["win"] * payment(x, p["odds"]["pays"], rounding) <= p["lose"] * x
        for p in points
        if p["odds"] is not None
        for x in legal_stakes(p["odds"]["limits"], top)
    )
    held = []
    for k, losses in enumerate(at_point):
        others = [whole[i] - best[k][i] for i in range(len(whole))]
        reach = _least_before(others) if wager["may_rise"] else others
        reach = _least_after(reach) if wager["may_fall"] else reach
        held.append([loss + rest for loss, rest in zip(losses, reach, strict=True)])
    return whole, held, fair


def _least_before(values: list[Fraction]) -> list[Fraction]:
    out: list[Fraction] = []
    for value in values:
        out.append(min(value, out[-1]) if out else value)
    return out


def _least_after(values: list[Fraction]) -> list[Fraction]:
    return _least_before(values[::-1])[::-1]


def _least_reachable(losses: list[Fraction], wager: Rules) -> list[Fraction]:
    """By the stake that lies there: the least loss of all that it may be changed to."""
    if wager["may_rise"]:
        return _least_after(losses)
    if wager["may_fall"]:
        return [min(loss, Fraction(0)) for loss in _least_before(losses)]
    return losses


# --- the upper function


class _Upper:
    """Tries every action of one wager against the upper function."""

    def __init__(self, wager: Rules, rounding: str, goal: int, one: int, upper: list[int], *, linear: bool) -> None:
        self.wager, self.goal, self.one, self.upper = wager, goal, one, upper
        self.ends = first_ends(wager, rounding, goal - 1)
        self.rounding = rounding
        losses, held, fair = least_losses(wager, self.ends, rounding, goal - 1)
        self.cut = linear and fair
        scale = lcm(*(loss.denominator for loss in losses), *(loss.denominator for at in held for loss in at), 1)
        self.losses = [int(loss * scale) * one for loss in losses]
        self.held = [[int(loss * scale) * one for loss in at] for at in held]
        self.scale = scale
        self.tried = self.refuted = 0

    def check(self, progress: Callable[[int], object]) -> None:
        """Raises NotProved with the first cash at which an action has a mean above the function."""
        if self.wager["points"]:
            self._check_line(progress)
        else:
            self._check_plain()

    def _check_plain(self) -> None:
        upper, goal = self.upper, self.goal
        top = [upper[goal]] * (goal + max((net for nets in self.ends.nets for _, net in nets), default=0) + 1)
        reach = upper + top
        decided = self.ends.total - self.ends.push
        held = [decided * u for u in upper]
        for x, cost, nets in zip(self.ends.stakes, self.ends.costs, self.ends.nets, strict=True):
            if cost >= goal or not nets:
                continue
            means: Any = None
            for weight, net in nets:
                part = map(weight.__mul__, reach[cost + net : goal + net])
                means = part if means is None else map(add, means, part)
            self.tried += goal - cost
            over = list(map(gt, means, held[cost:goal]))
            if any(over):
                cash = cost + over.index(True)
                raise NotProved(_above(x, self.wager["wager"]), cash)

    def _tables(self) -> list[tuple[Rules, list[list[int]], list[list[int]], list[int]]]:
        """For each point: values after a win and after a loss by cash and odds, and how many odds each stake allows."""
        goal, upper, tables = self.goal, self.upper, []
        for p in self.wager["points"]:
            odds, a, b = p["odds"], p["win"], p["lose"]
            stakes = [] if odds is None else legal_stakes(odds["limits"], goal - 1)
            wins = [] if odds is None else [payment(x, odds["pays"], self.rounding) for x in stakes]
            won, lost = [a * u for u in upper], [b * u for u in upper]
            after_win = []
            for cash in range(goal):
                enough = next((i + 1 for i, y in enumerate(wins) if cash + y >= goal), len(wins))
                after_win.append([won[min(goal, cash + y)] for y in wins[:enough]])
            after_loss, many = [], 0
            for cash in range(goal):
                while many < len(stakes) and stakes[many] <= cash:
                    many += 1
                after_loss.append([lost[cash - x] for x in stakes[:many]])
            caps = [-1 if odds is None else odds_cap(odds, x) for x in self.ends.stakes]
            tables.append((p, after_win, after_loss, [_within(stakes, cap) for cap in caps]))
        return tables

    def _check_line(self, progress: Callable[[int], object]) -> None:
        upper, goal, wager, ends = self.upper, self.goal, self.wager, self.ends
        tables = self._tables()
        every = lcm(*(p["win"] + p["lose"] + p["push"] for p in wager["points"]))
        scales = [every // (p["win"] + p["lose"] + p["push"]) * p["ways"] for p in wager["points"]]
        gains = [[payment(x, p["pays"], self.rounding) for x in ends.stakes] for p in wager["points"]]
        within = 0
        for cash in range(1, goal):
            while within < len(ends.stakes) and ends.costs[within] <= cash:
                within += 1
            dear = (cash * self.one - goal * upper[cash]) * self.scale if self.cut else None
            open_stakes = [i for i in range(within) if dear is None or self.losses[i] <= dear]
            self.refuted += within - len(open_stakes)
            if not open_stakes:
                continue
            best = [
                self._best_at(k, table, gains[k], cash, within, open_stakes[-1] + 1, dear)
                for k, table in enumerate(tables)
            ]
            held = every * (ends.total - ends.push) * upper[cash]
            for i in open_stakes:
                mean = every * sum(weight * upper[min(goal, cash + net)] for weight, net in ends.nets[i])
                if mean + sum(scale * at[i] for scale, at in zip(scales, best, strict=True)) > held:
                    raise NotProved(_above(ends.stakes[i], wager["wager"]), cash)
            if cash % 16 == 0:
                progress(cash)

    def _best_at(
        self, k: int, table: Any, gains: list[int], cash: int, within: int, top: int, dear: int | None
    ) -> list[int]:
        """By stake, the largest mean at one point: with any odds, and whatever the stake may be changed to first."""
        p, after_win, after_loss, allowed = table
        goal, upper, wager, stakes = self.goal, self.upper, self.wager, self.ends.stakes
        a, b, rest = p["win"], p["lose"], p["push"] * upper[cash]
        reach = within if wager["may_rise"] else top
        run = (a + b + p["push"]) * upper[cash] if wager["may_fall"] else None
        keeps = wager["may_rise"] or wager["may_fall"]
        values = [0] * reach
        for i in range(reach - 1, -1, -1) if wager["may_rise"] else range(reach):
            if dear is None or self.held[k][i] <= dear:
                won, lost = cash + gains[i], cash - stakes[i]
                value = a * upper[min(goal, won)] + b * upper[lost]
                self.tried += 1
                many = allowed[i]
                if many and won < goal and (tail := after_loss[lost]):
                    ahead = after_win[won]
                    if many < len(ahead):
                        ahead = ahead[:many]
                    value = max(value, max(map(add, ahead, tail)))  # noqa: PLW3301 - flattened, it would make a tuple
                    self.tried += min(len(ahead), len(tail))
                value += rest
                if run is None or not keeps or value > run:
                    run = value
            values[i] = run or 0
        return values


def _within(stakes: list[int], cap: int) -> int:
    return sum(1 for x in stakes if cap < 0 or x <= cap) if stakes else 0


def _above(stake: int, wager: str) -> str:
    return f"{stake} on {wager} has a mean above the upper bound"


# --- the lower function


def policy_moves(rules: Rules, goal: int, cash: int, action: list[Any]) -> list[tuple[Fraction, int]]:
    """Where an action of a policy leads: weights with the cash after it; what changes nothing is left out.

    Raises NotProved if the rules do not allow it.
    """
    number, stake, plays = action
    if not 0 <= number < len(rules["wagers"]):
        raise NotProved("the policy names a wager that the rules have not", cash)
    wager, rounding = rules["wagers"][number], rules["rounding"]
    points = wager["points"]
    fee = commission(stake, wager["commission"], rounding)
    if not is_legal(wager["limits"], stake) or stake + fee > cash:
        raise NotProved(f"{stake} on {wager['wager']} is no legal stake", cash)
    if len(plays) != len(points):
        raise NotProved(f"the policy says nothing of some points of {wager['wager']}", cash)
    moves: list[tuple[Fraction, int]] = []
    for weight, result, *pays in wager["ends"]:
        net = (payment(stake, pays, rounding) if result == "win" else -stake if result == "lose" else 0) - fee
        if net:
            moves.append((Fraction(weight), min(goal, cash + net)))
    for p, (held, odds) in zip(points, plays, strict=True):
        if held == 0 and wager["may_fall"] and not odds:
            continue
        changed = held == stake or (held > stake and wager["may_rise"]) or (held < stake and wager["may_fall"])
        if not changed or not is_legal(wager["limits"], held):
            raise NotProved(f"{wager['wager']} may not become {held}", cash)
        if odds:
            terms = p["odds"]
            cap = -1 if terms is None else odds_cap(terms, held)
            if terms is None or not is_legal(terms["limits"], odds) or 0 <= cap < odds:
                raise NotProved(f"odds of {odds} behind {held} on {wager['wager']} are not allowed", cash)
        if held + odds > cash or odds < 0:
            raise NotProved(f"{held} and odds of {odds} are more than there is", cash)
        decided = p["win"] + p["lose"] + p["push"]
        wins = payment(held, p["pays"], rounding) + (payment(odds, p["odds"]["pays"], rounding) if odds else 0)
        moves.append((Fraction(p["ways"] * p["win"], decided), min(goal, cash + wins)))
        moves.append((Fraction(p["ways"] * p["lose"], decided), cash - held - odds))
    return moves


def check_lower(rules: Rules, goal: int, lower: list[int], policy: list[Any]) -> None:
    """Raises NotProved at the first cash where the policy is illegal or its mean is below the lower function."""
    for cash in range(1, goal):
        action = policy[cash]
        if action is None:
            if lower[cash] > 0:
                raise NotProved("the policy has no action here, and the lower bound is above nothing", cash)
            continue
        moves = policy_moves(rules, goal, cash, action)
        total = sum((weight for weight, _ in moves), Fraction(0))
        if not total:
            raise NotProved("the policy's action changes nothing", cash)
        mean = sum((weight * lower[after] for weight, after in moves), Fraction(0)) / total
        if lower[cash] > 0 and mean < lower[cash] + 1:
            raise NotProved("the policy's own mean is below the lower bound", cash)


# --- the file


def digest_of(certificate: Rules) -> str:
    """The checksum of a certificate: of all its parts but the checksum itself."""
    parts = {name: part for name, part in certificate.items() if name != "sha256"}
    return hashlib.sha256(json.dumps(parts, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _numbers(certificate: Rules, name: str, goal: int, one: int) -> list[int]:
    values = certificate[name]
    if not isinstance(values, list) or len(values) != goal + 1 or any(type(value) is not int for value in values):
        raise NotProved(f"the {name} function is not {goal + 1} whole numbers")
    if values[0] != 0 or values[goal] != one:
        raise NotProved(f"the {name} function is not 0 at ruin and 1 at the goal")
    for cash, (here, there) in enumerate(pairwise(values)):
        if here < 0 or (name == "upper" and there < here):
            raise NotProved(f"the {name} function falls, or is below nothing", cash)
    return values


def _check_rules(rules: Rules, words: list[str]) -> None:
    if rules["rounding"] not in ("down", "up", "exact"):
        raise NotProved("the rules round in no known way")
    present = {wager["wager"] for wager in rules["wagers"]}
    for name in words:
        if name not in present:
            raise NotProved(f"the class names {name}, and the rules say nothing of it")
    for wager in rules["wagers"]:
        numbers = [end[0] for end in wager["ends"]] + [
            p[name] for p in wager["points"] for name in ("ways", "win", "lose", "push")
        ]
        if any(type(number) is not int or number < 0 for number in numbers) or not sum(numbers):
            raise NotProved(f"{wager['wager']} has a chance that is no whole number")
        if wager["points"] and (wager["commission"] is not None or (wager["may_rise"] and wager["may_fall"])):
            raise NotProved(f"{wager['wager']} is of a kind that is not checked")
        if any(p["win"] + p["lose"] <= 0 for p in wager["points"]):
            raise NotProved(f"{wager['wager']} is never decided at one of its points")


def check(
    certificate: Rules, rules: Rules | None = None, progress: Callable[[int, int], object] = lambda *_: None
) -> Proof:
    """What a certificate proves of its own rules, or of others; raises NotProved with the state that shows why not."""
    try:
        return _check(certificate, certificate["rules"] if rules is None else rules, progress)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, ZeroDivisionError) as error:
        raise NotProved(f"this is no certificate: {type(error).__name__} {error}") from error


def _check(certificate: Rules, rules: Rules, progress: Callable[[int, int], object]) -> Proof:
    if certificate["format"] != FORMAT:
        raise NotProved(f"the file is of the format {certificate['format']!r}, not {FORMAT}")
    claim, bits = certificate["claim"], certificate["bits"]
    goal, start = claim["goal"], claim["bankroll"]
    if not (type(goal) is int and type(start) is int and type(bits) is int):
        raise NotProved("the claim is not in whole chips")
    if not (0 < start < goal <= LARGEST_GOAL and 8 <= bits <= 200):
        raise NotProved("the claim is outside what is checked")
    _check_rules(rules, claim["wagers"])
    one = 1 << bits
    upper, lower = _numbers(certificate, "upper", goal, one), _numbers(certificate, "lower", goal, one)
    policy = certificate["policy"]
    if len(policy) != goal:
        raise NotProved("the policy does not have an action for every cash")
    check_lower(rules, goal, lower, policy)
    linear = all(goal * u <= cash * one for cash, u in enumerate(upper))
    tried = refuted = 0
    for number, wager in enumerate(rules["wagers"]):
        trial = _Upper(wager, rules["rounding"], goal, one, upper, linear=linear)
        trial.check(lambda cash, at=number: progress(at * goal + cash, len(rules["wagers"]) * goal))  # type: ignore[misc]
        tried, refuted = tried + trial.tried, refuted + trial.refuted
    if lower[start] != claim["lower"] or upper[start] != claim["upper"]:
        raise NotProved("the claim is not what the functions say", start)
    if certificate["sha256"] != digest_of(certificate):
        raise NotProved("the checksum is not that of the file: something in it was changed")
    return Proof(lower[start], upper[start], bits, tried, refuted)


def decimals(number: int, bits: int, *, up: bool) -> str:
    """A bound with fourteen decimals, rounded to the safe side."""
    scaled = number * 10**14
    whole = -(-scaled >> bits) if up else scaled >> bits
    return f"{whole // 10**14}.{whole % 10**14:014}"


def describe(certificate: Rules, proof: Proof) -> Iterator[str]:
    """What was proved, in words."""
    claim, book = certificate["claim"], certificate["rulebook"]
    chip = book["chip"] / 100
    yield (
        f"Proved: {book['title']}, {claim['bankroll'] * chip:g} to {claim['goal'] * chip:g} before ruin,"
        f" with {', '.join(claim['wagers'])}{'' if claim['odds'] else ' without odds'}:"
    )
    low, high = decimals(proof.lower, proof.bits, up=False), decimals(proof.upper, proof.bits, up=True)
    yield f"the best chance is at least {low} and at most {high}."
    yield f"{proof.tried:,} actions tried, {proof.refuted:,} stakes refuted by cash / goal alone."
    yield f"The rules are those of the file, from a rulebook with the digest {book['digest'][:16]}."


def main(arguments: list[str]) -> int:
    """Checks one file; 0 if it is proved, 1 if not, 2 if it cannot be read."""
    if len(arguments) != 1:
        _say("usage: verify_certificate.py FILE", sys.stderr)
        return 2
    try:
        certificate = json.loads(Path(arguments[0]).read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        _say(f"{arguments[0]} cannot be read: {error}", sys.stderr)
        return 2
    try:
        proof = check(certificate)
    except NotProved as no:
        _say(f"NOT PROVED: {no}", sys.stderr)
        return 1
    for line in describe(certificate, proof):
        _say(line, sys.stdout)
    return 0


def _say(text: str, to: TextIO) -> None:
    """Prints a line with everything in it that a terminal would obey written out: a file's text is a stranger's."""
    to.write("".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text) + "\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
