"""A simulation, or a stretch of one, as text and numbers: whoever gets it plays the same sessions, on any machine.

    Job ──run──▶ Part        any number of them, anywhere
    Part … ──merge──▶ Part ──Result.of──▶ Result

No closure travels: a rulebook goes as its text with those it extends, a strategy of the language as its text and its
settings, a function by the name it is imported by. Run a job only if you trust who wrote it: it may name any function.
"""

from functools import lru_cache
from hashlib import sha256
from importlib import import_module
from itertools import pairwise
from operator import attrgetter
from threading import Lock
from time import perf_counter_ns
from typing import TYPE_CHECKING, assert_never

from msgspec import Struct
from msgspec.structs import replace

from sevenout.analysis.dice.alias_table import words_of
from sevenout.analysis.dice.dice_file import game_with_dice
from sevenout.analysis.simulation.results import EngineName, PartialResult, Result, merge
from sevenout.base.dice import DiceModel
from sevenout.base.errors import BadInput, BadRulebook
from sevenout.base.money import Cents, cents, format_amount
from sevenout.base.validation import whole_number
from sevenout.engine.game import AnyHouse, Game, open_game
from sevenout.rulebook.compiler.book_compiler import check_book
from sevenout.rulebook.source import read_texts
from sevenout.strategy.language.compiler.plan import Plan, compile_strategy, settle
from sevenout.strategy.language.parser.file_parser import parse
from sevenout.strategy.library import AnyStrategy, open_strategy
from sevenout.strategy.session_end import SessionEnd, end_after
from sevenout.strategy.tracing import ROW_BUDGET
from sevenout.strategy.view import Strategy

if TYPE_CHECKING:  # it may need NumPy; to describe and to merge needs none
    from sevenout.analysis.simulation.engines.engine import Engine

__all__ = ["BookText", "ImportedStrategy", "Job", "PartialResult", "Result", "WrittenStrategy", "merge", "run", "split"]

MOST_SESSIONS = 2**63
"""A seed has dice for so many sessions, and no engine counts further."""
_KEPT = 8
"""So many sittings of late are kept open in a process, with what was traced: their next jobs go on from there."""


class BookText(Struct, frozen=True):
    """A rulebook as text, and the digest that pins it."""

    texts: tuple[tuple[str, str], ...]
    """Name and text of the file, then of each that it extends."""
    digest: str


class WrittenStrategy(Struct, frozen=True, tag="written"):
    """A strategy of the language, and the SHA-256 of its text."""

    name: str
    text: str
    digest: str


class ImportedStrategy(Struct, frozen=True, tag="imported"):
    """A function in Python, by where it is imported from: `module:name`."""

    where: str


class DiceWords(Struct, frozen=True):
    """Dice that are not fair: their name, and how many of the 2**32 words each roll is drawn by."""

    name: str
    words: tuple[int, ...]


