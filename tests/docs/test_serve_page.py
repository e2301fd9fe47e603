"""The evening on the page about a house happens as it is shown, and all that a table is opened with is listed."""

import re
from pathlib import Path

import msgspec

from sevenout.cli.main import main
from sevenout.server.live.table_terms import TableRequest
from tests.docs.test_documents import ROOT, blocks
from tests.docs.test_people_page import ask_as_shown
from tests.server.serving import serving

PAGE = ROOT / "docs" / "operate" / "serve.md"


def test_the_evening_is_played_as_it_is_shown_and_all_of_it_verifies(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), tmp_path) as house:
        asked, table = ask_as_shown(house, PAGE)
        assert asked == 8
        assert main(["verify", f"{house.address}/api/tables/{table}/log"]) == 0
        copy = str(tmp_path / "friday.db")
        assert main(["house", "backup", "--db", str(tmp_path / "house.db"), copy]) == 0
        assert main(["verify", copy]) == 0


def test_all_that_a_table_is_opened_with_is_listed() -> None:
    text = PAGE.read_text(encoding="utf-8").split("A table is opened with:")[1].split("\n\n")[1]
    listed = {name for row in text.splitlines() for name in re.findall("`([a-z_]+)`", row.split("|")[1])}
    assert listed == {field.name for field in msgspec.structs.fields(TableRequest)}


def test_every_command_on_it_is_one() -> None:
    (commands,) = blocks(PAGE, "sh")
    assert {line.split()[1] for line in commands.splitlines()[1:]} == {"serve", "verify", "house"}
