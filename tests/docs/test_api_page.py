"""The page of every public name is what the docstrings say now, and each name on it has words."""

import re

import sevenout
from tools.api_reference import TARGET, api_page


def test_the_page_is_written_from_the_code_as_it_is() -> None:
    assert TARGET.read_text(encoding="utf-8") == api_page(), "run: python -m tools.api_reference"


def test_every_public_name_has_a_heading_and_words() -> None:
    page = api_page()
    headings = re.findall(r"^### `(\w+)", page, re.MULTILINE)
    assert sorted(headings) == sorted(sevenout.__all__)
    assert re.findall(r"^### [^\n]+\n\n(?:#|$)", page, re.MULTILINE) == []
