"""Every wager of every house has names, a label and a place, as data: one function of it can draw any house."""

from pathlib import Path

import msgspec
import pytest

from sevenout.analysis.exact.house_edge import wager_edge
from sevenout.base.errors import BadInput, Malformed
from sevenout.base.refusal import Refusal
from sevenout.crew.layout.areas import areas
from sevenout.engine.betting import EMPTY, place, take_down
from sevenout.engine.description import HouseDescription, WagerDescription, describe
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import CompiledBook, check_book
from sevenout.rulebook.loader.layout_regions import LONGEST_LABEL, regions
from sevenout.rulebook.source import overlay, parse, read_book
from sevenout.strategy.language.parser.file_parser import parse as parse_strategy
from sevenout.table.notation import parse_line
from tests.unit.rulebook.test_book_compiler import HOUSES, every_house, house

STRANGER = """
format = 1
name = "stranger"
title = "A stranger's house"

[wagers.over-n]
title = "Over"
also = ["More than {n}"]
each = [6, 8]
win = [9, 10, 11, 12]
otherwise = "lose"
pays = "2:1"

[wagers.ride]
title = "The long ride of the night"
also = ["ride on", "both"]
win = [7]
otherwise = "lose"
pays = "4:1"
region = "come"

[wagers.whip]
title = "Whip"
also = ["both"]
label = "W"
order = 3
attaches-to = "ride"
win = [7]
otherwise = "lose"
pays = "4:1"
"""


def stranger() -> CompiledBook:
    compiled, faults = check_book(parse(STRANGER, "stranger.toml"))
    assert compiled is not None, faults
    return compiled


def by_key(house: HouseDescription) -> dict[str, WagerDescription]:
    return {wager.key: wager for wager in house.wagers}


@every_house
def test_every_wager_lies_in_one_region_and_has_a_short_label(name: str) -> None:
    drawn = describe(house(name))
    lying = [key for region in drawn.regions for key in region.wagers]
    assert sorted(lying) == sorted(wager.key for wager in drawn.wagers)
    assert all(0 < len(wager.label) <= LONGEST_LABEL and wager.order >= 1 for wager in drawn.wagers)
    for region in drawn.regions:
        orders = [by_key(drawn)[key].order for key in region.wagers]
        assert orders == sorted(orders)


@every_house
def test_two_wagers_of_a_house_never_share_a_title_or_a_box(name: str) -> None:
    drawn = describe(house(name))
    assert len({wager.title for wager in drawn.wagers}) == len(drawn.wagers)
    boxes = {region.name for region in drawn.regions if region.shape == "boxes"}
    placed = [(wager.region, wager.order, wager.numbers) for wager in drawn.wagers if wager.region in boxes]
    assert len(set(placed)) == len(placed)


@every_house
def test_a_described_house_travels_as_json(name: str) -> None:
    drawn = describe(house(name))
    assert msgspec.json.decode(msgspec.json.encode(drawn), type=HouseDescription) == drawn


@every_house
def test_odds_lie_in_the_region_of_their_bet_behind_it(name: str) -> None:
    wagers = by_key(describe(house(name)))
    for wager in wagers.values():
        if wager.attaches_to is not None:
            flat = wagers[wager.attaches_to]
            assert (wager.region, wager.numbers) == (flat.region, flat.numbers)
            assert wager.order > flat.order


def test_the_areas_of_the_crew_are_the_regions() -> None:
    assert [area.name for area in areas(Game.open("catfish-bend")).all] == list(regions())


def test_what_a_wager_is_about_is_known_by_number_and_dice() -> None:
    wagers = by_key(describe(house("catfish-bend")))
    about = {key: (wagers[key].numbers, wagers[key].dice) for key in ("pass", "come", "lay-4", "field", "hard-8")}
    assert about == {
        "pass": ((), None),
        "come": ((), None),
        "lay-4": ((4,), None),
        "field": ((2, 3, 4, 9, 10, 11, 12), None),
        "hard-8": ((8,), (4, 4)),
    }
    assert (wagers["hop-3-1"].numbers, wagers["hop-3-1"].dice) == ((4,), (3, 1))
    assert (wagers["horn"].numbers, wagers["horn"].parts[2]) == ((2, 3, 11, 12), "eleven")
    collectors = by_key(describe(house(HOUSES[-1])))
    assert collectors["small"].numbers == (2, 3, 4, 5, 6)


