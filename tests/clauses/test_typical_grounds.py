"""Typical: what people say of a throw, and what the house makes of it."""

from tests.clauses.house import House, clause

BOOK = "typical"

SAID = {
    "off-the-table": ("a die left the table", "on the floor", "one down outside"),
    "wrong-shooter": ("wrong player picked up the dice", "another player threw"),
    "not-together": ("did not leave the hand simultaneously", "one by one"),
    "on-the-bank": ("on the checks in the bank", "on the float"),
    "in-the-bowl": ("in the dice bowl",),
    "on-the-rail": ("on the rails",),
    "one-die": ("only one die was thrown", "a single die", "one die only"),
    "too-many-dice": ("three dice", "more than two dice"),
    "no-tumble": ("did not tumble", "slid", "spun"),
    "no-line-bet": ("no line bet", "without a line bet"),
    "cocked": ("slanted", "leaning", "cocked die"),
    "outside-the-layout": ("outside the playing area", "off the felt"),
    "stopped": ("hit a player", "stopped on purpose"),
    "picked-up": ("a player picked up a die",),
    "short-of-the-wall": ("short of the wall", "did not hit the back wall"),
    "short-of-half-way": ("not half way", "less than half the table"),
}
NO_GROUNDS = (
    *("bad luck", "it looked odd", "on the float, on working chips", "it did not leave the table"),
    "only one die hit the wall",  # which houses are lenient about, however it is said
    *("short of the wall, the other die hit", "short of the wall, the other hit", "short of the wall, but one hit"),
    *("short of the wall, but one die reached it", "short of the wall, the other reached it"),
    *("short of the wall, but one reached it", "short of the wall, but one die hit"),
)
ALWAYS = ("off-the-table", "one-die")
ON_6 = "Ann bets 10 on pass\nroll 4 2\n"


@clause("Come-out", "Rules of play", "")
def test_come_out_every_ground_is_known_by_what_people_say(house: House) -> None:
    for key, said in SAID.items():
        for words in said:
            ground = house.rules.book.no_roll.find_ground(words)
            assert ground is not None, words
            assert ground.key == key, words


@clause("Come-out", "Rules of play", "")
def test_come_out_the_grounds_are_a_closed_list(house: House) -> None:
    for words in NO_GROUNDS:
        refusal = house.refuses(f"{ON_6}throw\nno roll: {words}")
        assert (refusal.code, refusal.clause) == ("no-ground", ""), words
        assert "off the table, wrong shooter, not together" in refusal.reason


@clause("Come-out", "Rules of play", "")
def test_come_out_what_always_voids_a_throw_can_never_be_overruled(house: House) -> None:
    for key, (words, *_) in SAID.items():
        if key == "no-line-bet":
            continue  # Ann has one
        warned = "supervisor warns Ann: short of the wall\n"
        called = f"{ON_6}{warned}throw: {words}\nno roll\nsupervisor overrules, roll 3 3"
        if key in ALWAYS:
            assert house.refuses(called).code == "no-roll"
            assert house.refuses(f"{ON_6}throw: {words}\nroll 3 3").code == "no-roll"
        else:
            assert house.plays(called).settled()["pass"] == ("win", "10.00")


@clause("Come-out", "Rules of play", "")
def test_come_out_no_line_bet_is_a_ground_only_where_there_is_none(house: House) -> None:
    for said in ("throw\nno roll: no line bet", "throw: no line bet"):
        refusal = house.refuses(f"{ON_6}{said}")
        assert (refusal.code, refusal.clause) == ("no-ground", "Rules of play")
    down = "Ann bets 10 on dont-pass\nroll 4 2\nAnn takes down dont-pass\n"
    assert house.plays(f"{down}throw: no line bet\nno roll").table.point == 6
    assert house.plays(f"{down}throw: no line bet\nno roll\nsupervisor overrules, roll 4 2").last.shooter == "Ann"


@clause("Come-out", "Rules of play", "")
def test_come_out_the_wall_is_warned_about_before_it_is_enforced(house: House) -> None:
    assert house.no_roll("short of the wall")[:2] == ("may", "supervisor")
    assert house.refuses(f"{ON_6}throw\nno roll: short of the wall").code == "no-warning"
    warned = house.plays(f"{ON_6}supervisor warns Ann: the dice miss the wall\nthrow\nno roll: short of the wall")
    assert warned.table.point == 6


@clause("Rules of play")
def test_rules_of_play_a_wager_that_is_not_offered_cites_the_list_of_those_that_are(house: House) -> None:
    refusal = house.refuses("Ann bets 25 on c-and-e")
    assert (refusal.code, refusal.clause) == ("not-offered", "Rules of play")
    assert house.rules.book.wagers_listed.value


@clause("Come-out")
def test_come_out_7_and_11_are_naturals(house: House) -> None:
    assert house.rules.book.puck is not None
    naturals = {*house.rules.book.puck.naturals.value}
    wins = {total for total in range(2, 13) if str(total) in house.outcomes("pass")["win"].split()}
    assert naturals == wins == {7, 11}


@clause("Basic wagering rules 10")
def test_basic_wagering_rules_10_the_field_is_a_single_roll_bet_limited_by_its_win(house: House) -> None:
    assert house.within("field", 1, 250)
    assert house.rules.by_key["field"].wager.maximum_win.cite.provenance == "derived"
