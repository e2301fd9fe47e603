"""`sevenout strategy`: the named strategies, one of them; a file checked, retold, formatted; a session looked at."""

import argparse
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Literal, NamedTuple, assert_never, get_args

from rich.box import SIMPLE_HEAD
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from sevenout.analysis.strategy_figures import SPANS, SpanFigures, figure_lines, figures_of
from sevenout.base.errors import BadInput
from sevenout.base.files import decode
from sevenout.base.vocabulary import nearest
from sevenout.cli.analysis.session_arguments import SessionOptions, add_length, session_options
from sevenout.cli.analysis.session_hint import LONGEST, session_order
from sevenout.cli.shared.arguments import (
    CATFISH_BEND,
    add_dice,
    add_house,
    add_json,
    add_more,
    add_seed,
    add_set,
    house_of,
    read_options,
    settings_of,
)
from sevenout.cli.shared.console import Screen
from sevenout.cli.shared.exit_codes import DONE, MALFORMED, SAID_NO
from sevenout.cli.shared.number_parsing import parse_whole
from sevenout.cli.shared.text_output import hand_over, print_json, print_line
from sevenout.engine.game import Game
from sevenout.reports.records.strategy_records import (
    check_record,
    formatted_record,
    retold_record,
    session_record,
    session_transcript,
    strategies_record,
    strategy_record,
)
from sevenout.rulebook import shipped
from sevenout.strategy.language.compiler.expectations import unmet_expectations
from sevenout.strategy.language.compiler.plan import Plan, compile_strategy, settle
from sevenout.strategy.language.independence.parts import independent
from sevenout.strategy.language.mistakes import BadStrategy, Mistake, point_at
from sevenout.strategy.language.parser.file_parser import LARGEST_FILE, parse
from sevenout.strategy.language.syntax_tree import Expectation, LimitedAction, Script
from sevenout.strategy.language.tools.checker import NotOffered, Remark
from sevenout.strategy.language.tools.explainer import explain
from sevenout.strategy.language.tools.formatter import format_file
from sevenout.strategy.language.tools.unreachable_lines import check_bets, idle_anywhere
from sevenout.strategy.library import read_strategy
from sevenout.strategy.strategy_catalogue import NamedStrategy, catalogue, find_like
from sevenout.table.notation import check_book_name

Verb = Literal["show", "check", "explain", "format", "session"]
"""What can be done with a strategy: by its name, or in a file."""
_LIST = "list"
_VERBS: dict[str, Verb] = {verb: verb for verb in get_args(Verb)}


def add_arguments(strategy: argparse.ArgumentParser) -> None:
    """What `sevenout strategy` takes."""
    strategy.description = (
        "sevenout strategy list · strategy show NAME (or strategy, strategy NAME) · check FILE · explain FILE"
        " · format FILE · session NAME [BOOK]"
    )
    strategy.add_argument(
        "what",
        nargs="?",
        metavar="STRATEGY",
        help="a strategy, or list, show, check, explain, format, session",
    )
    strategy.add_argument("file", nargs="?", metavar="FILE", help="a strategy's name or a .strategy file; - reads it")
    strategy.add_argument("book", nargs="*", metavar="BOOK", help="the house, as behind --rules")
    strategy.add_argument(
        "--like", metavar="TEXT", help="list: those whose title, other names or description have these words"
    )
    strategy.add_argument(
        "--figures",
        action="store_true",
        help="list: what a shooter, ten shooters and an hour cost with bets played out, instead of sentences",
    )
    add_house(strategy, f"session, show, list --figures: {CATFISH_BEND}; check: none, or hold it against this one too")
    add_more(strategy, "book")
    add_set(strategy)
    add_json(strategy)
    session = strategy.add_argument_group("a session, played as a simulation plays it and written as a transcript")
    add_length(session)
    add_dice(session)
    add_seed(session)
    session.add_argument(
        "--number", metavar="K", type=parse_whole, default=0, help="which session of the simulation (0)"
    )


class StrategyOptions(NamedTuple):
    """The command line."""

    what: str | None
    file: str | None
    book: Sequence[str]
    rules: str | None
    seed: int
    number: int
    set: Sequence[str]
    json: bool
    like: str | None
    figures: bool
    dice: str | None


