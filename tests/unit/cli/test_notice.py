"""`sevenout notice`: what a house displays, as text, JSON and a page; every amount is one that the table takes."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from msgspec.structs import replace

from sevenout.engine.game import Game
from sevenout.reports.html.notice_page import notice_page
from sevenout.reports.notice import NoticeLine, PostedNotice, clauses_text, marks, notice, notice_record
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import open_book
from tests.unit.cli.command import run
from tests.volume import sample_by_day

EXAMPLES = sorted((Path(__file__).parents[3] / "examples").glob("*.toml"))
HOUSES = [*shipped(), *map(str, EXAMPLES)]


def line(told: PostedNotice, wager: str) -> NoticeLine:
    return next(line for line in told if line.wager == wager)


def values(told: PostedNotice, wager: str) -> dict[str, str]:
    return {entry.word: entry.text for entry in line(told, wager).values}


# --- what it says


def test_catfish_bend_buy_bets() -> None:
    assert values(notice(Game.open("catfish-bend")), "buy-n") == {
        "pays": "2:1 on 4, 10; 3:2 on 5, 9; 6:5 on 6, 8",
        "minimum": "5",
        "maximum": "500",
        "commission": "5% of the stake, back if it is taken down",
        "made": "at any time",
        "works": "not on the come-out roll, may be called on or off",
    }


def test_odds_say_how_many_times_the_flat_bet() -> None:
    sands = notice(Game.open("marina-bay-sands"))
    assert line(sands, "pass-odds").text("maximum") == "flat bet ×3 on 4, 10; ×4 on 5, 9; ×5 on 6, 8"
    assert line(sands, "dont-pass-odds").text("maximum") == "a win of the flat bet ×3 on 4, 10; ×4 on 5, 9; ×5 on 6, 8"
    assert line(sands, "come-odds-n").text("maximum") == "flat bet ×3 on 4, 10; ×4 on 5, 9; ×5 on 6, 8"
    assert line(notice(Game.open("catfish-bend")), "pass-odds").text("minimum") == "5, or less if exact"


def test_a_contract_bet_says_when_it_is_not_taken_down() -> None:
    assert line(notice(Game.open("catfish-bend")), "pass").text("reduced") == "not while a point is on"
    assert line(notice(Game.open("marina-bay-sands")), "pass").text("reduced") == "never"
    assert line(notice(Game.open("marina-bay-sands")), "dont-pass").text("reduced") == ""


def test_the_shootout_starts_grows_ends_and_is_shared() -> None:
    told = [(entry.word, entry.text, entry.cite.clause) for entry in notice(Game.open("catfish-bend")).shootout]
    assert told == [
        ("won by", "making 4, 5, 6, 8, 9, 10 in one turn, in any order", "Craps Shootout"),
        ("starts at", "100", "Craps Shootout 6"),
        ("grows by", "100 a day", "Craps Shootout 7"),
        ("at most", "1500", "Craps Shootout 8"),
        ("a day begins", "09:00", "Craps Shootout 7"),
        ("others with a bet", "10 each, while the bonus is up to 700", "Craps Shootout 10a"),
        ("others with a bet", "20 each, while the bonus is above 700, up to 1400", "Craps Shootout 10b"),
        ("others with a bet", "30 each, while the bonus is above 1400, up to 1500", "Craps Shootout 10c"),
        ("a point counts", "only with a line bet of the shooter's on the roll that makes it", "Craps Shootout 1"),
        ("void", "when the dice are passed, until the next seven-out", "Craps Shootout 12"),
        ("dice that were passed", "kept by whoever takes them over, until the seven-out", "Craps Shootout 12"),
    ]
    assert notice(Game.open("typical")).shootout == ()


def test_the_limits_are_those_of_this_table() -> None:
    told = notice(Game.open("typical", 10_00, 300_00, 5_00))
    assert [entry.text for entry in told.table][:3] == ["10", "300", "5"]
    assert (line(told, "pass").text("minimum"), line(told, "pass").text("maximum")) == ("10", "300")
    assert line(told, "lay-n").text("maximum") == "600 on 4, 10; 450 on 5, 9; 360 on 6, 8"


@pytest.mark.parametrize("book", HOUSES, ids=lambda book: Path(book).stem)
def test_every_wager_is_on_one_line_with_payout_and_limits(book: str) -> None:
    game = Game(open_book(book))
    told = notice(game)
    assert sorted(key for line in told for key in line.wagers) == sorted(game.rules.by_key)
    for each in told:
        assert each.title
        assert {"pays", "minimum", "maximum", "made"} <= {entry.word for entry in each.values}, each.wager


@pytest.mark.parametrize("book", HOUSES, ids=lambda book: Path(book).stem)
def test_the_amounts_are_those_that_the_table_takes(book: str) -> None:
    """An amount without a condition is the same under every puck: the table takes it and not a chip beyond it."""
    game = Game(open_book(book))
    for each in notice(game):
        for key in each.wagers:
            spot = game.rules.by_key[key]
            for state in game.rules.puck.states:
                if spot.index not in game.rules.lies_under[state.index] or spot.wager.cap is not None:
                    continue
                least, most = (game.minimum_of(spot, state.index), game.maximum_of(spot, state.index, 0))
                for text, bound in ((each.text("minimum"), least), (each.text("maximum"), most)):
                    if re.fullmatch(r"\d+", text):
                        assert bound.amount == int(text) * 100, (key, text)
                    elif bound.amount is not None:
                        assert str(bound.amount // 100) in text, (key, text)


def test_every_assumed_value_is_starred_with_a_clause_or_without() -> None:
    told = notice(Game.open("catfish-bend"))
    bare = [
        entry for each in told for entry in each.values if entry.cite.provenance == "assumed" and not entry.cite.clause
    ]
    assert bare
    assert {marks(entry) for entry in bare} == {"*"}
    assert [marks(entry) for entry in line(told, "pass").values] == [
        "*" if entry in bare else "" for entry in line(told, "pass").values
    ]
    assert "made before the come-out roll; works: on every roll*; taken" in " ".join(
        run("notice", "catfish-bend").out.split()
    )


def test_limits_chosen_for_the_table_have_no_clause_in_head_and_rows() -> None:
    record = notice_record(notice(Game.open("typical", minimum=10_00)))
    chosen = {"value": "10", "clause": "", "provenance": "chosen", "says": "chosen for this table"}
    assert record["table"][0] == {"word": "minimum", **chosen}
    first = record["parts"][0]["wagers"][0]
    assert first["minimum"] == chosen
    assert first["maximum"]["clause"] == "Basic wagering rules 5"
    ran = run("notice", "typical", "--minimum", "10")
    assert "minimum        10  chosen for this table" in ran.out
    assert "from 10† up to 500" in ran.out
    assert "† chosen for this table." in ran.out
    assert "†" not in run("notice", "typical", "--minimum", "5").out
    page = notice_page(notice(Game.open("typical", minimum=10_00)))
    assert "<small>chosen for this table</small>" in page
    assert '<span title="chosen for this table">10<b>†</b></span>' in page


@pytest.mark.parametrize(
    ("book", "barred"), [("typical", 12), ("typical-bar-2", 2), ("new-south-wales", 2), ("catfish-bend", 12)]
)
def test_the_dont_side_says_what_is_a_push(book: str, barred: int) -> None:
    told = notice(Game.open(book))
    assert line(told, "dont-pass").text("pushes") == f"{barred} is a push on the come-out roll"
    assert line(told, "dont-come").text("pushes") == f"{barred} is a push"
    assert not line(told, "pass").text("pushes")
    assert f"{barred} is a push; made with" in " ".join(run("notice", book).out.split())
    assert f"{barred} is a push</span>" in notice_page(told)


def test_clauses_of_a_book_that_is_extended_stand_under_its_title() -> None:
    crapless = {entry.word: entry.cite for entry in notice(Game.open("crapless")).table}
    assert (crapless["minimum"].clause, crapless["minimum"].provenance) == (
        "A typical casino: Basic wagering rules 5",
        "assumed",
    )
    assert crapless["to shoot"].clause == "Pass"
    same = [entry.cite.clause for each in notice(Game.open("typical-bar-2")) for entry in each.values]
    assert not any("A typical casino" in clause for clause in same)


def test_text_and_page_say_the_same_words_before_a_value() -> None:
    page = "".join(Page(notice_page(notice(Game.open("catfish-bend")))).text)
    assert "made before the come-out roll; works: on every roll*; taken down: not while a point is on" in page
    assert "made before the come-out roll; works: on every roll*; taken down: not while a point is on" in " ".join(
        run("notice", "catfish-bend").out.split()
    )


# --- how it is shown


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize("book", sample_by_day(HOUSES, 3), ids=lambda book: Path(book).stem)
def test_the_text_has_every_title_and_stays_within_the_screen(
    book: str, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    ran = run("notice", book)
    assert (ran.code, ran.err) == (0, "")
    assert max(map(len, ran.out.splitlines()[2:])) <= width
    words = " ".join(ran.out.split())
    for each in notice(Game(open_book(book))):
        assert each.title in words or width < 80
    assert "assumed" in words


def test_json_is_the_record_and_cites_every_value() -> None:
    ran = run("notice", "new-south-wales", "--json", "--minimum", "10")
    assert ran.json == notice_record(notice(Game.open("new-south-wales", 10_00)))
    (first, *_), *_ = (part["wagers"] for part in ran.json["parts"])
    assert first["title"] == "Win Line"
    pays = open_book("new-south-wales").by_key["pass"].wager.pays
    assert pays is not None
    assert first["pays"] == {
        "value": "1:1",
        "clause": pays.cite.clause,
        "provenance": pays.cite.provenance,
        "says": pays.cite.says,
    }


class Page(HTMLParser):
    """Collects text and checks that every element is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not {name for name, _ in attrs} & {"src", "href", "onclick"}
        self.open += [] if tag == "meta" else [tag]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@pytest.mark.parametrize("book", HOUSES, ids=lambda book: Path(book).stem)
