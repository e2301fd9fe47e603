"""The page of questions: every command prints the lines that the page shows, in their order."""

import re
import shlex

import pytest

from tests.docs.test_documents import ROOT
from tests.unit.cli.command import run

PAGE = ROOT / "docs" / "reference" / "questions.md"
ANSWERS = re.findall(r"## (.*?)\n.*?```sh\n(.*?)\n```\n\n```text\n(.*?)\n```", PAGE.read_text("utf-8"), re.DOTALL)


def test_every_question_has_an_answer() -> None:
    asked = re.findall(r"^## (.*\?)$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert [question for question, _, _ in ANSWERS] == asked
    assert len(asked) > 7


@pytest.mark.parametrize(("question", "command", "shown"), ANSWERS, ids=[question for question, _, _ in ANSWERS])
def test_an_answer_is_what_the_command_prints(
    question: str, command: str, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "80")
    name, *words = shlex.split(command)
    ran = run(*words)
    assert (name, ran.code, ran.err) == ("sevenout", 0, ""), question
    printed = iter([line.rstrip() for line in ran.out.splitlines()])
    for line in shown.splitlines():
        assert line == "…" or line in printed, f"{question} {line}"
