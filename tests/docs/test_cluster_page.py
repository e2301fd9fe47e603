"""What the page on many machines shows runs as it shows it: the files here, the cluster with a real one."""

import io
import shlex
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from tests.docs.test_documents import ROOT, blocks
from tests.unit.analysis.simulation.clusters import local
from tests.unit.cli.command import run

PAGE = ROOT / "docs" / "operate" / "cluster.md"


def test_the_files_are_kept_and_put_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    kept, stretches = blocks(PAGE, "sh")
    said = []
    for line in (*kept.splitlines(), *stretches.splitlines()):
        name, *words = shlex.split(line, comments=True)
        ran = run(*words)
        assert (name, ran.code) == ("sevenout", 0), ran.err
        said.append(ran.err)
    assert said == [
        "molly.kept holds sessions 0 to 19,999 of 20,000.\n",
        "molly.kept holds sessions 0 to 19,999 of 20,000.\n",
        "here.kept holds sessions 0 to 7,999 of 20,000.\n",
        "there.kept holds sessions 8,000 to 19,999 of 20,000.\n",
        "",
    ]


def test_the_cluster_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (block,) = blocks(PAGE, "text")
    *_, order = block.splitlines()
    with local(tmp_path, 1) as there:
        words = order.replace("tcp://10.0.0.1:8786", there.address).replace("1e9", "20000").split()
        ran = run(*words[1:])
    assert (words[0], ran.code, ran.err) == ("sevenout", 0, "molly.kept holds sessions 0 to 19,999 of 20,000.\n")
    assert "20,000 sessions, 200 rolls" in ran.out


def test_the_example_runs_as_it_says() -> None:
    (code,) = blocks(PAGE, "python")
    with redirect_stdout(io.StringIO()) as printed:
        exec(compile(code, "cluster.md", "exec"), {})
    assert printed.getvalue() == "1000\n3000\n"
