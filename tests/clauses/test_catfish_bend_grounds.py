"""Catfish Bend, clause by clause: what people say of a throw, and values whose provenance is the point."""

from tests.clauses.house import House, clause
from tests.clauses.test_catfish_bend import ON_6, lines

BOOK = "catfish-bend"

SAID = {
    "Invalid Roll 2": ("a die fell on the floor", "One down, outside", "it jumped the table", "dice left the table"),
    "Invalid Roll 3a": (
        *("wrong player picked up the dice", "someone else threw them", "out of turn"),
        "the wrong player shot",
    ),
    "Invalid Roll 3b": (
        *("did not leave the hand simultaneously", "one after the other", "not thrown together"),
        "they did not leave the hand at once",
    ),
    "Invalid Roll 3c": (
        *("came to lie on the checks of the bank", "on the float", "landed on the house's chips"),
        *("on checks of the bank", "on checks in the craps bank", "on the craps bank"),
    ),
    "Invalid Roll 3d": ("in the dice bowl", "one rolled into the bowl", "the bowl before the stick"),
    "Invalid Roll 3e": ("on the rails", "came to lie on one of the rails", "on a rail round the table"),
    "Invalid Roll 3f": ("only one die was thrown", "one die", "three dice", "more than two dice", "three or more dice"),
    "Invalid Roll 3g": ("did not tumble", "the dice slid", "spun", "the dice didn't roll", "thrown without tumbling"),
    "Invalid Roll 3h": (
        "no line bet",
        "nothing on the line",
        "neither pass nor don't pass",
        "Ann does not have a pass bet",
    ),
    "Invalid Roll 3i": (
        "slanted",
        "a leaning die",
        "it rests against an object",
        "uncertain which face is up",
        *("against some object", "against any object"),
    ),
    "Invalid Roll 3j": ("outside the playing surface", "off the layout", "outside what is played on"),
    "Invalid Roll 3k": ("hit a player", "a die struck a player", "hit a hand", "stopped on purpose"),
    "Invalid Roll 3l": ("a player picked up a die", "grabbed", "it was up before it stopped"),
    "Invalid Roll 3m": ("short of the wall", "did not hit the far wall", "missed the back wall"),
    "Shooting 9": ("short of half way", "less than half the table", "in the near half"),
}
NO_GROUNDS = (
    *("bad luck", "it looked odd", "on the float, on working chips", "the die did not leave the table"),
    *(
        "only one die hit the wall",
        "a die stopped on a player's chips",
        "not on the rail",
        "one die on top of the other",
    ),
)


@clause("Invalid Roll 2", "Invalid Roll 3", *SAID)
def test_invalid_roll_3_every_ground_is_known_by_what_people_say(house: House) -> None:
    for name, said in SAID.items():
        for words in said:
            assert house.no_roll(words)[2] == name, words


@clause("Invalid Roll 3", "Invalid Roll 3c")
def test_invalid_roll_3_the_grounds_are_a_closed_list(house: House) -> None:
    before = house.plays(lines(f"{ON_6}Ann bets 10 on field; throw"))
    for words in NO_GROUNDS:
        night = house.night(lines(f"{ON_6}Ann bets 10 on field; throw; no roll: {words}"))
        ((_, refusal),) = night.refused
        assert (refusal.code, refusal.clause) == ("no-ground", "Invalid Roll 3"), words
        assert "off the table, wrong shooter, not together, on the bank" in refusal.reason
        assert night.table.state == before.table.state
    assert house.refuses(lines(f"{ON_6}throw; no roll")).code == "no-ground"


@clause("Invalid Roll 2", "Invalid Roll 3f")
def test_invalid_roll_2_a_throw_told_as_it_happened_voids_itself_or_waits_for_the_stick(house: House) -> None:
    fell = f"{ON_6}throw: a die fell on the floor; "
    assert house.refuses(lines(f"{fell}roll 3 3")).clause == "Invalid Roll 2"
    assert house.plays(lines(f"{fell}no roll")).table.point == 6
    hidden = f"{fell}no roll: on the rail; supervisor overrules, roll 3 3"  # whatever the stick calls it
    assert house.refuses(lines(hidden)).clause == "Invalid Roll 2"
    three = f"{ON_6}throw: three dice, on the rail; "
    assert house.plays(lines(f"{three}roll 3 3")).settled()["pass"] == ("win", "10.00")  # the stick let it count
    assert house.plays(lines(f"{three}no roll; supervisor overrules, roll 3 3")).table.point is None
    for single in ("throw: one die; roll 3 3", "throw: one die; no roll: on the rail; supervisor overrules, roll 3 3"):
        refusal = house.refuses(lines(f"{ON_6}{single}"))  # which has no two faces to read
        assert (refusal.code, refusal.clause) == ("no-roll", "Invalid Roll 3f")
    assert house.no_roll("one die") == ("always", "stickperson", "Invalid Roll 3f")
    unknown = house.refuses(lines(f"{ON_6}throw: on the rail, bad luck"))
    assert (unknown.code, unknown.clause) == ("no-ground", "Invalid Roll 3")
    assert house.plays(lines(f"{fell}no roll; throw; roll 3 3")).table.point is None  # told of one throw only


