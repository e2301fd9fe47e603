"""Without NumPy and matplotlib the game is whole, and what wants one of them says in a line what to type."""

import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from sevenout.base.extras import MissingExtra, need, wanting
from tests.unit.cli.command import Ran, run

ROOT = Path(__file__).parents[2]
BLOCKED = "import sys; sys.modules.update(dict.fromkeys(('numpy', 'matplotlib')))\n"
"""Begins a program in which neither of the two can be imported."""

GAME = "rules typical\nseat Ann 1000\nAnn bets 10 on pass\nroll 6 5\n"
PLAYED = {  # the command, what it is given to read, and what it answers
    "rules": (["rules", "typical", "pass"], "", "a winning bet goes back to the player"),
    "edges": (["edges", "typical", "pass", "--json"], "", '"7/495"'),
    "edges at a stake": (["edges", "typical", "--stake", "5", "--csv"], "", "typical,pass"),
    "edges compared": (["edges", "--compare", "typical", "crapless"], "", "A typical casino"),
    "a shooter's turn": (["edges", "catfish-bend", "--shooter"], "", "1671/196"),
    "replay": (["replay", "-", "--json"], GAME, '"rack": "1010.00"'),
    "calls": (["replay", "-", "--calls"], GAME, "11"),
    "shift": (["shift", "-", "--csv"], GAME, "figures,rolls,,1"),
    "play": (["play", "--seed", "1"], "bet 10 on pass\nroll\nquit\n", "Ann leaves with"),
    "school": (["school"], "", "The school at Catfish Bend Casinos"),
    "a drill": (["school", "pay", "--seed", "1", "--questions", "1"], "0\n", "1 "),
    "strategies": (["strategy"], "", "three-point-molly"),
    "a strategy": (["strategy", "pass-line"], "", "bet a unit on pass"),
    "a strategy checked": (["strategy", "check", "pass-line", "--rules", "typical"], "", "nothing to remark"),
    "a strategy explained": (["strategy", "explain", "pass-line"], "", "pass"),
    "a strategy formatted": (["strategy", "format", "pass-line"], "", "unit 10"),
    "simulate": (["simulate", "pass-line", "--sessions", "100", "--csv"], "", "pass-line"),
    "a session": (["strategy", "session", "pass-line"], "", "bets 10 on pass"),
    "help": (["--help"], "", "simulate"),
    "help for what is missing": (["simulate", "--help"], "", "--sessions"),
}
SESSION, PLOTS = "a strategy's session needs NumPy", "a page with plots needs matplotlib"
WANTING = {
    "exact": (["exact", "pass-line"], SESSION, "sessions"),
    "a page": (["edges", "typical", "--report", "page.html"], PLOTS, "reports"),
}


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Ran]:
    """Every command, run in one process that has neither of the two."""
    orders = {name: (given[0], given[1]) for name, given in PLAYED.items()}
    orders |= {name: (given[0], "") for name, given in WANTING.items()}
    code = (
        "import json\n"
        "from tests.unit.cli.command import run\n"
        f"orders = {orders!r}\n"
        "print(json.dumps({name: run(*words, stdin=text.encode()) for name, (words, text) in orders.items()}))\n"
    )
    return {name: Ran(*answer) for name, answer in json.loads(light(code, tmp_path_factory.mktemp("light"))).items()}


def light(code: str, folder: Path) -> str:
    """What a program prints that has neither of the two."""
    home = {"HOME": str(folder), "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", "PATH": ""}
    order = [sys.executable, "-c", BLOCKED + code]
    return subprocess.run(order, check=True, capture_output=True, text=True, cwd=folder, env=home).stdout


@pytest.mark.parametrize("name", PLAYED)
def test_the_game_is_whole_without_the_extras(ran: dict[str, Ran], name: str) -> None:
    answer = ran[name]
    assert (answer.code, answer.err) == (0, "")
    assert PLAYED[name][2] in answer.out


@pytest.mark.parametrize("name", WANTING)
def test_what_wants_an_extra_says_in_one_line_what_to_type(ran: dict[str, Ran], name: str) -> None:
    _, wants, extra = WANTING[name]
    line = f"sevenout: {wants}, which is not installed. Type: {sys.executable} -m pip install 'sevenout[{extra}]'\n"
    assert ran[name] == Ran(1, "", line)


def test_a_page_that_cannot_be_drawn_is_told_before_the_session_is_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    answer = run("exact", "pass-line", "--report", str(tmp_path / "page.html"))
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith(f"sevenout: {PLOTS}, which is not installed. Type: ")
    assert list(tmp_path.iterdir()) == []


def test_the_library_names_what_can_be_had_and_says_what_cannot(tmp_path: Path) -> None:
    code = (
        "import sevenout\n"
        "print('simulate' in dir(sevenout), 'distribution' in dir(sevenout))\n"
        "for name in dir(sevenout): getattr(sevenout, name)\n"  # as help() and notebooks do
        "try: sevenout.distribution\n"
        "except ImportError as error: print(error)\n"
        "try: from sevenout import distribution\n"
        "except ImportError as error: print(error)\n"
    )
    names, *lines = light(code, tmp_path).splitlines()
    assert names == "True False"
    assert len(lines) == 2
    assert all(line.startswith(f"{SESSION}, which is not installed") for line in lines)


def test_where_neither_kernel_nor_numpy_is_simulating_says_what_to_type(tmp_path: Path) -> None:
    code = (
        "sys.modules['sevenout.analysis.kernel._kernel'] = None\n"
        "from tests.unit.cli.command import run\n"
        "print(run('simulate', 'pass-line').err)\n"
    )
    assert light(code, tmp_path).startswith(f"sevenout: {SESSION}, which is not installed")


def test_what_can_be_had_is_all_of_it_where_everything_is_installed() -> None:
    import sevenout

    assert set(sevenout.__all__) < set(dir(sevenout))


def test_a_library_that_is_there_and_broken_is_not_called_missing() -> None:
    with pytest.raises(ModuleNotFoundError, match="a part of it"), wanting("numpy", "a session"):
        raise ModuleNotFoundError("a part of it", name="numpy.core")


def test_the_line_crosses_a_process_boundary_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(
        MissingExtra, match=r"^the engine needs NumPy, which .* pip install 'sevenout\[sessions\]'$"
    ) as no:
        need("numpy", "the engine")
    copy = pickle.loads(pickle.dumps(no.value))
    assert (str(copy), copy.name) == (str(no.value), "numpy")


@pytest.mark.parametrize(("words", "code"), [(["--version"], 0), (["exact"], 2), (["replay", "nowhere.craps"], 2)])
def test_python_m_sevenout_is_the_command(words: list[str], code: int, tmp_path: Path) -> None:
    order = [sys.executable, "-m", "sevenout", *words]
    ran = subprocess.run(order, check=False, capture_output=True, text=True, cwd=tmp_path)
    assert ran.returncode == code
    assert (ran.stdout or ran.stderr).startswith("sevenout")