class Job(Struct, frozen=True, kw_only=True):
    """Sessions `first` to `first` + `count` - 1 of a simulation with `sessions` of them: all it takes to play them."""

    book: BookText
    minimum: Cents
    maximum: Cents
    chip: Cents
    """The table's own limits."""
    strategy: WrittenStrategy | ImportedStrategy
    settings: tuple[tuple[str, str], ...] = ()
    """What a written strategy's unit and parameters are, where they are not the file's own: `(("unit", "25"),)`."""
    bankroll: Cents
    end: SessionEnd
    seed: int
    first: int
    count: int
    sessions: int
    engine: EngineName | None = None
    """Which engine plays, if not the fastest that can."""
    budget: int = ROW_BUDGET
    dice: DiceWords | None = None
    """None: fair ones."""

    @classmethod
    def of(
        cls,
        house: AnyHouse,
        strategy: AnyStrategy,
        sessions: int,
        rolls: int | None,
        bankroll: Cents,
        seed: int = 1,
        *,
        end: SessionEnd | None = None,
        engine: EngineName | None = None,
        budget: int = ROW_BUDGET,
    ) -> "Job":
        """A whole simulation as a job, or `BadInput` if the rulebook or the strategy cannot leave this process.

        >>> Job.of("typical", "iron-cross", sessions=100, rolls=10, bankroll=300_00)
        <Job iron-cross, typical.toml, seed 1: sessions 0 to 99 of 100>
        >>> job = Job.of("typical", open_strategy("pass-line", "typical", unit=25), 3_000, 100, 300_00)
        >>> job.settings, job.strategy.text.splitlines()[-1]
        ((('unit', '25.00'),), 'on the come-out: bet a unit on pass')
        >>> split(job, 3)[-1]
        <Job pass-line, typical.toml, seed 1: sessions 2,000 to 2,999 of 3,000>
        >>> parts = [run(each) for each in split(job, 3)]
        >>> result = Result.of(merge(parts))
        >>> result.sessions, result.nets.mean, result.nets == Result.of(run(job)).nets
        (3000, -1070.8333333333333, True)
        """
        game = open_game(house)
        ready = strategy if isinstance(strategy, Plan) else open_strategy(strategy, game)
        told, settings = _describe_strategy(ready, game)
        return cls(
            book=_book(game),
            minimum=game.minimum,
            maximum=game.maximum,
            chip=game.chip,
            strategy=told,
            settings=settings,
            bankroll=cents(bankroll),
            end=end_after(rolls, end),
            seed=whole_number(seed, "a seed"),
            first=0,
            count=check_sessions(sessions),
            sessions=sessions,
            engine=engine,
            budget=budget,
            dice=None if game.rules.dice.is_fair else DiceWords(game.rules.dice.name, words_of(game.rules.dice)),
        )

    def __repr__(self) -> str:
        what = self.strategy.name if isinstance(self.strategy, WrittenStrategy) else self.strategy.where
        book, last = self.book.texts[0][0] if self.book.texts else "no book", self.first + self.count - 1
        return f"<Job {what}, {book}, seed {self.seed}: sessions {self.first:,} to {last:,} of {self.sessions:,}>"

    def stretch(self, first: int, count: int) -> "Job":
        """Other sessions of the same simulation."""
        return replace(self, first=first, count=count)


def check_sessions(sessions: int) -> int:
    """So many sessions, or one line on why there cannot be so many."""
    if whole_number(sessions, "sessions") < 1:
        raise BadInput(f"there is nothing to play in {sessions} sessions")
    if sessions > MOST_SESSIONS:
        raise BadInput(f"a simulation has at most {MOST_SESSIONS:,} sessions, not {sessions:,}")
    return sessions