def test_a_strangers_house_is_drawn_by_what_it_says_and_else_by_default() -> None:
    wagers = by_key(describe(stranger()))
    lies = {key: (wager.label, wager.region, wager.order) for key, wager in wagers.items()}
    assert lies == {
        "over-6": ("Over 6", "propositions", 8),
        "over-8": ("Over 8", "propositions", 8),
        "ride": ("The long r…", "come", 8),
        "whip": ("W", "come", 3),
    }
    assert wagers["over-6"].title == "Over 6"
    assert wagers["ride"].printed == wagers["ride"].title


def test_a_space_with_room_says_the_title_where_the_usual_word_is_not_the_houses() -> None:
    own = '[wagers.pass]\ntitle = "Der Spieler gewinnt"\n[wagers.any-7]\ntitle = "Any Seven at all"\n'
    text = f'format = 1\nname = "mine"\ntitle = "Mine"\nextends = "typical"\n{own}[wagers.field]\nlabel = "Feld"\n'
    compiled, _ = check_book(overlay(parse(text, "mine.toml"), read_book("typical")))
    assert compiled is not None
    wagers = by_key(describe(compiled))
    assert [(wagers[key].label, wagers[key].printed) for key in ("pass", "any-7", "field", "dont-come-4")] == [
        ("Pass", "Der Spieler gewinnt"), ("Any 7", "Any 7"), ("Feld", "Feld"), ("DC 4", "DC 4"),
    ]  # fmt: skip


@every_house
def test_the_houses_that_ship_say_the_same_in_every_space(name: str) -> None:
    assert all(wager.printed == wager.label for wager in describe(house(name)).wagers)


@every_house
def test_what_rests_by_itself_is_what_no_roll_decides(name: str) -> None:
    rules = house(name)
    wagers = by_key(describe(rules))
    for state in rules.puck.states:
        puck = "on" if state.point is not None or rules.book.puck is None else "off"
        for index in rules.lies_under[state.index]:
            spot = rules.spots[index]
            if spot.gathers:  # it always works, though nothing may decide it before it has gathered something
                assert wagers[spot.key].rests == ()
                continue
            edges = (row[spot.first] for row in rules.cells[state.index])
            off = all(edge is None or edge.outcome == "return" for edge in edges)
            assert off == (puck in wagers[spot.key].rests), (spot.key, state)


def test_the_layout_prints_what_is_barred_and_what_pays_more_in_the_house_own_words() -> None:
    printed = {
        name: {key: (wager.note, wager.bar) for key, wager in by_key(describe(house(name))).items() if wager.note}
        for name in ("catfish-bend", "new-south-wales", "typical-bar-2", "crapless")
    }
    field = {"field": ("2 and 12 pay 2 to 1", None)}
    dont = dict.fromkeys(("dont-pass", "dont-come"))
    assert printed == {
        "catfish-bend": {**dict.fromkeys(dont, ("Bar 12", (6, 6))), **field},
        "new-south-wales": {
            **dict.fromkeys(dont, ("2 is void", (1, 1))),
            **field,
            "c-and-e": ("11 pays 7 to 1", None),
        },
        "typical-bar-2": {**dict.fromkeys(dont, ("Bar 2", (1, 1))), **field},
        "crapless": field,
    }


def test_a_note_of_a_strangers_own_speaks_of_what_is_barred_there() -> None:
    text = """
        format = 1
        extends = "new-south-wales"
        name = "mine"
        [wagers.dont-pass]
        win = [{ when = "off", roll = [2, 3] }, { when = "on", roll = [7] }]
        push = { when = "off", roll = [12] }
        [wagers.field]
        note = "the middle loses"
    """
    rules, faults = check_book(overlay(parse(text, "mine.toml"), read_book("new-south-wales")))
    assert rules is not None, faults
    wagers = by_key(describe(rules))
    assert (wagers["dont-pass"].note, wagers["dont-pass"].bar) == ("12 is void", (6, 6))
    assert wagers["field"].note == "the middle loses"


def test_what_may_be_bet_and_called_and_whether_there_is_a_puck_or_a_shootout() -> None:
    drawn = describe(house("catfish-bend"))
    wagers = by_key(drawn)
    assert (drawn.puck, drawn.shootout) == (True, (4, 5, 6, 8, 9, 10))
    assert [wagers[key].made for key in ("come", "come-6", "place-6")] == [True, False, True]
    assert (wagers["lay-4"].calls, wagers["hard-8"].calls, wagers["pass"].calls) == (("off",), ("off", "on"), ())
    other = describe(house("new-south-wales"))
    assert (other.puck, other.shootout) == (True, None)
    assert not describe(house(next(name for name in HOUSES if "no-puck" in name))).puck


