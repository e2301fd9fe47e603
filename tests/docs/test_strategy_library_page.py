"""The page of the library is the one that its files give, and its commands run."""

import shlex

import pytest

from tests.docs.test_documents import blocks
from tests.unit.cli.command import run
from tests.volume import nightly_except
from tools.strategy_library import TARGET, library_page


def test_the_page_is_what_the_files_give() -> None:
    assert TARGET.read_text(encoding="utf-8") == library_page()


_COMMANDS = [line for block in blocks(TARGET, "sh") for line in block.splitlines()]


@pytest.mark.parametrize("command", nightly_except(_COMMANDS, [line for line in _COMMANDS if "--figures" not in line]))
def test_its_commands_run(command: str) -> None:
    ran = run(*shlex.split(command)[1:])
    assert (ran.code, bool(ran.out)) == (0, True)
