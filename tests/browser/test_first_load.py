"""A first visit to a table fetches little: the built page's own files say how much."""

import re
from pathlib import Path

from tools.felt import BUILT

ROOT = Path(__file__).parents[2]
MOST_CODE, MOST_FONT = 60_000, 20_000
_ASSET = re.compile(r'(?:href|src)="/(assets/[^"]+)"')
_STATIC_IMPORT = re.compile(rb'(?:from|import)\s*"\./([^"]+\.js)"')


def first_files(page: Path) -> set[Path]:
    """The files that the page names, and the scripts that those import before they run."""
    wanted = {page / name for name in _ASSET.findall((page / "index.html").read_text(encoding="utf-8"))}
    left = [file for file in wanted if file.suffix == ".js"]
    while left:
        file = left.pop()
        more = {file.with_name(name.decode()) for name in _STATIC_IMPORT.findall(file.read_bytes())} - wanted
        wanted |= more
        left += more
    return wanted


def test_script_and_style_of_a_first_load_are_at_most_60_kb_and_the_font_20() -> None:
    files = first_files(ROOT / BUILT)
    code = [file for file in files if file.suffix in {".js", ".css"}]
    assert {file.suffix for file in code} == {".js", ".css"}
    assert sum(file.with_name(f"{file.name}.br").stat().st_size for file in code) <= MOST_CODE
    assert sum(file.stat().st_size for file in files if file.suffix == ".woff2") <= MOST_FONT
