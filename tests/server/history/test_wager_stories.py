"""The story of a wager: plain words, every value with its clause, limits, the exact edge, by whoever's rulebook."""

from collections.abc import Iterator
from fractions import Fraction

import httpx
import msgspec
import pytest

from sevenout.analysis.exact import edges
from sevenout.base.money import parse_amount
from sevenout.engine.game import Game
from sevenout.reports.records.edge_records import edges_record
from sevenout.rulebook import shipped
from sevenout.server.history.wager_stories import edges_response, story
from sevenout.server.live.table_terms import TableRequest, read_terms
from sevenout.server.protocol import http_types
from tests.server.serving import Served, bearer, serving
from tests.unit.rulebook.test_book_compiler import every_house, house

SLOW = """
format = 1
extends = "crapless"
name = "slow"
title = "Slow"

[wagers.every]
lose = { when = "on", roll = ["hard 8"] }
otherwise = "stay"

[wagers.every.collect]
roll = [2, 3, 4, 5, 6, 7, "easy 8", 9, 10, 11, 12]
pays = { 11 = "34:1" }
paid = "when complete"

[wagers.never]
win = { when = "on", roll = ["hard 8"] }
lose = { when = "on", roll = ["hard 6"] }
otherwise = "stay"
pays = "2:1"
"""
"""A book of which one wager is followed for a minute and more."""


@every_house
def test_every_wager_of_every_house_has_its_story(name: str) -> None:
    game = Game(house(name))
    worths = {worth.wager: worth for worth in edges(game.rules)}
    for spot in game.rules.spots:
        told = story(game, spot)
        assert told.worth is not None
        assert (told.worth.edge, told.missing) == (str(worths[spot.key].edge), "")
        assert told.worth.percent == pytest.approx(float(100 * worths[spot.key].edge), abs=1e-4)
        assert told.sentences
        assert all(
            said[0] == said[0].upper() and said.endswith(".") and "assumed:" not in said for said in told.sentences
        )
        assert told.document == game.rules.book.document
        assert told.clause
        assert told.certainty in ("stated", "derived", "assumed")
        if told.cost is not None:
            assert parse_amount(told.cost.stake) >= parse_amount(told.minimum.amount)
        assert (told.cost is None) == (spot.wager.made.value == "never")
        if told.better is not None and told.cost is not None:
            assert Fraction(told.better.edge) < Fraction(told.cost.edge)


def test_a_story_says_what_the_house_says() -> None:
    game = Game.open("new-south-wales")
    told = story(game, game.rules.by_key["dont-pass"])
    assert told.title == "Don't Win"
    assert "A come-out 2 decides nothing: the bet goes back." in told.sentences
    push = next(value for value in told.values if value.word == "push")
    assert (push.clause, push.provenance) == ("6.1.2.3", "stated")
    catfish = Game.open("catfish-bend")
    big = story(catfish, catfish.rules.by_key["big-6"])
    assert big.better is None or big.better.wager == "place-6"
    buy = story(catfish, catfish.rules.by_key["buy-4"])
    assert buy.cost is not None
    assert (buy.cost.words, buy.cost.cost) == ("buy-4 for 5: 16.67%, 1.00 a decision; place-4 has 6.67%", "1.00")
    assert (buy.better, buy.minimum.amount) == (http_types.Cheaper("place-4", "Place Bet 4", "1/15", 6.6667), "5.00")
    odds = story(catfish, catfish.rules.by_key["pass-odds"])
    assert odds.maximum is None
    assert any(value.word == "cap" for value in odds.values)
    small = story(Game(catfish.rules, 25_00, 100_00, 5_00), catfish.rules.by_key["place-6"])
    assert (small.minimum.amount, small.step, small.cost and small.cost.stake) == ("25.00", "5.00", "25.00")


@pytest.mark.parametrize("name", shipped())
def test_edges_of_a_table_are_those_of_the_command(name: str) -> None:
    rules = house(name)
    assert edges_response(rules) == edges_record(edges(rules))