@clause("General Rules", "Shooting 10")
def test_shooting_10_one_hand_and_the_same_hand_are_warned_about_or_ordered_to_pass_for(house: House) -> None:
    two = f"Bob bets 10 on pass; {ON_6}"
    for words, key, name in (
        ("used both hands", "one-hand", "General Rules"),
        ("threw with two hands", "one-hand", "General Rules"),
        ("with the other hand", "same-hand", "Shooting 10"),
        ("switched hands", "same-hand", "Shooting 10"),
        ("from hand to hand", "same-hand", "Shooting 10"),
        ("took them from view", "out-of-sight", "Shooting 10"),
        ("below the rail", "out-of-sight", "Shooting 10"),
    ):
        night = house.plays(lines(f"{two}supervisor warns Ann: {words}"))
        warned = night.steps[-1].event
        assert (warned.about, warned.clause) == (key, name)  # type: ignore[union-attr]
        assert [(each.seat, each.about) for each in night.table.state.dice.warned] == [("Ann", key)]
        ordered = house.plays(lines(f"{two}supervisor orders Ann to pass the dice: {words}; roll 2 3"))
        assert ordered.last.shooter == "Bob"
    assert house.plays(lines(f"{two}supervisor orders Ann to pass the dice: delay; roll 2 3")).last.shooter == "Bob"


@clause("Shooting 6", "Invalid Roll 3m")
def test_shooting_6_nobody_is_warned_or_ordered_to_pass_for_what_is_no_rule(house: House) -> None:
    two = f"Bob bets 10 on pass; {ON_6}"
    for line in ("supervisor warns Ann: ugly shirt", "supervisor orders Ann to pass the dice: ugly shirt"):
        refusal = house.refuses(lines(f"{two}{line}"))
        assert (refusal.code, refusal.clause) == ("no-ground", "Shooting 6")
        assert "same hand" in refusal.reason
    assert house.refuses(lines(f"{two}supervisor warns Bob: both hands")).code == "not-shooter"


# --- what is said of values


@clause("Definitions: Natural")
def test_definitions_natural_five_totals_decide_the_line_on_the_come_out(house: House) -> None:
    assert house.rules.book.puck is not None
    naturals = house.rules.book.puck.naturals
    assert (set(naturals.value), naturals.cite.provenance) == ({2, 3, 7, 11, 12}, "stated")
    outcomes = house.outcomes("pass")
    decided = {int(total) for result in ("win", "lose") for total in outcomes[result].split()}
    assert decided == set(naturals.value)


@clause("Wagers")
def test_wagers_what_is_not_listed_cites_the_list(house: House) -> None:
    for wager in ("place-lose-6", "c-and-e"):
        refusal = house.refuses(f"Ann bets 10 on {wager}")
        assert (refusal.code, refusal.clause) == ("not-offered", "Wagers")
    assert house.rules.book.wagers_listed.value


@clause("Max Bets 10")
def test_max_bets_10_a_horn_high_beyond_it_cites_its_own_clause_which_is_assumed(house: House) -> None:
    refusal = house.refuses("Ann bets 130 on horn-high-2")
    assert (refusal.code, refusal.clause, refusal.cite.provenance) == ("above-maximum", "Max Bets 10", "assumed")


@clause("Wagers 5a", "Max Bets 9", "Buy Bets", "Lay Bets", "Payoffs 7", "Tokes")
def test_provenance_what_the_document_does_not_say_is_no_stated_value(house: House) -> None:
    book = house.rules.book
    wagers = {key: house.rules.by_key[key].wager for key in ("pass-odds", "craps-2", "buy-4", "lay-4")}
    said = (
        *(wagers["pass-odds"].minimum.cite, wagers["craps-2"].maximum.cite),
        *(book.shortfall.cite, book.calls_last.cite, book.tokes_ride.cite),
    )
    assert {(cite.provenance, cite.says.startswith("assumed: ")) for cite in said} == {("assumed", True)}
    assert {wagers[key].reduce.cite.provenance for key in ("buy-4", "lay-4")} == {"derived"}
