"""What is best to do now for somebody in a seat: worked out beside the loop, within the time that one person has.

A goal is solved once for all tables that play by the same rules and limits; what was answered for the same layout,
rack and aim is remembered too.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from sevenout.analysis.solver.layout_value import TableSituation
from sevenout.analysis.solver.policy_iteration import Progress
from sevenout.base.errors import SevenoutError
from sevenout.base.money import Cents, format_amount
from sevenout.base.refusal import Refusal
from sevenout.engine.game import Game
from sevenout.player.advisor import Advisor, Advisory, read_aim, situation_at
from sevenout.server.protocol.http_types import BestActRequest, BestActResponse, PlanResponse
from sevenout.server.tables.bots import BotRequest, chosen_text
from sevenout.strategy.language.parser.file_parser import parse
from sevenout.strategy.library import open_strategy
from sevenout.strategy.view import Strategy
from sevenout.table import Table

SECONDS = 10.0
"""Of a processor, for one answer."""
_MOST_SOLVED, _MOST_ANSWERED = 24, 400
_solved: "OrderedDict[tuple[object, ...], Advisor]" = OrderedDict()
_answered: "OrderedDict[tuple[object, ...], Advisory]" = OrderedDict()

T = TypeVar("T")
IsGone = Callable[[], bool]


class SeatQuestion(NamedTuple):
    """What somebody asks as the table lies: read on the loop, worked out beside it."""

    game: Game
    n: int
    situation: TableSituation
    goal: Cents
    plan: BotRequest | None


class _CutShort(Exception):
    """The time is used up, or whoever asked is gone."""


def read_seat_question(table: Table, seat: str, n: int, asked: BestActRequest) -> SeatQuestion | Refusal:
    """The question of a seat as its table lies at event `n`, or what is wrong with it."""
    try:
        situation, aim = situation_at(table, seat), read_aim(asked.aim)
    except SevenoutError as error:
        return Refusal("malformed", str(error))
    plan = BotRequest(aim.plan, asked.text) if aim.plan or asked.text else None
    goal = 2 * table.seats[seat].bought if aim.goal is None else aim.goal
    return SeatQuestion(table.game, n, situation, goal, plan)


def find_best_act(asked: SeatQuestion, is_gone: IsGone) -> BestActResponse | Refusal:
    """The best act, its worth, and the lines that do it; a refusal where there is no answer, or none in time."""
    game = asked.game
    rules = (game.rules.book.digest, game.minimum, game.maximum, game.chip, asked.goal)
    key = (*rules, asked.situation, asked.plan)
    found = _answered.get(key)
    if found is None:
        advisor = _solved.get(rules) or Advisor(game)
        try:
            plan = None if asked.plan is None else _read_plan(game, asked.plan)
            if isinstance(plan, Refusal):
                return plan
            found = advisor.advise(asked.situation, asked.goal, plan, _stop_when(is_gone, SECONDS))
        except _CutShort:
            return Refusal("too-large", "this takes longer to solve than the house works for one person: name less")
        except SevenoutError as error:
            return Refusal("malformed", " ".join(str(error).split())[:300])
        _remember(_solved, rules, advisor, _MOST_SOLVED)
    _remember(_answered, key, found, _MOST_ANSWERED)
    return _response(found, asked.n)


def _read_plan(game: Game, sent: BotRequest) -> Strategy | Refusal:
    chosen = chosen_text(sent)
    if isinstance(chosen, Refusal):
        return chosen
    return open_strategy(parse(chosen[1], sent.strategy or "your strategy", game.rules.glossary), game)


def _stop_when(is_gone: IsGone, seconds: float) -> Progress:
    until = time.thread_time() + seconds

    def watch(_done: int, _of: int) -> None:
        if is_gone() or time.thread_time() > until:
            raise _CutShort

    return watch


def _remember(known: "OrderedDict[tuple[object, ...], T]", key: tuple[object, ...], value: T, most: int) -> None:
    known[key] = value
    known.move_to_end(key)
    if len(known) > most:
        known.popitem(last=False)


def _response(found: Advisory, n: int) -> BestActResponse:
    best, plan = found.best, found.plan
    return BestActResponse(
        n=n,
        goal=format_amount(found.goal),
        cash=format_amount(best.cash),
        acts=best.acts,
        lines=tuple(str(command).strip() for command in best.commands),
        worth=best.worth,
        untouched=best.untouched,
        plan=None if plan is None else PlanResponse(plan.strategy, plan.chance),
        sentences=tuple(found.sentences()),
        solved_over=found.chosen.title,
    )