def run(given: argparse.Namespace) -> int:
    """Lists, shows, checks, explains or formats, or plays a session."""
    options = _read_options(read_options(StrategyOptions, given))
    what, file, json = options.what, options.file, options.json
    settings = settings_of(options.set)
    if options.figures and what not in (None, _LIST):
        raise BadInput("--figures is for 'strategy list'; 'strategy show' has them always")
    if what not in ("check", "session") and (settings or (options.rules and what != "show" and not options.figures)):
        raise BadInput("--rules and --set are for 'strategy check' and 'strategy session', 'exact' and 'simulate'")
    if options.dice is not None and what != "session":
        raise BadInput("--dice is for 'strategy session', 'exact' and 'simulate'")
    if options.like is not None and what not in (None, _LIST):
        raise BadInput("--like is for 'strategy list'")
    if what == _LIST and file is not None:
        raise BadInput(f"strategy list takes no name. Did you mean: sevenout strategy show {file}")
    if what in (None, _LIST):
        return _list(options, json=json)
    if what in _VERBS:
        if file is None:
            example = "pass-line" if what in ("show", "session") else "mine.strategy"
            raise BadInput(f"strategy {what} needs a name or a file: sevenout strategy {what} {example}")
        return _do(_VERBS[what], file, options, settings, session_options(given))
    if file is not None:
        verb = nearest(what, _VERBS) or "check"
        raise BadInput(f"there is no 'strategy {what} …'. Did you mean: sevenout strategy {verb} {file}")
    return _show(_read(what), json=json)


def _read_options(options: StrategyOptions) -> StrategyOptions:
    """What to do, with which strategy, in which house, whichever way it is named."""
    house, words = house_of((options.what, options.file, *options.book), options.rules)
    if len(words) > 2:
        raise BadInput(f"strategy {words[0]} takes one strategy: {words[1]} or {words[2]}, not both")
    what, file = (*words, None, None)[:2]
    return options._replace(what=what, file=file, rules=house)


def _do(verb: Verb, file: str, options: StrategyOptions, settings: Mapping[str, str], asked: SessionOptions) -> int:
    match verb:
        case "show":
            return _show_with_figures(file, options.rules, json=options.json)
        case "check":
            return _check(file, options.rules, settings, json=options.json)
        case "explain":
            return _explain(_read(file), json=options.json)
        case "format":
            return _format(_read(file), json=options.json)
        case "session":
            return _session(file, options, settings, asked)
        case _:
            assert_never(verb)


def _read(name_or_path: str, game: Game | None = None) -> Script:
    if name_or_path != "-":
        return read_strategy(name_or_path, game)
    raw = sys.stdin.buffer.read(LARGEST_FILE + 1)
    glossary = None if game is None else game.rules.glossary
    return parse(decode(raw, "standard input", LARGEST_FILE, "a strategy"), "standard input", glossary, Path())


# --- listing and showing


def _list(options: StrategyOptions, *, json: bool) -> int:
    like = options.like
    listed = tuple(catalogue().values()) if like is None else find_like(like)
    if not listed:
        raise BadInput(f"no strategy is like {like!r}. See them all: sevenout strategy list")
    if options.figures:
        return _list_figures(listed, Game.open(options.rules or CATFISH_BEND), json=json)
    if json:
        print_json(strategies_record(listed))
        return DONE
    grid = Grid(box=SIMPLE_HEAD, title="Strategies" if like is None else f"Strategies like {like}", title_style="bold")
    grid.add_column("name", no_wrap=True)
    grid.add_column("title")
    grid.add_column("in one sentence")
    for each in listed:
        grid.add_row(Text(each.name, "bold"), Text(each.title), Text(each.sentence))
    screen = Screen()
    screen.print(grid, soft_wrap=False)
    screen.print("  sevenout strategy show NAME, check FILE, explain FILE, format FILE, session NAME", style="dim")
    return DONE


