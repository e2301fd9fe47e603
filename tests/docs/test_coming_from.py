"""What the page for people from other simulators shows: its commands run, its three strategies play alike."""

import io
import re
import shlex
from contextlib import redirect_stdout
from typing import Any

import pytest

from sevenout.strategy.language.compiler.plan import compile_strategy
from sevenout.strategy.language.parser.file_parser import parse
from sevenout.strategy.language.tools.formatter import format_file
from tests.agreement.peer.test_crapssim import BANKROLL, theirs
from tests.docs.test_documents import ROOT, blocks
from tests.unit.cli.command import run
from tests.unit.strategy.sitting import game_of, rolls, stands

PAGE = ROOT / "docs" / "tutorial" / "coming-from-another-simulator.md"
(THEIRS,) = blocks(PAGE, "python crapssim")
(WORDS,) = blocks(PAGE, "strategy")
(FUNCTION,) = blocks(PAGE, "python")
COMMANDS = [line for block in blocks(PAGE, "sh") for line in block.splitlines()]


def made(code: str, name: str) -> Any:
    made_: dict[str, Any] = {}
    with redirect_stdout(io.StringIO()):
        exec(compile(code, PAGE.name, "exec"), made_)
    return made_[name]


@pytest.mark.parametrize("seed", range(3))
def test_the_three_strategies_have_the_same_chips_on_the_same_rolls(seed: int) -> None:
    game, dice = game_of("typical"), rolls(f"coming from {seed}", 600)
    peer = theirs(made(THEIRS, "strategy"), BANKROLL, dice)
    assert stands(game, compile_strategy(parse(WORDS), game), BANKROLL, dice) == peer
    assert stands(game, made(FUNCTION, "line_and_two"), BANKROLL, dice) == peer
    assert len({stand.rack for stand in peer}) > 100


def test_the_strategy_is_in_the_one_form() -> None:
    assert format_file(parse(WORDS).file) == WORDS
    assert compile_strategy(parse(WORDS), game_of("typical")).remarks == ()


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_runs(command: str) -> None:
    name, *words = shlex.split(command, comments=True)
    ran = run(*words)
    assert (name, ran.code) == ("sevenout", 0), ran.err
    assert ran.out


def test_what_differs_is_so() -> None:
    """The refusal and the chips; tests/agreement/peer has the others."""
    game = b"rules typical\nseat Ann 100\nAnn bets 5 on pass-odds\n"
    (refused,) = run("replay", "-", "--json", "--keep-going", stdin=game).json["refused"]
    assert "may be made only while a point is on" in refused["reason"]
    for book, stake, won in (
        ("typical", "10", "11.00"),
        ("new-south-wales", "10", "12.00"),
        ("typical", "12", "14.00"),
    ):
        (at_stake,) = run("edges", book, "place-6", "--stake", stake, "--json", "--minimum", "5").json["wagers"]
        assert at_stake["chances"][-1][0] == won


def test_the_peers_words_are_its_own() -> None:
    from crapssim import bet, table
    from crapssim.strategy import tools

    text = PAGE.read_text(encoding="utf-8").split("## crapssim")[1].split("## WinCraps")[0]
    cells = "".join(line.split("|")[1] for line in text.splitlines() if line.startswith("| `"))
    spoken = set(re.findall(r"\b[A-Z][A-Za-z]+\b", cells))
    assert len(spoken) > 20
    assert [word for word in spoken if not any(hasattr(where, word) for where in (bet, table, tools))] == []
