"""What the page about the school shows runs as it shows it."""

import io
import re
import shlex
from contextlib import redirect_stdout
from pathlib import Path

import msgspec
import pytest

from sevenout.school.catalogue import TOPICS
from sevenout.school.learners.memory import INTERVALS
from tests.docs.test_documents import ROOT, blocks
from tests.unit.cli.command import run
from tests.unit.cli.test_school import Stopped
from tests.unit.school.test_class_exam import signed

PAGE = ROOT / "docs" / "play" / "school.md"


@pytest.fixture(autouse=True)
def _away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("sevenout.cli.school.school_command.SystemClock", Stopped)


def test_every_command_runs() -> None:
    for name in ("ann", "bob"):
        run("school", "pay", "--memory", f"{name}.json", "--questions", "2", stdin=b"1\n?\n")
    Path("ann-certificate.json").write_bytes(msgspec.json.encode(signed()))
    (block,) = blocks(PAGE, "sh")
    commands = [shlex.split(line, comments=True) for line in block.splitlines()]
    assert len(commands) == 11
    for command in commands:
        ran = run(*command[1:])
        assert (ran.code, re.sub(r"The (paper|key) is in [a-z-]+\.html\.\n", "", ran.err)) == (0, "")
        assert ran.out or "paper" in command
    assert all(Path(page).exists() for page in ("paper.html", "words.html", "words-key.html"))


def test_the_conversation_goes_as_it_is_shown() -> None:
    conversations = blocks(PAGE, "console")
    assert len(conversations) == 2
    for block in conversations:
        command, *shown = block.splitlines()
        typed = [line.partition("> ")[2] for line in shown if "> " in line]
        ran = run(*shlex.split(command)[2:], stdin="\n".join([*typed, ""]).encode())
        assert [line for line in ran.out.splitlines() if line] == shown


def test_every_topic_and_level_is_listed() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for topic in TOPICS.values():
        assert f"| `{topic.key}` | {' · '.join(topic.levels)} |" in page


def test_the_boxes_are_those_of_the_memory() -> None:
    hours = [round(rest.total_seconds() / 3600) for rest in INTERVALS]
    words = f"not at all, {hours[1]} hours, {hours[2] // 24} days, {hours[3] // 24} days, {hours[4] // 24} days"
    assert words in " ".join(PAGE.read_text(encoding="utf-8").split())


def test_the_python_example_runs() -> None:
    (code,) = blocks(PAGE, "python")
    with redirect_stdout(io.StringIO()) as printed:
        exec(compile(code, "school.md", "exec"), {})
    lines = printed.getvalue().splitlines()
    assert lines[2].startswith("Assumed here: against 4 and 10 pays 5:11")  # the rule has no payouts of its own
    assert re.fullmatch(r"What is paid on place-lose-\d+, in whole chips of 1\?", lines[3])
    assert lines[4].startswith("unreadable AnswerVerdict(outcome='wrong', reason='It is ")
    assert "6.7" in printed.getvalue()  # rounded up in New South Wales
    pointed = "The stickperson points at the layout before the player who is meant."
    assert lines[-3:] == ["True", "40", f"{pointed} Catfish Bend: Stickperson 21d"]
