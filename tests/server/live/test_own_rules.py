"""A book that is not the house's says so everywhere, with its digest, however it is named and titled."""

from pathlib import Path

from sevenout.rulebook.source import shipped_text
from tests.server.serving import serving
from tests.unit.cli.command import run

ALIKE = shipped_text("catfish-bend").replace("minimum = 5 ", "minimum = 5  ", 1) + "\n# the field pays 1 to 2\n"
"""Catfish Bend by name and title, with another text."""


def test_a_guest_s_book_called_catfish_bend_is_told_apart_in_the_lobby_at_the_table_and_in_its_book(
    tmp_path: Path,
) -> None:
    with serving(str(tmp_path / "house.db"), tmp_path) as house:
        ann = house.guest("Ann")
        ours, theirs = house.table(ann, rules="catfish-bend"), house.table(ann, rulebook=ALIKE)
        listed = {one["table"]: one for one in house.web.get("/api/tables").json()}
        assert listed[ours]["title"] == listed[theirs]["title"]
        assert {table: one["own_rules"] for table, one in listed.items()} == {ours: False, theirs: True}
        assert len({one["digest"] for one in listed.values()}) == 2
        for table, own in ((ours, False), (theirs, True)):
            book = house.web.get(f"/api/tables/{table}/book").json()
            assert (book["own_rules"], book["digest"]) == (own, listed[table]["digest"])
            shown = house.connect(table, ann).hear("snapshot")
            assert shown["terms"].get("own_rules", False) == own
            assert shown["digest"] == listed[table]["digest"]


def test_the_notice_of_a_book_that_is_not_ours_says_so_on_the_screen_in_json_and_on_paper(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(ALIKE, encoding="utf-8")
    for book, whose in (("catfish-bend", False), (str(own), True)):
        page = tmp_path / f"notice-{whose}.html"
        told, record = run("notice", book, "--report", str(page)), run("notice", book, "--json").json
        assert record["own_rules"] == whose
        words = f"Not a book of sevenout's: somebody's own rules, digest {record['digest'][:12]}"
        assert (words in told.out) == whose
        assert (words in page.read_text(encoding="utf-8").replace("&#39;", "'").replace("&#x27;", "'")) == whose
