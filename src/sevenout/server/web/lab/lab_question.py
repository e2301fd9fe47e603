"""A question of the lab, read and held against limits: a game, a strategy ready to play there, and a session's end."""

import re
from functools import cache
from typing import NamedTuple

from sevenout.analysis.simulation.session_spec import check_bankroll
from sevenout.base.errors import BadInput, SevenoutError
from sevenout.base.money import Cents, parse_amount
from sevenout.base.refusal import Refusal
from sevenout.engine.game import Game
from sevenout.rulebook import shipped
from sevenout.server.protocol.lab_types import LabMistake, LabRemark, LabRequest, LabStrategy
from sevenout.server.tables.bots import BotRequest, chosen_text
from sevenout.strategy.language.compiler.plan import Plan, compile_strategy
from sevenout.strategy.language.keywords import DECLARATIONS, HEADINGS, VERBS
from sevenout.strategy.language.mistakes import BadStrategy, Mistake
from sevenout.strategy.language.parser.file_parser import parse
from sevenout.strategy.language.syntax_tree import LimitedAction, Script
from sevenout.strategy.language.tools.checker import NotOffered
from sevenout.strategy.language.tools.explainer import explain
from sevenout.strategy.language.tools.unreachable_lines import idle_anywhere
from sevenout.strategy.session_end import SessionEnd, rolls_in
from sevenout.strategy.strategy_catalogue import catalogue

LONGEST_SESSION = 5_000
"""Rolls of a session that the house follows for a visitor."""
MOST_SHOOTERS = 500
USUAL_ROLLS = 200
"""Rolls of a session where nothing else is said."""
_WORDS = (*VERBS, *DECLARATIONS, *HEADINGS)
_MEANT = re.compile(r"[Dd]id you mean:? '?([\w' -]+?)'?\?")
_WORD = re.compile(r"[\w'-]+|\S")


class LabSession(NamedTuple):
    """A question that can be answered."""

    game: Game
    plan: Plan
    bankroll: Cents
    end: SessionEnd
    pace: int
    seed: int


def read_session(asked: LabRequest) -> LabSession:
    """The session that is asked for; raises `SevenoutError` with words for whoever asked."""
    game = open_house(asked.house)
    bankroll = parse_amount(asked.bankroll)
    check_bankroll(game, bankroll)
    end = _read_end(asked)
    end.check(game, bankroll)
    plan = compile_strategy(read_script(asked, game), game, {"unit": asked.unit} if asked.unit else {})
    if not re.fullmatch(r"\d{1,20}", asked.seed) or int(asked.seed) >= 2**64:
        raise BadInput("a seed is a whole number below 2 to the 64th")
    return LabSession(game, plan, bankroll, end, asked.pace, int(asked.seed))


def _read_end(asked: LabRequest) -> SessionEnd:
    lengths = [each for each in (asked.rolls, asked.shooters, asked.hours) if each is not None]
    if len(lengths) > 1:
        raise BadInput("rolls, shooters and hours are three lengths of a session: give one of them")
    if not 1 <= asked.pace <= 1_000:
        raise BadInput("a pace is from 1 to 1,000 rolls an hour")
    rolls = asked.rolls if asked.hours is None else rolls_in(asked.hours, asked.pace)
    if not lengths and not asked.goal:
        rolls = USUAL_ROLLS
    if rolls is not None and not 1 <= rolls <= LONGEST_SESSION:
        raise BadInput(f"the lab follows sessions of 1 to {LONGEST_SESSION:,} rolls, not of {rolls:,}")
    if asked.shooters is not None and not 1 <= asked.shooters <= MOST_SHOOTERS:
        raise BadInput(f"the lab follows sessions of 1 to {MOST_SHOOTERS} shooters, not of {asked.shooters:,}")
    return SessionEnd(
        rolls=rolls,
        shooters=asked.shooters,
        goal=parse_amount(asked.goal) if asked.goal else None,
        stop_loss=parse_amount(asked.stop_loss) if asked.stop_loss else None,
        face_value=asked.face_value,
    )


@cache
def open_house(name: str) -> Game:
    """A house that comes with sevenout, read once."""
    if name not in shipped():
        raise BadInput(f"there is no house {name[:40]!r}: GET /api/books lists them")
    return Game.open(name)


def read_script(asked: LabRequest, game: Game) -> Script:
    """The strategy; a text is never taken for the name of a file."""
    name, text = _choose_text(asked)
    return parse(text, name, game.rules.glossary)


def _choose_text(asked: LabRequest) -> tuple[str, str]:
    """Name and text of the strategy that is asked for."""
    chosen = chosen_text(BotRequest(asked.strategy, asked.text))
    if isinstance(chosen, Refusal):
        raise BadInput(chosen.reason)
    return chosen


def check_strategy_text(asked: LabRequest) -> LabStrategy:
    """How the house reads a strategy: every mistake with its place, or what it does in sentences."""
    game = open_house(asked.house)
    name, text = _choose_text(asked)
    title = catalogue()[name].title if asked.strategy else ""
    read = LabStrategy(
        sound=False, name=name, title=title, text=text, unit=0.0, words=_WORDS, wagers=tuple(game.rules.by_key)
    )
    try:
        script = parse(text, name, game.rules.glossary)
        idle = idle_anywhere(script)
        plan = compile_strategy(script, game, {"unit": asked.unit} if asked.unit else {})
    except BadStrategy as error:
        return _with_mistakes(read, error.mistakes)
    except NotOffered as error:
        return _with_mistakes(read, [Mistake(each.line, each.column, each.message) for each in error.remarks])
    except SevenoutError as error:
        return _with_mistakes(read, [Mistake(0, 0, str(error))])
    return LabStrategy(
        sound=True,
        name=name,
        title=title,
        text=text,
        unit=plan.unit / 100,
        actions=sum(isinstance(each, LimitedAction) for each in script.file.statements()),
        sentences=tuple(each.text for each in explain(script)),
        remarks=(
            *(LabRemark(each.line, each.message) for each in idle),
            *(LabRemark(each.line, each.message, each.clause) for each in plan.remarks),
        ),
        words=read.words,
        wagers=read.wagers,
    )


def _with_mistakes(read: LabStrategy, mistakes: "tuple[Mistake, ...] | list[Mistake]") -> LabStrategy:
    lines = read.text.split("\n")

    def place(each: Mistake) -> LabMistake:
        line = lines[each.line - 1] if 0 < each.line <= len(lines) else ""
        word = _WORD.match(line, max(0, each.column - 1))
        meant = _MEANT.search(each.message)
        return LabMistake(
            each.line, each.column, word.end() + 1 if word else each.column, each.message, meant[1] if meant else ""
        )

    return LabStrategy(
        sound=False,
        name=read.name,
        title=read.title,
        text=read.text,
        unit=0.0,
        mistakes=tuple(map(place, mistakes)),
        words=read.words,
        wagers=read.wagers,
    )
