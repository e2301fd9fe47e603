"""A wheel made with a C compiler has the kernel, one made without is pure; both simulate the same on their own."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.nightly

ROOT = Path(__file__).parents[2]
NEEDED = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "src", "kernel", "tools")
SIMULATE = ["simulate", "three-point-molly", "--rules", "typical", "--sessions", "3000", "--rolls", "60", "--json"]


def wheel(folder: Path, path: str) -> Path:
    """A wheel made from a copy of the sources, by somebody with this PATH, unpacked."""
    sources = folder / "sources"
    sources.mkdir()
    for name in NEEDED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, sources / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        else:
            shutil.copy(ROOT / name, sources / name)
    order = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(sources)]
    subprocess.run(order, check=True, env={**os.environ, "PATH": path, "SEVENOUT_WITHOUT_FELT": "1"})
    (made,) = folder.glob("*.whl")
    with zipfile.ZipFile(made) as packed:
        packed.extractall(folder / "unpacked")
    return made


def figures(folder: Path) -> dict[str, object]:
    """What the unpacked wheel simulates; of this environment it has the libraries and nothing of the project."""
    libraries = sysconfig.get_paths()["purelib"]
    code = (
        f"import sys; sys.path[:] = [p for p in sys.path if not p.startswith({str(ROOT)!r})]\n"
        f"sys.path[:0] = [{str(folder / 'unpacked')!r}, {libraries!r}]\n"
        f"from sevenout.cli.main import main; sys.exit(main({SIMULATE!r}))\n"
    )
    order = [sys.executable, "-I", "-S", "-c", code]
    ran = subprocess.run(order, check=True, capture_output=True, text=True, cwd=folder)
    (record,) = json.loads(ran.stdout)["results"]
    return dict(record)


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """One made with a compiler, and one made without."""
    nothing = tmp_path_factory.mktemp("nothing")
    made = tmp_path_factory.mktemp("with"), tmp_path_factory.mktemp("without")
    return wheel(made[0], os.environ["PATH"]), wheel(made[1], str(nothing))


def test_a_wheel_made_with_a_compiler_fits_every_python_and_one_processor(wheels: tuple[Path, Path]) -> None:
    compiled, pure = wheels
    assert "-cp311-abi3-" in compiled.name
    assert pure.name.endswith("-py3-none-any.whl")
    assert {path.name for path in compiled.parent.glob("unpacked/**/*.so")} == {"_kernel.abi3.so"}
    assert not list(pure.parent.glob("unpacked/**/*.so"))


def test_both_simulate_the_same(wheels: tuple[Path, Path]) -> None:
    compiled, pure = (figures(made.parent) for made in wheels)
    assert (compiled["engine"], pure["engine"]) == ("compiled", "arrays")
    timed = {"engine", "why", "replayed", "trace_seconds", "run_seconds", "rolls_per_second"}
    assert {name: compiled[name] for name in compiled if name not in timed} == {
        name: pure[name] for name in pure if name not in timed
    }