def _list_figures(listed: Sequence[NamedStrategy], game: Game, *, json: bool) -> int:
    """The named strategies with their figures, each row as soon as it is worked out."""
    if json:
        figures = {each.name: _figures_or_none(each.name, game) for each in listed}
        print_json(strategies_record(listed, figures))
        return DONE
    screen, widest = Screen(), max(len(each.name) for each in listed)
    heads = "".join(f"{span:>19}" for span, _ in SPANS)
    screen.print(Text(f"  What comes of them on average at {game.rules.book.title}, bets played out:\n"))
    screen.print(Text(f"  {'name':<{widest}}{heads}", "dim"))
    for named in listed:
        found = _figures_or_none(named.name, game)
        means = {} if found is None else {each.span: each.words for each in found}
        cells = (
            "".join(f"{means.get(span, ''):>19}" for span, _ in SPANS) if means else "  the house lacks a wager of it"
        )
        screen.print(Text.assemble("  ", (f"{named.name:<{widest}}", "bold"), cells))
    return DONE


def _figures_or_none(name: str, game: Game) -> tuple[SpanFigures, ...] | None:
    try:
        return tuple(figures_of(read_strategy(name), game))
    except NotOffered:
        return None


def _show_with_figures(name: str, rules: str | None, *, json: bool) -> int:
    """A strategy's text, and below it, as comments, what it is known from and what comes of it."""
    script, game = _read(name), Game.open(rules or CATFISH_BEND)
    try:
        figures = tuple(figures_of(script, game))
        below = [*figure_lines(figures, game.rules.book.title)]
    except NotOffered as lacking:
        figures, below = (), [f"# {remark.message}" for remark in lacking.remarks]
    if json:
        print_json(strategy_record(script, figures))
        return DONE
    known = catalogue().get(script.name)
    above = [] if known is None else [f"# {known.title}. {known.known_from}"]
    if known is not None and known.also:
        above.append(f"# Also called: {', '.join(known.also)}.")
    hand_over("\n".join((script.text.rstrip("\n"), "", *above, *below)) + "\n")
    return DONE


def _show(script: Script, *, json: bool) -> int:
    if json:
        print_json(strategy_record(script))
        return DONE
    hand_over(script.text if script.text.endswith("\n") else script.text + "\n")
    return DONE


# --- checking


def _check(file: str, rules: str | None, settings: Mapping[str, str], *, json: bool) -> int:
    game = None if rules is None else Game.open(rules)
    mistakes: tuple[Mistake, ...] = ()
    unmet: tuple[Mistake, ...] = ()
    remarks: tuple[Remark, ...] = ()
    plan: Plan | None = None
    tally = CheckTally()
    try:
        script = _read(file, game)
        text, tally = script.text, CheckTally.of(script)
        mistakes = idle_anywhere(script)
        remarks, plan = _held_against(script, game, settings)
        if tally.expectations:
            unmet = _run_expectations(script, plan, settings)
    except BadStrategy as error:
        mistakes, text = error.mistakes, error.text
    parts = None if plan is None else independent(plan)
    if json:
        print_json(check_record(file, rules, mistakes, remarks, text, parts, unmet))
    else:
        said: tuple[Mistake | Remark, ...] = (*mistakes, *remarks, *unmet)
        for each in said:
            print_line(f"{file}:{each}\n{point_at(text, each.line, each.column)}")
        print_line(_summary(file, game, len(mistakes), len(remarks), len(unmet), tally))
        if isinstance(parts, tuple):
            print_line(f"it falls into {len(parts)} parts that share the rack and nothing else")
    if mistakes:
        return MALFORMED
    return SAID_NO if unmet or any(remark.kind != "inexact" for remark in remarks) else DONE


class CheckTally(NamedTuple):
    """What a file has that is counted in the last line of a check."""

    actions: int = 0
    expectations: int = 0
    bets: bool = True

    @classmethod
    def of(cls, script: Script) -> "CheckTally":
        """Counts a file's lines."""
        if (policy := script.file.policy) is not None:
            return cls(len(policy.moves))
        kinds = Counter(type(each) for each in script.file.statements())
        return cls(kinds[LimitedAction], kinds[Expectation], not check_bets(script))


def _run_expectations(script: Script, plan: Plan | None, settings: Mapping[str, str]) -> tuple[Mistake, ...]:
    """What the file expects and is not so, in the house it is held against, else in the one that is always at hand."""
    return unmet_expectations(plan or compile_strategy(script, Game.open(CATFISH_BEND), settings))


