"""`sevenout strategy`: the named strategies, one of them; a file checked, retold, formatted; a session looked at."""

import shlex
import sys
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import asdict
from rich.box import SIMPLE_HEAD
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from sevenout.cli.main import DONE, MALFORMED, SAID_NO
from sevenout.cli.screen import Screen, print_json
from sevenout.errors import BadInput
from sevenout.files import decode
from sevenout.game import Game
from sevenout.money import format_amount
from sevenout.rulebook import shipped
from sevenout.strategy.language.checking import NotOffered, Remark
from sevenout.strategy.language.explaining import explain
from sevenout.strategy.language.formatting import format_file
from sevenout.strategy.language.idle import idle_anywhere
from sevenout.strategy.language.mistakes import BadStrategy, Mistake, shown
from sevenout.strategy.language.model import Doing, Script
from sevenout.strategy.language.parser import LARGEST_FILE, parse
from sevenout.strategy.language.plan import compile_strategy, parameters, settle
from sevenout.strategy.library import named, read_strategy
from sevenout.words import nearest

_VERBS = ("check", "explain", "format", "session")
_RULES = "catfish-bend"
LONGEST = 20_000
"""So many rolls of a session can be looked at: a transcript has room for them."""


class Options(NamedTuple):
    """The command line."""

    what: str | None
    file: str | None
    rules: str | None
    rolls: int
    bankroll: str
    seed: int
    number: int
    set: Sequence[str]
    json: bool


def strategy(options: Options) -> int:
    """Lists, shows, checks, explains or formats, or plays a session."""
    what, file, json = options.what, options.file, options.json
    given = settings_of(options.set)
    if what not in ("check", "session") and (options.rules or given):
        raise BadInput("--rules and --set are for 'strategy check' and 'strategy session', 'exact' and 'simulate'")
    if what is None:
        return _list(json=json)
    if what in _VERBS:
        if file is None:
            raise BadInput(f"strategy {what} needs a file: sevenout strategy {what} mine.strategy")
        match what:
            case "check":
                return _check(file, options.rules, given, json=json)
            case "explain":
                return _explain(_read(file), json=json)
            case "format":
                return _format(_read(file), json=json)
            case _:
                return _session(file, options, given)
    if file is not None:
        verb = nearest(what, _VERBS) or "check"
        raise BadInput(f"there is no 'strategy {what} …'. Did you mean: sevenout strategy {verb} {file}")
    return _show(_read(what), json=json)


def settings_of(given: Iterable[str]) -> dict[str, str]:
    """The parameters of `--set unit=25`, by name.

    >>> settings_of(["unit=25", "odds=2"])
    {'unit': '25', 'odds': '2'}
    """
    found: dict[str, str] = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not sign or not name.strip() or not value.strip():
            raise BadInput(f"--set {text}: write a name, '=' and a number: --set unit=25")
        found[name.strip().lower()] = value.strip()
    return found


def _read(name_or_path: str, game: Game | None = None) -> Script:
    if name_or_path != "-":
        return read_strategy(name_or_path, game)
    raw = sys.stdin.buffer.read(LARGEST_FILE + 1)
    glossary = None if game is None else game.rules.glossary
    return parse(decode(raw, "standard input", LARGEST_FILE, "a strategy"), "standard input", glossary)


# --- listing and showing


def _list(*, json: bool) -> int:
    scripts = [read_strategy(name) for name in named()]
    if json:
        print_json({"strategies": [{"name": script.name, "sentence": script.file.sentence} for script in scripts]})
        return DONE
    grid = Grid(box=SIMPLE_HEAD, title="Strategies", title_style="bold")
    grid.add_column("name", no_wrap=True)
    grid.add_column("in one sentence")
    for script in scripts:
        grid.add_row(Text(script.name, "bold"), Text(script.file.sentence))
    screen = Screen()
    screen.print(grid, soft_wrap=False)
    screen.print(
        "  sevenout strategy NAME, or check FILE, explain FILE, format FILE, session NAME behind it", style="dim"
    )
    return DONE


def _show(script: Script, *, json: bool) -> int:
    if json:
        settings = {name: format_amount(value) for name, value in parameters(script.file).items()}
        print_json({"name": script.name, "sentence": script.file.sentence, "parameters": settings, "text": script.text})
        return DONE
    sys.stdout.write(script.text if script.text.endswith("\n") else script.text + "\n")
    return DONE


# --- checking


def _check(file: str, rules: str | None, settings: Mapping[str, str], *, json: bool) -> int:
    game = None if rules is None else Game.open(rules)
    mistakes: tuple[Mistake, ...] = ()
    remarks: tuple[Remark, ...] = ()
    actions = 0
    try:
        script = _read(file, game)
        text, actions = script.text, sum(isinstance(each, Doing) for each in script.file.statements())
        mistakes, remarks = idle_anywhere(script), _remarks(script, game, settings)
    except BadStrategy as error:
        mistakes, text = error.mistakes, error.text
    if json:
        print_json({"file": file, "rules": rules, **_told(mistakes, remarks, text)})
    else:
        found: tuple[Mistake | Remark, ...] = (*mistakes, *remarks)
        for each in found:
            sys.stdout.write(f"{file}:{each}\n{shown(text, each.line, each.column)}\n")
        sys.stdout.write(_summary(file, game, len(mistakes), len(remarks), actions) + "\n")
    if mistakes:
        return MALFORMED
    return SAID_NO if any(remark.kind != "inexact" for remark in remarks) else DONE


