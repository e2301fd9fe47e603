"""A solved policy is a strategy file: read with its mistakes, refused at other tables, and played like any other."""

from pathlib import Path

import pytest

from sevenout.analysis.exact.sessions.session_distribution import distribution
from sevenout.analysis.simulation.jobs import Job, run
from sevenout.analysis.simulation.run import Result, simulate
from sevenout.analysis.solver.goal_chance import best_chance
from sevenout.analysis.solver.policy_table import policy_text
from sevenout.base.dice import roll
from sevenout.base.errors import BadInput
from sevenout.engine.game import Game
from sevenout.player.bot import Bot
from sevenout.strategy.language.mistakes import BadStrategy
from sevenout.strategy.language.parser.file_parser import parse
from sevenout.strategy.language.tools.formatter import format_file
from sevenout.strategy.library import open_strategy
from sevenout.strategy.session_end import SessionEnd
from sevenout.table import Table
from tests.unit.cli.command import run as run_command

HEAD = "policy 1\nhouse typical\ndigest 00\ntable 5 to 500 in chips of 1\ngoal 20\n"


@pytest.fixture(scope="module")
def solved_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The best way from 15 to 30 at a typical casino."""
    file = tmp_path_factory.mktemp("solved") / "best.policy"
    ran = run_command("solve", "typical", "--bankroll", "15", "--goal", "30", "--policy", str(file))
    assert ran.code == 0, ran.err
    assert f"sevenout exact {file} typical --bankroll 15 --goal 30" in ran.err
    return file


def test_its_exact_value_without_limit_is_the_solved_one(solved_file: Path) -> None:
    solved = best_chance("typical", 15_00, 30_00)
    session = distribution("typical", solved_file, 15_00, end=SessionEnd(goal=30_00))
    low, high = map(float, solved.bounds)
    assert low - 1e-12 <= dict(session.endings)["goal"] <= high + 1e-12


def test_engines_and_jobs_that_travel_as_text_play_it_alike(solved_file: Path) -> None:
    here = simulate("typical", solved_file, sessions=2_000, rolls=100, bankroll=15_00, seed=5)
    job = Job.of("typical", solved_file, 2_000, 100, 15_00, 5)
    assert here.engine == "compiled"
    assert Result.of(run(job)).nets == here.nets
    by_table = simulate("typical", solved_file, sessions=50, rolls=100, bankroll=15_00, seed=5, engine="table")
    assert by_table.nets == simulate("typical", solved_file, sessions=50, rolls=100, bankroll=15_00, seed=5).nets


def test_a_bot_plays_it_and_leaves_with_the_goal(solved_file: Path) -> None:
    table = Table(Game.open("typical"))
    bot = Bot(table, "Best", solved_file, 15_00)
    for dice in ("3 4", "6 6", "5 5", "1 2", "2 2", "3 4") * 12:
        acted = bot.act()
        if acted.ending:
            break
        table.roll(roll(*map(int, dice.split())))
    assert acted.ending in ("goal", "broke")


def test_a_policy_of_another_house_or_another_table_is_refused_by_name(solved_file: Path) -> None:
    with pytest.raises(BadInput, match=r"solved for typical .* not for Catfish Bend .* sevenout solve catfish-bend"):
        open_strategy(solved_file, "catfish-bend")
    with pytest.raises(BadInput, match=r"a table of 5 to 500 in chips of 1, and this one is of 10 to 500"):
        open_strategy(solved_file, Game.open("typical", minimum=10_00))
    with pytest.raises(BadInput, match="takes no settings: leave unit out"):
        open_strategy(solved_file, "typical", unit=5)


def test_it_is_formatted_to_the_letter_explained_and_checked(solved_file: Path) -> None:
    text = solved_file.read_text()
    assert format_file(parse(text).file) == text == policy_text(best_chance("typical", 15_00, 30_00))
    checked = run_command("strategy", "check", str(solved_file), "typical")
    assert (checked.code, checked.out.split(": ")[1][:10]) == (0, "25 actions")
    assert "25 amounts of cash until the rack holds 30" in " ".join(
        run_command("strategy", "explain", str(solved_file)).out.split()
    )


def test_another_strategy_may_play_it_as_a_part(solved_file: Path) -> None:
    beside = solved_file.with_name("best-at-first.strategy")
    solved_file.with_name("solved-double.strategy").write_text(solved_file.read_text())
    beside.write_text("play solved-double until at least 1 points made this session\nthen play pass-line\n")
    plan = open_strategy(beside, "typical", unit=5)
    assert [line.heading for line in plan.lines] == ["play solved-double", "play pass-line: on the come-out"]


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("policy 2\n", 1, "version 2 of a policy, and 1 can be read"),
        (HEAD, 1, "nothing is ever done"),
        (HEAD.replace("digest 00\n", "") + "with 5: 5 on pass", 1, "names no digest"),
        (HEAD.replace("5 to 500", "five"), 4, "a table is written as"),
        (HEAD + "with 5: 5 on pass\nwith 5: 5 on pass", 7, "amounts of cash rise"),
        (HEAD + "with 5: 6 on pass", 6, "at most the cash, which 6 is not"),
        (HEAD + "with 9: 5 on pass; 4/10: odds 5", 6, "5 and odds of 5 are more than the cash of 9"),
        (HEAD + "with 9: 5 on pass; 4: no odds; 4: no odds", 6, "the point 4 is told twice"),
        (HEAD + "with 9: 5 on pass; odds", 6, "'odds' is no play"),
        (HEAD + "goal 30", 6, "there is a 'goal' line already"),
        (HEAD + "when up 5: leave", 6, "not with 'when'"),
    ],
)
def test_a_mistake_is_told_with_its_line(text: str, line: int, why: str) -> None:
    with pytest.raises(BadStrategy) as caught:
        parse(text, "mine")
    assert [(each.line, why in each.message) for each in caught.value.mistakes] == [(line, True)]
