"""Shell completion: what is offered where, and that bash, zsh and fish really ask for it and get it."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import sevenout
from sevenout.cli.completion_command import SCRIPTS, candidates
from sevenout.cli.registry import COMMANDS
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.rulebook.source import shipped
from sevenout.school.catalogue import TOPICS
from sevenout.school.learners.syllabus import stages
from sevenout.strategy.named_texts import list_strategies
from tests.unit.cli.command import run

ASKING = {
    "bash": """
COMP_WORDS=({words}); COMP_CWORD=$(( ${{#COMP_WORDS[@]}} - 1 ))
_sevenout; printf '%s\\n' "${{COMPREPLY[@]}}"
""",
    "zsh": """
compadd() {{ shift; print -l -- ${{(P)1}}; }}
_files() {{ print files; }}
words=({words}); CURRENT=$#words; _sevenout
""",
    "fish": "complete -C {line}",
}
READING = {
    "bash": 'eval "$(sevenout completion bash)"',
    "zsh": 'autoload -U compinit; compinit -u -D; eval "$(sevenout completion zsh)"',
    "fish": "sevenout completion fish | source",
}
FLAGS = {"bash": ["--norc"], "zsh": ["-f"], "fish": ["--no-config"]}
SHELLS = [shell for shell in SCRIPTS if shutil.which(shell)]


def in_a_shell(shell: str, words: list[str], folder: Path) -> list[str]:
    """What the shell itself finds for the last of the words, by the script that is printed for it."""
    order = folder / "sevenout"
    order.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m sevenout "$@"\n')
    order.chmod(0o755)
    line = shlex.quote(" ".join(words))
    asked = ASKING[shell].format(words=shlex.join(words), line=line)
    source = str(Path(sevenout.__file__).parents[1])
    environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "HOME": str(folder), "PYTHONPATH": source}
    ran = subprocess.run(
        (shell, *FLAGS[shell], "-c", f"{READING[shell]}\n{asked}"),
        capture_output=True, text=True, check=False, env=environment, cwd=folder,
    )  # fmt: skip
    assert ran.stderr == ""
    return [line.split("\t")[0] for line in ran.stdout.splitlines()]


def test_there_is_a_shell_to_try() -> None:
    assert "bash" in SHELLS


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    "words",
    [
        ["sevenout", "s"],
        ["sevenout", "exact", "pass-2"],
        ["sevenout", "edges", "typical", "hard-"],
        ["sevenout", "notice", "--rules", "typ"],
        ["sevenout", "simulate", "pass-line", "--re"],
        ["sevenout", "school", "exam", "ba"],
    ],
    ids=" ".join,
)
def test_a_shell_finds_what_there_is(shell: str, words: list[str], tmp_path: Path) -> None:
    found = in_a_shell(shell, words, tmp_path)
    assert found
    assert sorted(found) == sorted(candidates(words[1:]))


def test_fish_and_files(tmp_path: Path) -> None:
    (tmp_path / "evening.craps").write_text("rules typical\n")
    if "fish" in SHELLS:
        assert in_a_shell("fish", ["sevenout", "replay", "even"], tmp_path) == ["evening.craps"]
    if "zsh" in SHELLS:
        assert in_a_shell("zsh", ["sevenout", "replay", "even"], tmp_path) == ["files"]
    assert "-o default" in SCRIPTS["bash"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ([], [*COMMANDS, "--help", "--version"]),
        (["layout", ""], [*shipped()]),
        (["exact", ""], [*list_strategies()]),
        (["exact", "iron-cross", "new"], ["new-south-wales"]),
        (["rules", "catfish-bend", "hi"], ["hi-lo"]),
        (["rules", "--rules", "new-south-wales", "any-"], ["any-craps", "any-7"]),
        (["rules", "che"], ["check"]),
        (["rules", "--manual", "cal"], ["calls"]),
        (["strategy", "show", "iron"], ["iron-cross", "iron-cross-total"]),
        (["strategy", "show", "iron-cross", "cra"], ["crapless"]),
        (["school", "exam", "st"], ["stick"]),
        (["edges", "--sort", "e"], ["edge"]),
        (["edges", "--rules=cra"], ["--rules=crapless"]),
        (["edges", "--rules", "="], [*shipped()]),
        (["edges", "--json", "--rules", "=", "cra"], ["crapless"]),
        (["notice", "--ht"], []),
        (["completion", ""], ["bash", "zsh", "fish"]),
        (["replay", "x"], []),
        (["simulate", "--sessions", ""], []),
        (["nonsense", ""], []),
    ],
    ids=str,
)
def test_what_may_stand_there(words: list[str], found: list[str]) -> None:
    assert candidates(words) == found


def test_topics_and_every_wager_of_a_house() -> None:
    assert {*TOPICS} <= {*candidates(["school", ""])}
    assert {stage.key for stage in stages()} <= {*candidates(["school", "paper", ""])}
    assert candidates(["edges", "crapless", ""]) == [*open_book("crapless").by_key]
    assert candidates(["edges", "nowhere.toml", ""]) == []


@pytest.mark.parametrize("shell", SCRIPTS)
def test_the_script_is_printed(shell: str) -> None:
    assert run("completion", shell).out == SCRIPTS[shell]


def test_words_of_any_kind_do_no_harm() -> None:
    ran = run("completion", "words", "--", "edges", "\x1b[2J", "--", "-x", "=", "")
    assert (ran.code, ran.err) == (0, "")
