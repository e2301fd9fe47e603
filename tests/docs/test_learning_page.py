"""What the page on the learning environment shows runs."""

import contextlib
import io
import shlex

from tests.docs.test_documents import ROOT, blocks
from tests.unit.cli.command import run

PAGE = ROOT / "docs" / "design" / "learning.md"


def test_the_example_plays_an_episode_to_its_end() -> None:
    (code,) = blocks(PAGE, "python")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, str(PAGE), "exec"), {})
    assert printed.getvalue().strip() in ("0.0", "1.0")


def test_the_commands_run_and_the_optima_are_those_of_the_page() -> None:
    (orders,) = blocks(PAGE, "sh")
    for order in orders.splitlines():
        ran = run(*shlex.split(order, comments=True)[1:])
        assert ran.code == 0, ran.err
    for task in run("learn", "--json").json["tasks"]:
        assert f"| {task['optimum']:.6f}".replace("0.", ".", 1) in PAGE.read_text(encoding="utf-8")
