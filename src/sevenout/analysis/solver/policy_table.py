"""The policy of a solved chance: as a table to read, as a policy file, and as a player that every engine can play."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from sevenout.analysis.solver.certificate_verifier import NotProved, policy_moves
from sevenout.analysis.solver.goal_chance import GoalChance
from sevenout.analysis.solver.rules_block import Block
from sevenout.base.errors import BadInput
from sevenout.base.money import Cents, units
from sevenout.engine.game import Game
from sevenout.strategy.policy.policy_player import PolicyPlayer
from sevenout.strategy.policy.solved_policy import PointPlay, PolicyMove, SolvedPolicy, policy_lines
from sevenout.strategy.view import Strategy

_NEGLIGIBLE = 1e-12
"""A cash that is met less often than this on average is left out."""


class PolicyRow(Struct, frozen=True):
    """What the policy does with one cash; `visits` is how often it is met on average before the end."""

    move: PolicyMove
    visits: float
    chance: float


def policy_rows(solved: GoalChance) -> list[PolicyRow]:
    """Every cash that the policy meets from the bankroll, most often first.

    >>> from sevenout.analysis.solver.goal_chance import best_chance
    >>> policy_rows(best_chance("catfish-bend", 60_00, 100_00))[0].move.line
    'with 60: 5 on dont-pass; 4/10: odds 20; 5/9: odds 45; 6/8: odds 42'
    """
    chip = solved.game.chip
    moves = {move.cash: move for move in moves_of(solved.block, solved.policy, chip)}
    met = sorted(_visits(solved).items(), key=lambda each: (-each[1], each[0]))
    return [PolicyRow(moves[cash * chip], visits, solved.value[cash]) for cash, visits in met]


def solved_policy(solved: GoalChance) -> SolvedPolicy:
    """The whole policy as a strategy file has it."""
    return _policy(solved.game, solved.block, solved.policy)


def policy_text(solved: GoalChance) -> str:
    """The policy file: what it is for, as comments, and a line for every amount of cash."""
    title = solved.game.rules.book.title
    aim = f"{units(solved.bankroll)} into {units(solved.goal)} before ruin"
    comments = (
        f"# The best chance to turn {aim} at {title}: {solved.chance:.12f}.",
        f"# Solved over {solved.chosen.title}.",
    )
    return "\n".join((*comments, *policy_lines(solved_policy(solved)))) + "\n"


def policy_player(solved: GoalChance) -> Strategy:
    """The player of a solved policy.

    >>> from sevenout.analysis.exact.sessions.session_distribution import distribution
    >>> from sevenout.analysis.solver.goal_chance import best_chance
    >>> solved = best_chance("typical", 10_00, 20_00)
    >>> session = distribution("typical", policy_player(solved), 10_00, 400)
    >>> abs(dict(session.endings)["goal"] - solved.chance) < 1e-12
    True
    """
    return PolicyPlayer(solved_policy(solved), solved.game)


def certificate_player(certificate: dict[str, Any], game: Game) -> Strategy:
    """The player of a certificate's policy, at a table of its house with its chip."""
    try:
        rules, policy, chip = certificate["rules"], certificate["policy"], certificate["rulebook"]["chip"]
    except (KeyError, TypeError) as error:
        raise NotProved(f"this is no certificate: {error}") from error
    if chip != game.chip:
        raise BadInput(f"the certificate is for chips of {chip} cents, and the table has chips of {game.chip}")
    return PolicyPlayer(_policy(game, rules, policy), game)


def _policy(game: Game, block: Block, policy: Sequence[Any]) -> SolvedPolicy:
    often = Counter(wager["wager"] for wager in block["wagers"])
    twice = next((key for key, many in often.items() if many > 1), None)
    if twice is not None:
        raise BadInput(f"nobody can play this policy yet: {twice} is begun in more than one way")
    moves = tuple(moves_of(block, policy, game.chip))
    book, goal = game.rules.book, len(policy) * game.chip
    return SolvedPolicy(book.name, book.digest, game.minimum, game.maximum, game.chip, goal, moves)


def moves_of(block: Block, policy: Sequence[Any], chip: Cents) -> Iterator[PolicyMove]:
    """What a policy does, by cash, in the order of the cash."""
    for cash, action in enumerate(policy):
        if action is None:
            continue
        number, stake, plays = action
        wager = block["wagers"][number]
        points = zip(wager["points"], plays, strict=True)
        yield PolicyMove(
            cash * chip,
            wager["wager"],
            stake * chip,
            tuple(PointPlay(tuple(point["numbers"]), flat * chip, odds * chip) for point, (flat, odds) in points),
        )


def _visits(solved: GoalChance) -> dict[int, float]:
    """How often each cash is met on average; the first is met once at least."""
    goal = solved.goal // solved.game.chip
    leads: dict[int, list[tuple[float, int]]] = {}
    waiting = {solved.start: 1.0}
    visits: dict[int, float] = {}
    while waiting:
        onward: dict[int, float] = {}
        for cash, share in waiting.items():
            if cash <= 0 or cash >= goal or solved.policy[cash] is None:
                continue
            visits[cash] = visits.get(cash, 0.0) + share
            if cash not in leads:
                moves = policy_moves(solved.block, goal, cash, solved.policy[cash])
                total = sum(weight for weight, _ in moves)
                leads[cash] = [(float(weight / total), after) for weight, after in moves]
            for chance, after in leads[cash]:
                onward[after] = onward.get(after, 0.0) + share * chance
        waiting = {cash: share for cash, share in onward.items() if share > _NEGLIGIBLE}
    return visits