def split(job: Job, into: int) -> tuple[Job, ...]:
    """The same sessions in so many jobs, or in fewer if there are fewer sessions."""
    if into < 1:
        raise BadInput(f"a job cannot be split into {into}")
    bounds = [job.first + job.count * each // into for each in range(into + 1)]
    return tuple(job.stretch(first, end - first) for first, end in pairwise(bounds) if first < end)


def run(job: Job) -> PartialResult:
    """Plays a job's sessions in this thread, and counts what came of them. Any executor can be given this function.

    What a process has traced serves all its jobs of the same simulation.
    """
    from sevenout.analysis.simulation.aggregation import play_all

    if job.count < 1 or not 0 <= job.first <= job.sessions - job.count:
        raise BadInput(f"there are no {job.count} sessions from {job.first} on in a simulation of {job.sessions}")
    started = perf_counter_ns()
    engine, traced = _open_engine(job)
    part = play_all(engine, job.first, job.first + job.count, job.sessions)
    engine.check()
    spent = {"trace_ns": engine.trace_ns - traced, "run_ns": max(perf_counter_ns() - started, 1)}
    return replace(part, engine=engine.name, why=engine.reason, **spent)


# --- told as text


def _book(game: Game) -> BookText:
    book = game.rules.book
    if not book.texts:
        raise BadInput(f"the rulebook {book.name!r} was not read from a text: it stays in this process")
    return BookText(book.texts, book.digest)


def _describe_strategy(
    strategy: Strategy, game: Game
) -> tuple[WrittenStrategy | ImportedStrategy, tuple[tuple[str, str], ...]]:
    if not isinstance(strategy, Plan):
        return _by_name(strategy), ()
    if _table(strategy.game) != _table(game):
        raise BadInput(f"{strategy.name} was made ready for {strategy.game!r}, and is to be played at {game!r}")
    script = strategy.script
    own = settle(script.file, {}, game.minimum)
    settings = {name: format_amount(value) for name, value in strategy.settings.items() if value != own[name]}
    return WrittenStrategy(script.name, script.text, _digest(script.text)), tuple(settings.items())


def _table(game: Game) -> tuple[str, Cents, Cents, Cents]:
    return game.rules.book.digest, game.minimum, game.maximum, game.chip


def _by_name(strategy: Strategy) -> ImportedStrategy:
    """A function's importable name, if that leads to the very function."""
    module, name = getattr(strategy, "__module__", None), getattr(strategy, "__qualname__", None)
    if module and name and module != "__main__":
        try:
            if attrgetter(name)(import_module(module)) is strategy:
                return ImportedStrategy(f"{module}:{name}")
        except (AttributeError, ImportError):
            pass
    raise BadInput(
        f"the strategy {name or strategy!r} cannot be imported by name from a module, so it stays in this process:"
        " write it as a function of a module, or play it on threads"
    )


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


# --- opened again

_OPENING = Lock()


def _open_engine(job: Job) -> tuple["Engine", int]:
    """The engine of a job's sitting, and what it had spent on tracing if it was open before."""
    with _OPENING:
        before = _engine.cache_info().misses
        engine = _engine(replace(job, first=0, count=0, sessions=0))
        return engine, 0 if _engine.cache_info().misses > before else engine.trace_ns


@lru_cache(_KEPT)
def _engine(job: Job) -> "Engine":
    from sevenout.analysis.simulation.engines.engine import Engine
    from sevenout.analysis.simulation.session_spec import SessionSpec

    game = _game(job.book, job.minimum, job.maximum, job.chip)
    if job.dice is not None:
        game = game_with_dice(game, DiceModel(job.dice.name, job.dice.words))
    sitting = SessionSpec.of(game, _strategy(job, game), job.bankroll, job.end, job.seed, job.budget)
    return Engine(sitting, job.engine)


@lru_cache(_KEPT)
def _game(book: BookText, minimum: Cents, maximum: Cents, chip: Cents) -> Game:
    source = read_texts(book.texts)
    if source.digest != book.digest:
        raise BadInput(f"the rulebook's text has the digest {source.digest}, and the job names {book.digest}")
    rules, faults = check_book(source)
    if rules is None:
        raise BadRulebook(faults)
    return Game(rules, minimum, maximum, chip)


def _strategy(job: Job, game: Game) -> Strategy:
    match job.strategy:
        case WrittenStrategy(name, text, digest):
            if _digest(text) != digest:
                raise BadInput(f"the text of {name} has the digest {_digest(text)}, and the job names {digest}")
            return compile_strategy(parse(text, name, game.rules.glossary), game, dict(job.settings))
        case ImportedStrategy(where):
            if job.settings:
                raise BadInput(f"{where} is a function, which has no settings")
            return _import_strategy(where)
        case _:
            assert_never(job.strategy)


def _import_strategy(where: str) -> Strategy:
    module, _, name = where.partition(":")
    try:
        strategy: Strategy = attrgetter(name)(import_module(module))
    except (AttributeError, ImportError, ValueError) as error:
        raise BadInput(f"the strategy {where} cannot be imported here: {error}") from error
    return strategy
