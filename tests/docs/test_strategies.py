"""What the page on strategies shows can be read, is in the one form, and plays."""

import io
import re
import shlex
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from sevenout.base.dice import SeededDice
from sevenout.cli.main import main
from sevenout.engine.game import Game
from sevenout.strategy.language.compiler.expectations import unmet_expectations
from sevenout.strategy.language.compiler.plan import compile_strategy
from sevenout.strategy.language.keywords import COLLECTIVES, RESERVED
from sevenout.strategy.language.parser.file_parser import parse
from sevenout.strategy.language.tools.formatter import format_file
from sevenout.strategy.named_texts import list_strategies
from sevenout.strategy.reference_session import play
from sevenout.strategy.view import View
from sevenout.table import Rolled
from tests.docs.test_documents import ROOT, blocks
from tests.unit.cli.command import run

PAGE = ROOT / "docs" / "reference" / "strategy-language.md"
TEXT = PAGE.read_text(encoding="utf-8")
SINGULARS = {"hit", "loss", "time", "seven-out"}


@pytest.mark.parametrize("shown", blocks(PAGE, "strategy"))
def test_every_example_reads_as_it_is_written_and_plays(shown: str) -> None:
    script = parse(shown)
    assert format_file(script.file) == shown
    plan = compile_strategy(script, Game.open("typical"))
    assert plan.remarks == ()


@pytest.mark.parametrize("shown", [shown for shown in blocks(PAGE, "strategy") if "given" in shown])
def test_what_an_example_expects_is_so(shown: str) -> None:
    assert unmet_expectations(compile_strategy(parse(shown), Game.open("catfish-bend"))) == ()


@pytest.mark.parametrize("shown", blocks(PAGE, "strategy"))
def test_no_example_makes_a_bet_only_to_take_it_down_again(shown: str) -> None:
    game, dice = Game.open("new-south-wales"), SeededDice("the page")
    made = compile_strategy(parse(shown), game)
    undone: list[str] = []

    def watched(view: View) -> View:
        after = made(view)
        bets = {action.wager for action in after.done if action.verb == "bet"}
        undone.extend(bets - {*after.layout})
        return after

    play(game, watched, 100_000_00, [dice.throw() for _ in range(300)])
    assert undone == []


def table(title: str) -> list[str]:
    """The first column of the table under a title."""
    section = TEXT.split(f"## {title}\n")[1].split("\n## ")[0]
    return [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]


def test_every_line_of_the_table_of_actions_is_one() -> None:
    for cell in table("What you can do"):
        for written in re.findall(r"`([^`]+)`", cell):
            declared = "count level from 1 to 5\nlet rest be 4\nwhen 6 rolls: " if written.split()[0] != "sit" else ""
            parse(f"{declared}{written}")


def test_every_condition_of_the_table_is_one() -> None:
    section = TEXT.split("## Conditions\n")[1].split("\n## ")[0]
    cells = [line.split("|")[2] for line in section.splitlines() if line.startswith("| ") and "`" in line]
    conditions = [written for cell in cells for written in re.findall(r"`([^`]+)`", cell)]
    assert len(conditions) > 35
    for condition in conditions:
        parse(f"count level from 1 to 5\ncount stake from 1 to 5\nbet 10 on place-6 if {condition}")


def test_every_word_of_the_language_stands_on_the_page() -> None:
    missing = [
        word for word in sorted(RESERVED - SINGULARS) if not re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", TEXT)
    ]
    assert missing == []
    assert [name for name in COLLECTIVES if f"`{name}`" not in TEXT] == []


def test_the_number_of_strategies_is_right() -> None:
    assert f"lists the {len(list_strategies())} that come with it" in TEXT


def test_the_commands_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    first, *_ = blocks(PAGE, "strategy")
    (tmp_path / "my.strategy").write_text(first, encoding="utf-8")
    commands = [line for block in blocks(PAGE, "sh") for line in block.splitlines()]
    assert len(commands) == 18
    for command in commands:
        piped = b""
        for part in command.split("|"):
            ran = run(*shlex.split(part, comments=True)[1:], stdin=piped)
            assert (ran.code, bool(ran.out)) == (0, True)
            piped = ran.out.encode()


def test_the_mistake_is_told_as_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = TEXT.split("All mistakes of a file are told at once")[1].split("```")[1].strip("\n")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my.strategy").write_text(shown.splitlines()[1].strip(), encoding="utf-8")
    with redirect_stdout(io.StringIO()) as printed:
        assert main(["strategy", "check", "my.strategy"]) == 2
    assert printed.getvalue() == f"{shown}\n1 mistake\n"


def test_the_python_example_runs() -> None:
    code, *_ = blocks(PAGE, "python")
    with redirect_stdout(io.StringIO()) as printed:
        exec(compile(code, "strategies.md", "exec"), {})
    result, *lines = printed.getvalue().splitlines()
    assert result.split()[1] in ("rolls", "ruin")
    assert [line.split()[0] for line in lines] == ["4", "5", "6", "7"]


def test_a_strategy_in_python_has_its_distribution() -> None:
    _, code, _ = blocks(PAGE, "python")
    with redirect_stdout(io.StringIO()) as printed:
        exec(compile(code, "strategies.md", "exec"), {})
    figures, *refused = printed.getvalue().splitlines()
    mean, ruin = map(float, figures.split())
    assert mean < 0 < ruin < 1
    assert refused == ["pass Pass needs more than the rack holds"]


def test_two_strategies_take_their_seats() -> None:
    *_, code = blocks(PAGE, "python")
    found: dict[str, Any] = {}
    with redirect_stdout(io.StringIO()) as printed:
        exec(compile(code, "strategies.md", "exec"), found)
    molly, flat = (int(net) for net in printed.getvalue().split())
    rolled = [told.event for told in found["table"].log if isinstance(told.event, Rolled)]
    assert len(rolled) == 30
    assert flat % 10_00 == 0
    assert molly != flat
