"""The page on running a house lists every setting and every count, its file is read, and what it deploys is there."""

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from sevenout.server.operation import metrics
from sevenout.server.operation.settings import Settings, list_settings, read_settings
from tests.docs.test_documents import ROOT, blocks
from tests.unit.cli.command import run

PAGE = ROOT / "docs" / "operate" / "operations.md"
DEPLOY = ROOT / "deploy"


def rows(title: str) -> list[list[str]]:
    """The cells of the table under a title."""
    section = PAGE.read_text(encoding="utf-8").split(f"## {title}\n")[1].split("\n## ")[0]
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in section.splitlines() if line.startswith("| `")]


def test_every_setting_is_listed_as_it_is() -> None:
    defaults = Settings()
    listed = [
        [
            f"`{one.name}`",
            f"`{one.variable}`",
            f"`{one.flag}`" if one.flag else "",
            f"`{default}`" if (default := getattr(defaults, one.name)) else "",
            one.says,
        ]
        for one in list_settings()
    ]
    assert rows("Settings") == listed


def test_every_count_is_listed_as_it_is() -> None:
    exposed = [
        [f"`{family.name}`", family.type, family.documentation]
        for family in metrics.REGISTRY.collect()
        if family.name.startswith("sevenout_")
    ]
    assert rows("Counts") == exposed


def test_the_files_of_settings_are_read(tmp_path: Path) -> None:
    (shown,) = blocks(PAGE, "toml")
    deployed = (DEPLOY / "house.toml").read_text(encoding="utf-8")
    assert tomllib.loads(shown) == tomllib.loads(deployed)
    (tmp_path / "house.toml").write_text(shown, encoding="utf-8")
    assert read_settings({}, {}, str(tmp_path / "house.toml")).settings.proxy == ("127.0.0.1",)


def test_the_commands_that_end_by_themselves_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (block,) = blocks(PAGE, "sh")
    _, *ending = [shlex.split(line, comments=True)[1:] for line in block.splitlines()]
    assert len(ending) == 2
    for command in ending:
        assert run(*command).code == 0


def test_the_container_copies_what_is_there_and_starts_what_runs() -> None:
    lines = re.sub(r"\\\n", " ", (DEPLOY / "Containerfile").read_text(encoding="utf-8")).splitlines()
    copied = [line.split()[1:-1] for line in lines if line.startswith("COPY") and "--from" not in line]
    assert all((ROOT / source).exists() for sources in copied for source in sources)
    installs = " ".join(line for line in lines if line.startswith("RUN") and "pip" in line)
    assert "--require-hashes --requirement requirements.lock --wheel-dir /locked" in installs
    assert "--no-index --find-links /locked 'sevenout[house]'" in installs, "what runs is of the lock alone"
    (environment,) = [dict(word.split("=") for word in line.split()[1:]) for line in lines if line.startswith("ENV")]
    held = read_settings({}, environment)
    assert (held.settings.db, held.settings.log) == ("/house/house.db", "json")
    assert 'ENTRYPOINT ["/sevenout/bin/sevenout", "serve"]' in lines
    assert lines.index("USER 7011") < lines.index("WORKDIR /house")


def test_no_uvicorn_is_taken_that_lacks_the_socket_a_house_speaks_by() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    floors = {line for name in ("house", "all") for line in extras[name] if line.startswith("uvicorn")}
    assert floors == {"uvicorn>=0.35"}, "websockets_sansio_impl came with 0.35"


def test_the_unit_starts_commands_that_are_understood(tmp_path: Path) -> None:
    text = (DEPLOY / "sevenout.service").read_text(encoding="utf-8")
    before, command = [re.findall(rf"^{name}=(.*)$", text, re.MULTILINE)[0] for name in ("ExecStartPre", "ExecStart")]
    (tmp_path / "house.toml").write_text(f'db = "{tmp_path}/house.db"\n', encoding="utf-8")
    words = [word.replace("/etc/sevenout", str(tmp_path)) for word in shlex.split(before)[1:]]
    assert run(*words).code == 0
    words = [word.replace("/etc/sevenout", str(tmp_path)) for word in shlex.split(command)[1:]]
    assert run(*words, "--show-settings").code == 0
    stop = int(re.findall(r"^TimeoutStopSec=(\d+)$", text, re.MULTILINE)[0])
    assert stop > 2 * Settings().stop_within + 5


def test_the_map_of_standards_names_what_is_there() -> None:
    page = (ROOT / "docs" / "operate" / "standards.md").read_text(encoding="utf-8")
    modules = {*re.findall(r"`((?:server|crew|table)\.[a-z_.]+)`", page)}
    tests = {*re.findall(r"`(test_[a-z_]+\.py)`", page)}
    assert (len(modules) > 10, len(tests) > 4) == (True, True)
    there = ROOT / "src" / "sevenout"
    assert [one for one in modules if not list(there.glob(f"{one.replace('.', '/')}*"))] == []
    assert [one for one in tests if not list((ROOT / "tests" / "server").rglob(one))] == []
    assert all((ROOT / folder).is_dir() for folder in re.findall(r"`(tests/[a-z/]+)`", page))


def test_every_topic_of_the_standards_has_a_verdict() -> None:
    page = (ROOT / "docs" / "operate" / "standards.md").read_text(encoding="utf-8")
    judged = [line.split("|")[1:-1] for line in page.splitlines() if line.startswith("| ") and "topic" not in line]
    assert len(judged) > 60
    verdicts = {"met", "partly", "not met", "n/a", "operator"}
    assert [row for row in judged if len(row) != 4 or row[2].strip() not in verdicts or not row[1].strip()] == []
    assert [row for row in judged if row[2].strip() in ("met", "partly", "not met") and not row[3].strip()] == []