def _held_against(
    script: Script, game: Game | None, settings: Mapping[str, str]
) -> tuple[tuple[Remark, ...], Plan | None]:
    """What the house remarks on a strategy, and the strategy as played there, if it can be."""
    if game is None:
        settle(script.file, settings)
        return (), None
    try:
        plan = compile_strategy(script, game, settings)
    except NotOffered as error:
        return error.remarks, None
    return plan.remarks, plan


def _summary(file: str, game: Game | None, mistakes: int, remarks: int, unmet: int, tally: CheckTally) -> str:
    where = "" if game is None else f" at {game.rules.book.title}"
    counts = [f"{mistakes} mistake{'s' if mistakes > 1 else ''}"] if mistakes else []
    if remarks:
        counts.append(f"{remarks} remark{'s' if remarks > 1 else ''}{where}")
    if tally.expectations and not mistakes:
        met = f"{tally.expectations - unmet} of " if unmet else ""
        counts.append(f"{met}{tally.expectations} expectation{'s' if tally.expectations > 1 else ''} met")
    if remarks or mistakes or unmet:
        return ", ".join(counts)
    if not tally.bets:
        return f"{file}: none of its lines ever bets: write what to bet, such as 'on the come-out: bet 10 on pass'"
    actions = f"{tally.actions} action{'' if tally.actions == 1 else 's'}"
    return ", ".join((f"{file}: {actions}", *counts, f"nothing to remark{where}"))


# --- retelling and formatting


def _explain(script: Script, *, json: bool) -> int:
    sentences = explain(script)
    if json:
        print_json(retold_record(script, sentences))
        return DONE
    screen = Screen()
    screen.print(Text.assemble("\n", (script.name, "bold"), f"  {script.file.sentence}\n"), soft_wrap=False)
    for sentence in sentences:
        number = Text(f"{sentence.line:>4}  ", "dim")
        grid = Grid.grid()
        grid.add_column(no_wrap=True)
        grid.add_column()
        grid.add_row(number, Padding(Text(sentence.text), (0, 0, 0, 4 * sentence.under)))
        screen.print(grid, soft_wrap=False)
    return DONE


def _format(script: Script, *, json: bool) -> int:
    text = format_file(script.file)
    if json:
        print_json(formatted_record(script, text))
    else:
        hand_over(text)
    return DONE


# --- one session, roll by roll


def _session(name: str, options: StrategyOptions, settings: Mapping[str, str], asked: SessionOptions) -> int:
    """One session of a simulation at a table, as a transcript."""
    from sevenout.analysis.dice.dice_file import game_with_dice
    from sevenout.analysis.simulation.philox import SEEDS
    from sevenout.analysis.simulation.session_spec import SessionSpec, replay_session
    from sevenout.player.bot import record_session

    rules, seed, number, end = options.rules or CATFISH_BEND, options.seed, options.number, asked.end
    game = game_with_dice(Game.open(rules, asked.minimum, asked.maximum), options.dice)
    played = compile_strategy(_read(name, game), game, settings)
    sitting = SessionSpec.of(game, played, asked.bankroll, end, seed)
    if end.rolls is not None and end.rolls > LONGEST:
        raise BadInput(f"a transcript has room for {LONGEST:,} rolls of a session, not for {end.rolls:,}")
    if not 0 <= number < SEEDS:
        raise BadInput(f"sessions have numbers from 0 to {SEEDS - 1}, not {number}")
    rolls = replay_session(sitting, number).rolls
    if rolls > LONGEST:
        raise BadInput(f"a transcript has room for {LONGEST:,} rolls of a session, and this one has {rolls:,}")
    book = rules if rules in shipped() else check_book_name(str(Path(rules).absolute()))
    dice = list(islice(sitting.rolls_of_session(number), rolls))
    session = record_session(game, sitting.strategy, asked.bankroll, dice, book, sitting.closes_after)
    order = session_order(name, rules, asked, seed, options.set, number, options.dice)
    transcript = session_transcript(played, session, seed, number, order)
    if options.json:
        print_json(session_record(played, session, transcript, asked.bankroll, end.rolls, seed, number))
    else:
        hand_over(transcript)
    return DONE
