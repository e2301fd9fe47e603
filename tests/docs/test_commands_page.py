"""What the page on the command line shows runs, and what it says of every command is so."""

import re
import shlex

import pytest

from sevenout.cli.completion_command import SCRIPTS
from tests.docs.test_documents import ROOT, blocks
from tests.unit.cli.command import run

PAGE = ROOT / "docs" / "reference" / "commands.md"
ORDERS, COMPLETION = blocks(PAGE, "sh")


@pytest.mark.parametrize("command", ORDERS.splitlines())
def test_every_command_runs(command: str) -> None:
    name, *words = shlex.split(command, comments=True)
    ran = run(*words)
    assert (name, ran.code) == ("sevenout", 0), ran.err
    assert ran.out


def test_the_two_ways_to_name_a_house() -> None:
    assert run("edges", "typical", "pass").out == run("edges", "pass", "--rules", "typical").out


def test_there_is_a_line_for_every_shell() -> None:
    assert re.findall(r"sevenout completion (\w+)", COMPLETION) == [*SCRIPTS]