def test_a_book_that_is_followed_for_ever_is_told_without_figures() -> None:
    _, game = read_terms(TableRequest(rulebook=SLOW), {}, "")
    told = story(game, game.rules.by_key["every"], patience=0.3)
    assert (told.worth, told.cost) == (None, None)
    assert told.missing == "Slow: every takes longer to follow than anybody waits."
    assert told.sentences[0] == "It gathers 2, 3, 4, 5, 6, 7, easy 8, 9, 10, 11, 12."
    record = msgspec.convert(edges_response(game.rules, patience=3), http_types.EdgesResponse)
    missing = {wager.wager: wager.missing for wager in record.wagers if wager.edge is None}
    assert "every" in missing
    assert len(record.wagers) == len(game.rules.spots)


# --- over HTTP


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("stories")
    with serving(str(folder / "house.db"), folder) as each:
        yield each


def test_a_story_is_asked_for_by_key_or_by_the_house_own_name(served: Served) -> None:
    table = served.table(served.guest("Ann"), rules="new-south-wales", minimum="10")

    def asked(wager: str, **headers: str) -> httpx.Response:
        return served.web.get(f"/api/tables/{table}/wagers/{wager}", headers=headers)

    told = msgspec.json.decode(asked("win-line").content, type=http_types.Story)
    assert (told.wager, told.title, told.minimum.amount) == ("pass", "Win Line", "10.00")
    tag = asked("pass").headers["etag"]
    assert asked("pass", **{"if-none-match": tag}).status_code == 304
    assert asked("dont-pass").headers["etag"] != tag
    assert (asked("banana").status_code, asked("banana").json()["code"]) == (404, "not-found")
    assert served.web.get("/api/tables/t-nothing/wagers/pass").status_code == 404


def test_the_book_of_a_table_has_notes_bars_calls_and_citations(served: Served) -> None:
    token = served.guest("Bea")
    table = served.table(token, rules="new-south-wales")
    book = msgspec.json.decode(served.web.get(f"/api/tables/{table}/book").content, type=http_types.BookResponse)
    wagers = {wager.wager: wager for wager in book.wagers}
    assert (wagers["dont-pass"].note, wagers["dont-pass"].bar) == ("2 is void", (1, 1))
    assert (wagers["come-6"].made, wagers["place-6"].made) == (False, True)
    assert (wagers["place-6"].calls, wagers["place-6"].rests) == (("off", "on"), ("off",))
    assert (book.puck, book.shootout) == (True, None)
    log = served.web.get(f"/api/tables/{table}/log").text.splitlines()[0]
    opened = msgspec.json.decode(log)["entry"]["event"]
    assert list(msgspec.to_builtins(book.citations)) == opened["citations"]
    catfish = msgspec.json.decode(served.web.get("/api/books/catfish-bend").content, type=http_types.BookResponse)
    assert catfish.shootout == (4, 5, 6, 8, 9, 10)


def test_a_book_of_somebodys_own_has_stories_and_edges(served: Served) -> None:
    token = served.guest("Cleo")
    text = 'format = 1\nextends = "typical"\nname = "mine"\ntitle = "Mine"\n[wagers.pass]\ntitle = "My Line"\n'
    table = served.table(token, rulebook=text)
    told = msgspec.json.decode(served.web.get(f"/api/tables/{table}/wagers/my-line").content, type=http_types.Story)
    assert told.worth is not None
    assert (told.rules, told.title, told.worth.edge) == ("mine", "My Line", "7/495")
    edges_of = served.web.get(f"/api/tables/{table}/edges", headers=bearer(token))
    record = msgspec.json.decode(edges_of.content, type=http_types.EdgesResponse)
    assert (record.title, record.wagers[0].edge) == ("Mine", "7/495")


def test_what_the_puck_means_nothing_to_is_worth_the_same_on_any_roll() -> None:
    game = Game(house("catfish-bend"))
    told = [story(game, game.rules.by_key[wager]).worth for wager in ("field", "hop-6-1", "place-6", "pass")]
    begins = [None if worth is None else worth.begins for worth in told]
    assert begins == ["on any roll", "on any roll", "with a point on", "on the come-out"]
