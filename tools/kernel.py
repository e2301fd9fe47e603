"""Builds the compiled kernel into the package, if its sources are newer; without a C compiler there is none.

It is a module of the stable ABI: one file for every Python from 3.11 on. On processors of the x86-64 kind the walk is
compiled twice, plainly and for AVX2, and the kernel chooses when it is loaded.

For the lab's page the same walk is compiled to WebAssembly, with kernel/page in place of the door to Python, by the
clang that comes with Zig, from the package index.
"""

import importlib.util
import platform
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
MADE = Path("src/sevenout/analysis/kernel/_kernel.abi3.so")
WITH_VECTORS = {"x86_64", "amd64"}
PAGE = Path("build", "page-kernel.wasm")
"""Where the page's kernel is put; tools/felt.py takes it from there."""
ZIG = "ziglang>=0.14"
"""Zig, as the package index has it."""
_OF_THE_PAGE = ("walk.c", "pairs.c", "joint.c", "page/page_module.c", "page/strategy_rows.c")
_TO_WASM = [
    *("-target", "wasm32-wasi", "-mexec-model=reactor", "-msimd128", "-O3", "-std=c11", "-ffp-contract=off"),
    *("-fvisibility=hidden", "-DNDEBUG", "-Wall", "-Wextra", "-s"),
    *("-Wl,--gc-sections", "-Wl,--strip-all", "-Wl,-z,stack-size=262144"),
]
_FLAGS = ["-O3", "-std=c11", "-fPIC", "-fvisibility=hidden", "-ffp-contract=off", "-Wall", "-Wextra"]


class NoKernel(Exception):
    """Why it could not be built."""


def compiler() -> str | None:
    """The C compiler of this machine."""
    return next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)


def tag() -> str:
    """What a wheel with the kernel fits."""
    return f"cp311-abi3-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def is_new(root: Path = ROOT) -> bool:
    """Whether it is there and no older than what it is made from."""
    return _is_newer(root / MADE, root)


def _is_newer(made: Path, root: Path) -> bool:
    sources = [*(path for path in (root / "kernel").rglob("*") if path.is_file()), Path(__file__)]
    return made.exists() and made.stat().st_mtime >= max(each.stat().st_mtime for each in sources)


def has_zig() -> bool:
    """Whether Zig is installed beside this Python."""
    return importlib.util.find_spec("ziglang") is not None


def build_page(root: Path = ROOT) -> Path:
    """The page's kernel, built if its sources are newer; raises NoKernel where it cannot be."""
    made = root / PAGE
    if _is_newer(made, root):
        return made
    if not has_zig():
        raise NoKernel(f"Zig is missing: install '{ZIG}' with pip")
    made.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=made.parent) as folder:
        linked = Path(folder, made.name)
        sources = [str(root / "kernel" / name) for name in _OF_THE_PAGE]
        _run([sys.executable, "-m", "ziglang", "cc", *_TO_WASM, *sources, "-o", str(linked)])
        linked.replace(made)
    return made


def build(root: Path = ROOT) -> None:
    """Builds it, or says why not."""
    cc = compiler()
    if cc is None:
        raise NoKernel("There is no C compiler here")
    vectors = platform.machine().lower() in WITH_VECTORS
    units = [(source, source.stem, list[str]()) for source in sorted((root / "kernel").glob("*.c"))]
    if vectors:
        units.append((root / "kernel" / "walk.c", "walk_vectors", ["-mavx2"]))
    known = [f"-I{sysconfig.get_paths()['include']}", *(["-DSEVENOUT_VECTORS"] if vectors else [])]
    with tempfile.TemporaryDirectory(dir=(root / MADE).parent) as folder:
        objects = []
        for source, name, more in units:
            objects.append(str(Path(folder, f"{name}.o")))
            _run([cc, *_FLAGS, *more, *known, "-c", str(source), "-o", objects[-1]])
        linked = Path(folder, MADE.name)
        undefined = ["-undefined", "dynamic_lookup"] if sys.platform == "darwin" else []
        _run([cc, "-shared", *undefined, *objects, "-o", str(linked)])
        linked.replace(root / MADE)  # whole or not at all: others may be using the old one


def _run(order: list[str]) -> None:
    try:
        subprocess.run(order, check=True, capture_output=True, text=True)
    except OSError as error:
        raise NoKernel(f"{order[0]} could not be started: {error}") from error
    except subprocess.CalledProcessError as error:
        raise NoKernel(f"{order[0]} failed:\n{error.stderr.strip()}") from error


def main() -> int:
    """`python -m tools.kernel`."""
    if is_new():
        return 0
    sys.stdout.write("Set-up: the simulator's compiled kernel\n")
    try:
        build()
    except NoKernel as no:
        sys.stderr.write(f"{no}. Simulations go on without it, more slowly, with NumPy.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
