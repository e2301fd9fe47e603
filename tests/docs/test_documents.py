"""What the documents show runs as they show it."""

import io
import re
import shlex
from contextlib import redirect_stdout
from math import sqrt
from pathlib import Path
from typing import get_args

import pytest

from sevenout.base.refusal import Refusal
from sevenout.cli.main import main
from sevenout.crew.dice.dice_commands import Recover
from sevenout.crew.notation.line_parser import parse_floor_line
from sevenout.crew.notation.word_cursor import CrewCommand
from sevenout.crew.pit.bank import Present
from sevenout.crew.pit.layout_checks import StandOdds
from sevenout.crew.replay import play
from sevenout.rulebook.compiler.book_compiler import check_book
from sevenout.rulebook.loader.wager_loader import SEASONS
from sevenout.rulebook.source import parse

ROOT = Path(__file__).parents[2]
READERS = ("book_loader.py", "wager_loader.py", "no_roll_loader.py", "shootout_loader.py")
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("**/*.md")])


def blocks(page: Path, language: str) -> list[str]:
    """The fenced blocks of one language."""
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


def test_the_notation_page_plays_without_a_refusal() -> None:
    games = blocks(ROOT / "docs" / "reference" / "notation.md", "craps")
    assert len(games) == 2
    for game in games:
        refused = [(step.line, step.outcome) for step in play(game) if isinstance(step.outcome, Refusal)]
        assert refused == []


def test_the_notation_page_has_every_line_of_the_floor() -> None:
    _, game = blocks(ROOT / "docs" / "reference" / "notation.md", "craps")
    shown = {type(step.command) for step in play(game)}
    page = (ROOT / "docs" / "reference" / "notation.md").read_text(encoding="utf-8")
    elsewhere = {
        Recover: "set 4711 recovered",
        Present: "Ann presents 25 by voucher",
        StandOdds: "Ann heels dont-pass-odds",
    }
    assert set(get_args(CrewCommand)) - shown == set(elsewhere)
    assert all(f"`{line}`" in page and isinstance(parse_floor_line(line), kind) for kind, line in elsewhere.items())


@pytest.mark.parametrize("example", ["first-night", "whole-shift"])
def test_the_examples_play_without_a_refusal(example: str) -> None:
    text = (ROOT / "examples" / f"{example}.craps").read_text(encoding="utf-8")
    assert not any(isinstance(step.outcome, Refusal) for step in play(text))


def test_the_format_page_shows_a_whole_house() -> None:
    (house,) = blocks(ROOT / "docs" / "reference" / "rulebook-format.md", "toml")
    compiled, faults = check_book(parse(house, "one-bet.toml"))
    assert faults == ()
    assert compiled is not None
    assert list(compiled.by_key) == ["pass"]


def test_the_format_page_names_every_word() -> None:
    page = (ROOT / "docs" / "reference" / "rulebook-format.md").read_text(encoding="utf-8")
    rulebook = ROOT / "src" / "sevenout" / "rulebook" / "loader"
    loader = "".join((rulebook / name).read_text(encoding="utf-8") for name in READERS)
    words = set(
        re.findall(
            r'(?:choices?|flag|value|by_number|rows|inner|_limit|_season|_amount)\((?:(?:words|inner), )?"([a-z-]+)"',
            loader,
        )
    )
    assert len(words) > 25
    assert [word for word in sorted(words | set(SEASONS)) if not re.search(rf"[`\[{{ ,]{word}\b", page)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_to_a_part_of_a_page_leads_to_a_title(page: Path) -> None:
    for target, part in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", page.read_text(encoding="utf-8")):
        text = (page.parent / target if target else page).read_text(encoding="utf-8")
        titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
        assert part in [re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles]


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached, ahead = set[Path](), [ROOT / "README.md"]
    while ahead:
        page = ahead.pop()
        reached.add(page)
        targets = re.findall(r"\]\(([^)#:]+\.md)[)#]", page.read_text(encoding="utf-8"))
        ahead += [there for target in targets if (there := (page.parent / target).resolve()) not in reached]
    assert sorted(set(PAGES) - reached) == []


def test_the_readme_commands_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    commands = [
        line for block in blocks(ROOT / "README.md", "sh") for line in block.splitlines() if "sevenout " in line
    ]
    assert len(commands) == 4
    for command in commands:
        with redirect_stdout(io.StringIO()) as printed:
            assert main(shlex.split(command, comments=True)[1:]) == 0
        assert printed.getvalue()


def test_the_readme_example_runs_as_it_says() -> None:
    (code,) = blocks(ROOT / "README.md", "python")
    with redirect_stdout(io.StringIO()) as printed:
        exec(compile(code, "README.md", "exec"), {})
    pushed, refused, edge, exactly, simulated = printed.getvalue().splitlines()
    assert pushed == "push 6.1.2.3 100000"
    assert refused.startswith("not-now Behind the Win Line may be made only while a point is on")
    assert edge == "373/6930"
    assert 0.1 < float(exactly) < 0.4
    assert abs(float(simulated) - float(exactly)) < 4 * sqrt(float(exactly) / 1_000)
