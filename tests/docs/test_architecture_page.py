"""The map shows the tree as it is: its packages are the contract's, and every path on it leads to a file."""

import re
import tomllib

from tests.docs.test_documents import ROOT

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
SOURCE = ROOT / "src" / "sevenout"


def test_the_picture_is_the_contract_of_the_twelve_packages() -> None:
    (picture,) = re.findall(r"```\n(.*?)```", PAGE, re.DOTALL)
    shown = re.findall(r"^  ([a-z]+)  ", picture, re.MULTILINE)
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    assert len(shown) == 12
    assert shown == contracts[0]["layers"]
    assert sorted(shown) == sorted(folder.parent.name for folder in SOURCE.glob("*/__init__.py"))


def test_the_line_of_the_page_is_the_one_its_test_holds() -> None:
    (line,) = re.findall(r"^`(pages · [^`]+)`", PAGE, re.MULTILINE)
    layers = (ROOT / "web" / "test" / "layers.test.ts").read_text("utf-8")
    assert all(f'"{folder}"' in layers and (ROOT / "web" / "src" / folder).is_dir() for folder in line.split(" · "))


def test_every_path_on_the_map_leads_somewhere() -> None:
    paths = {path for path in re.findall(r"`([\w./*-]+)`", PAGE) if "/" in path and "…" not in path}
    assert len(paths) > 40
    places = (ROOT, SOURCE)
    assert [path for path in sorted(paths) if not any(list(place.glob(path.rstrip("/"))) for place in places)] == []