def _remarks(script: Script, game: Game | None, settings: Mapping[str, str]) -> tuple[Remark, ...]:
    if game is None:
        settle(script.file, settings)
        return ()
    try:
        return compile_strategy(script, game, settings).remarks
    except NotOffered as error:
        return error.remarks


def _told(mistakes: Iterable[Mistake], remarks: Iterable[Remark], text: str) -> dict[str, list[dict[str, Any]]]:
    lines = text.split("\n")
    return {
        "mistakes": [{**asdict(each), "text": lines[each.line - 1]} for each in mistakes],
        "remarks": [asdict(each) for each in remarks],
    }


def _summary(file: str, game: Game | None, mistakes: int, remarks: int, actions: int) -> str:
    where = "" if game is None else f" at {game.rules.book.title}"
    found = [f"{mistakes} mistake{'s' if mistakes > 1 else ''}"] if mistakes else []
    if remarks:
        found.append(f"{remarks} remark{'s' if remarks > 1 else ''}{where}")
    return ", ".join(found) or f"{file}: {actions} action{'' if actions == 1 else 's'}, nothing to remark{where}"


# --- retelling and formatting


def _explain(script: Script, *, json: bool) -> int:
    sentences = explain(script)
    if json:
        lines = [{"line": sentence.line, "text": sentence.text} for sentence in sentences]
        print_json({"strategy": script.name, "sentence": script.file.sentence, "lines": lines})
        return DONE
    screen = Screen()
    screen.print(Text.assemble("\n", (script.name, "bold"), f"  {script.file.sentence}\n"), soft_wrap=False)
    for sentence in sentences:
        number = Text(f"{sentence.line:>4}  ", "dim")
        grid = Grid.grid()
        grid.add_column(no_wrap=True)
        grid.add_column()
        grid.add_row(number, Padding(Text(sentence.text), (0, 0, 0, 4 if sentence.under else 0)))
        screen.print(grid, soft_wrap=False)
    return DONE


def _format(script: Script, *, json: bool) -> int:
    text = format_file(script.file)
    if json:
        print_json({"strategy": script.name, "changed": text != script.text, "text": text})
    else:
        sys.stdout.write(text)
    return DONE


# --- one session, roll by roll


def _session(name: str, options: Options, settings: Mapping[str, str]) -> int:
    """One session of a simulation at a table, as a transcript."""
    from sevenout.cli.figures import bankroll_of
    from sevenout.seated import recorded
    from sevenout.simulation.philox import SEEDS, rolls_of
    from sevenout.simulation.played import Sitting

    rules = options.rules or _RULES
    game = Game.open(rules)
    bankroll = bankroll_of(options.bankroll)
    played = compile_strategy(_read(name, game), game, settings)
    Sitting(game, played, bankroll, options.rolls, options.seed).check()
    if options.rolls > LONGEST:
        raise BadInput(f"a transcript has room for {LONGEST:,} rolls of a session, not for {options.rolls:,}")
    if not 0 <= options.number < SEEDS:
        raise BadInput(f"sessions have numbers from 0 to {SEEDS - 1}, not {options.number}")
    dice = list(islice(rolls_of(options.seed, options.number), options.rolls))
    found = recorded(game, played, bankroll, dice, rules if rules in shipped() else str(Path(rules).absolute()))
    order = session_order(name, rules, options.rolls, options.bankroll, options.seed, options.set, options.number)
    told = f"session {options.number} of {played.name}, as a simulation with seed {options.seed} plays it: {order}"
    net = format_amount(found.net)
    ended = f"net {net} after {found.rolls} roll{'' if found.rolls == 1 else 's'}, ending: {found.ending}"
    transcript = "\n".join((_comment(told), *found.lines, _comment(ended), ""))
    if not options.json:
        sys.stdout.write(transcript)
        return DONE
    print_json(
        {
            "strategy": played.name,
            "rules": game.rules.book.name,
            "seed": options.seed,
            "number": options.number,
            "bankroll": bankroll / 100,
            "rolls": options.rolls,
            "rolls_played": found.rolls,
            "net": found.net / 100,
            "ending": found.ending,
            "transcript": transcript,
        }
    )
    return DONE


def _comment(text: str) -> str:
    return f"# {' '.join(text.split())}"


def session_order(
    name: str, rules: str, rolls: int, bankroll: str, seed: int, settings: Iterable[str], number: int
) -> str:
    """What to type to look at one session of a simulation.

    >>> session_order("pass-line", "typical", 200, "300", 1, ["unit=25"], 17)
    'sevenout strategy session pass-line --rules typical --rolls 200 --bankroll 300 --seed 1 --set unit=25 --number 17'
    """
    words = ["sevenout", "strategy", "session", name, "--rules", rules, "--rolls", str(rolls), "--bankroll", bankroll]
    words += ["--seed", str(seed), *(word for setting in settings for word in ("--set", setting))]
    return shlex.join([*words, "--number", str(number)])
