"""What the page on the library shows runs as it says, and passes the strictest type checker; so does the README."""

import io
import re
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

from mypy import api

from tests.docs.test_documents import ROOT, blocks

LIBRARY = ROOT / "docs" / "reference" / "library.md"
PAGES = [ROOT / "README.md", LIBRARY]


def code_of(page: Path) -> str:
    """All Python of a page, as one notebook."""
    return "\n".join(blocks(page, "python"))


def test_the_examples_pass_mypy_strict(tmp_path: Path) -> None:
    files = [tmp_path / f"{page.stem.lower()}_example.py" for page in PAGES]
    for file, page in zip(files, PAGES, strict=True):
        file.write_text(code_of(page), encoding="utf-8")
    config = ROOT / "pyproject.toml"
    checked = api.run(["--strict", f"--config-file={config}", f"--cache-dir={tmp_path}", *map(str, files)])
    assert checked == ("Success: no issues found in 2 source files\n", "", 0)


def test_the_readme_example_runs_on_its_own(tmp_path: Path) -> None:
    file = tmp_path / "example.py"
    file.write_text(code_of(ROOT / "README.md"), encoding="utf-8")
    ran = subprocess.run([sys.executable, str(file)], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_the_library_page_prints_what_it_says() -> None:
    code = code_of(LIBRARY)
    with redirect_stdout(io.StringIO()) as printed:
        exec(compile(code, "library.md", "exec"), {})
    said = printed.getvalue()
    promised = [
        line.split("  # ", 1)[1] for line in code.splitlines() if line.lstrip().startswith("print(") and "  # " in line
    ]
    (errors,) = blocks(LIBRARY, "text")
    assert len(promised) > 10
    for promise in (*promised, *errors.splitlines()):
        shown = re.escape(promise).replace("…", ".*")
        assert re.search(f"^{shown}$", said, re.MULTILINE), promise