# --- what wagers are called


def test_a_house_is_understood_in_its_own_words() -> None:
    rules = house("new-south-wales")
    meant = {name: rules.wager_named(name) for name in ("win-line", "dont-win", "crap-eleven", "place-bet-to-lose-6")}
    assert meant == {
        "win-line": "pass",
        "dont-win": "dont-pass",
        "crap-eleven": "c-and-e",
        "place-bet-to-lose-6": "place-lose-6",
    }
    assert house("typical").wager_named("win-line") is None
    assert house("marina-bay-sands").wager_named("craps-and-eleven") == "c-and-e"
    assert str(parse_line("Ann bets 10 on dont-win", glossary=rules.glossary)) == "Ann bets 10 on dont-pass"
    assert wager_edge(rules, "dont-win").wager == "dont-pass"


def test_a_strategy_may_name_a_wager_as_the_house_does() -> None:
    text = "bet 10 on front-line\nwhen high wins: bet 1 on craps-12"
    assert (
        parse_strategy(text, glossary=house("catfish-bend").glossary).file
        == parse_strategy("bet 10 on pass\nwhen craps-12 wins: bet 1 on craps-12").file
    )


def test_what_a_strategy_declares_is_no_wager_of_the_house() -> None:
    text = "let high be 5\nbet high on pass"
    assert parse_strategy(text, glossary=house("catfish-bend").glossary).file == parse_strategy(text).file


def test_a_name_that_means_two_wagers_is_asked_about() -> None:
    rules = stranger()
    assert rules.glossary["both"] == ("ride", "whip")
    assert rules.wager_named("both") is None
    with pytest.raises(Malformed, match="expected one wager, 'both' may be 'ride' or 'whip': say which"):
        parse_line("Ann bets 10 on both", glossary=rules.glossary)
    with pytest.raises(BadInput, match="'both' may be 'ride' or 'whip': say which"):
        wager_edge(rules, "both")


def test_a_key_means_its_own_wager_and_a_group_stays_a_group() -> None:
    glossary = {"pass": ("pass",), "place": ("ride",), "win-line": ("pass",)}
    assert str(parse_line("Ann takes down place", glossary=glossary)) == "Ann takes down place"
    assert str(parse_line("Ann calls win-line on", glossary=glossary)) == "Ann calls pass on"


def test_a_house_name_in_two_words_is_hinted_at() -> None:
    with pytest.raises(Malformed, match="Did you mean 'more-than-6'"):
        parse_line("Ann bets 10 on more than 6", wagers=stranger().by_key, glossary=stranger().glossary)


# --- refusals


def test_a_refusal_says_which_wager_and_which_amount_and_speaks_the_house_words() -> None:
    game = Game(house("new-south-wales"))
    late = place(game, EMPTY, game.puck(6), "dont-pass", 1_000, 50_000)
    assert isinstance(late, Refusal)
    assert late.reason == "Don't Win may be made only before a point is set"
    assert (late.wager, late.amount) == ("dont-pass", 1_000)
    small = place(game, EMPTY, game.puck(6), "place-6", 100, 50_000)
    assert isinstance(small, Refusal)
    assert small.reason.startswith("Place Bet to Win 6 must be at least")
    assert (small.wager, small.amount, small.minimum) == ("place-6", 100, 500)
    down = take_down(game, EMPTY, game.puck(6), "place-6")
    assert isinstance(down, Refusal)
    assert (down.wager, down.amount, down.reason) == ("place-6", None, "Place Bet to Win 6 is not on the layout")


@pytest.mark.parametrize("name", HOUSES, ids=[Path(name).stem for name in HOUSES])
def test_every_refused_bet_names_its_wager_and_amount(name: str) -> None:
    game = Game(house(name))
    for puck in range(len(game.rules.puck.states)):
        for spot in game.rules.spots:
            for amount in (1, 100, 10**9):
                answer = place(game, EMPTY, puck, spot.key, amount, 100)
                if isinstance(answer, Refusal):
                    assert (answer.wager, answer.amount) == (spot.key, amount)
                    assert spot.title in answer.reason or answer.code == "not-chips"
                    assert spot.key == spot.title or spot.key not in answer.reason.split()