def test_the_page_is_whole_and_has_every_value(book: str, tmp_path: Path) -> None:
    file = tmp_path / "notice.html"
    ran = run("notice", book, "--report", str(file))
    assert (ran.code, ran.err) == (0, f"The notice is in {file}.\n")
    page = Page(file.read_text(encoding="utf-8"))
    assert page.open == []
    told = notice(Game(open_book(book)))
    shown = "".join(page.text)
    for entry in [*told.table, *told.shootout, *(entry for each in told for entry in each.values)]:
        assert entry.text in shown
    assert "@media print" in shown


def test_a_houses_own_title_is_text_and_no_markup() -> None:
    page = notice_page(replace(notice(Game.open("typical")), title="<b>Ann & Co</b>"))
    assert "<h1>&lt;b&gt;Ann &amp; Co&lt;/b&gt;</h1>" in page


def test_clauses_of_one_chapter_stand_together() -> None:
    assert clauses_text(["Rules of play", "Basic wagering rules 9", "Point", "Basic wagering rules 5"]) == (
        "Rules of play · Basic wagering rules 9, 5 · Point"
    )


# --- bad input


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("tipical",), "Did you mean 'typical'?"),
        (("typical", "--minimum", "lots"), "--minimum: expected an amount"),
        (("typical", "--minimum", "700"), "the table minimum 700.00 is above the maximum 500.00"),
        (("typical", "--chip", "3"), "whole numbers of 3.00 chips"),
        (("typical", "--chip", "0"), "above zero"),
    ],
)
def test_bad_limits_and_houses_are_malformed(arguments: tuple[str, ...], says: str) -> None:
    ran = run("notice", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err


def test_a_page_that_cannot_be_written_is_told_before_anything_is_printed(tmp_path: Path) -> None:
    ran = run("notice", "typical", "--report", str(tmp_path / "nowhere" / "notice.html"))
    assert (ran.code, ran.out) == (2, "")
    assert "nowhere" in ran.err
