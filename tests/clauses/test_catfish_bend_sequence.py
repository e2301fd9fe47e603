"""Catfish Bend, clause by clause: the whole order of a roll at once, where chips lie and go, and with which hand.

Ann and Bob stand at third base, Cy and Dee at second base; Ann stands next to third base, Dee next to second base.
Some of these rolls cannot happen: everything is lost and won at once, so that all of the order shows.
"""

from itertools import groupby

from msgspec.structs import replace

from sevenout.base.dice import roll
from sevenout.crew.layout.areas import areas
from sevenout.crew.layout.rail import ENDS, Rail
from sevenout.crew.payout.motions import Motion
from sevenout.crew.payout.work_steps import work_steps
from sevenout.table import Rolled
from tests.clauses.house import House, clause
from tests.unit.crew.stories import as_if, worked

BOOK = "catfish-bend"

OUTSIDE_IN = "pass dont-pass big-6 field come dont-come come-5 place-5 lay-5 any-craps"
"""A wager of every area, from the outside to the inside."""

STAKES = {"return", "pick up", "ask"}
"""What is done about the stake of a winner."""

POINT_8 = "Ann bets 10 on pass; roll 5 3; "


def order(steps: tuple[Motion, ...]) -> list[str]:
    """What is done in which area by which clause, whoever it is for: `take field: Taking and Paying 2`."""
    told = [f"{step.act} {step.area}".strip() + f": {step.cite.clause}" for step in steps if step.act not in STAKES]
    return [line for line, _ in groupby(told)]


def seats(steps: tuple[Motion, ...], act: str) -> dict[str, str]:
    """In which order the players of one end have their wagers worked, area by area."""
    here = [step for step in steps if step.act == act and step.seat]
    return {area: "".join(step.seat[0] for step in here if step.area == area) for area in {step.area for step in here}}


# --- the whole order


PAID_AND_PLACED = [
    "pay pass line: Taking and Paying 3",
    "pay don't pass: Taking and Paying 3",
    "pay big 6 and 8: Taking and Paying 2",
    "pay field: Taking and Paying 2",
    "move don't come: Taking and Paying 1b",
    "pay come: Come Bets",
    "pay don't come: Come Bets",
    "pay come boxes: Come Bets",
    "pay behind the numbers: Don't Come and Lay Bets",
    "take come boxes: Taking and Paying 1c",
    "take box edges: Taking and Paying 1c",
    "move come: Taking and Paying 1",
    "pay box edges: Taking and Paying 1a",
    "puck: Base Dealer 3",
    "take propositions: Stickperson 14",
    "mark propositions: Definitions: Button",
    "pay propositions: Payoffs 3",
]
WORK = {"Cy": OUTSIDE_IN}


@clause(
    "Stickperson 8",
    "Stickperson 14",
    "Taking and Paying 1",
    "Taking and Paying 1a",
    "Taking and Paying 1b",
    "Taking and Paying 1c",
    "Taking and Paying 2",
    "Taking and Paying 3",
    "Come Bets",
    "Don't Come and Lay Bets",
    "Base Dealer 3",
    "Payoffs 2",
    "Payoffs 3",
    "Definitions: Button",
)
def test_taking_and_paying_1_the_whole_order_of_a_seven_out(house: House) -> None:
    moved, marked = {"Dee": "come dont-come"}, {"Dee": "hard-4"}
    steps = as_if(house.rules, "seven-out", lost=WORK, won={"Dee": OUTSIDE_IN}, moved=moved, marked=marked)
    assert order(steps) == [
        "bring in: Stickperson 8",
        "take don't come: Taking and Paying 1c",
        "take pass line: Taking and Paying 1c",
        "take don't pass: Taking and Paying 1c",
        "take big 6 and 8: Taking and Paying 1c",
        "take field: Taking and Paying 1c",
        "take come: Taking and Paying 1c",
        "clear box edges: Don't Come and Lay Bets",
        "take behind the numbers: Taking and Paying 2",
        *PAID_AND_PLACED,
    ]


@clause(
    "Stickperson 8",
    "Stickperson 14",
    "Taking and Paying 1",
    "Taking and Paying 1a",
    "Taking and Paying 1b",
    "Taking and Paying 1c",
    "Taking and Paying 2",
    "Taking and Paying 3",
    "Come Bets",
    "Don't Come and Lay Bets",
    "Base Dealer 3",
    "Payoffs 2",
    "Payoffs 3",
    "Definitions: Button",
)
def test_taking_and_paying_1_the_whole_order_of_any_other_roll(house: House) -> None:
    moved, marked = {"Dee": "come dont-come"}, {"Dee": "hard-4"}
    steps = as_if(house.rules, "made", lost=WORK, won={"Dee": OUTSIDE_IN}, moved=moved, marked=marked)
    assert order(steps) == [
        "bring in: Stickperson 8",
        "take pass line: Taking and Paying 2",
        "take don't pass: Taking and Paying 2",
        "take big 6 and 8: Taking and Paying 2",
        "take field: Taking and Paying 2",
        "take come: Taking and Paying 2",
        "take don't come: Taking and Paying 2",
        "take come boxes: Taking and Paying 2",
        "take box edges: Taking and Paying 2",
        "take behind the numbers: Taking and Paying 2",
        *(line for line in PAID_AND_PLACED if not line.endswith("Taking and Paying 1c")),
    ]


@clause("Stickperson 14", "Definitions: Button", "Payoffs 1", "Payoffs 3", "Payoffs 7")
def test_stickperson_14_the_stick_takes_and_marks_propositions_and_the_base_pays_them(house: House) -> None:
    steps = as_if(house.rules, "", lost={"Cy": "any-7"}, won={"Dee": "any-7"}, marked={"Dee": "hard-4"})
    assert [(step.act, step.who) for step in steps if step.act not in STAKES] == [
        ("bring in", "stickperson"),
        ("take", "stickperson"),
        ("mark", "stickperson"),
        ("pay", "second base"),
    ]


@clause("Base Dealer 3", "Definitions: Button")
def test_base_dealer_3_no_document_settles_when_the_puck_moves_or_a_bet_is_marked(house: House) -> None:
    steps = as_if(house.rules, "made", lost={"Cy": "field any-7"}, won={"Dee": "pass"}, marked={"Dee": "hard-4"})
    assert {step.act: step.settled for step in steps if step.act not in STAKES} == {
        "bring in": True,
        "take": True,
        "pay": True,
        "puck": False,
        "mark": False,
    }


# --- ends, directions, boxes


BOTH = dict.fromkeys(("Ann", "Bob", "Cy", "Dee"), OUTSIDE_IN)


@clause("Payoffs 3", "Stickperson 14")
def test_payoffs_3_propositions_and_all_else_begin_at_the_end_opposite_the_shooter(house: House) -> None:
    for shooter, first in (("Bob", "second base"), ("Cy", "third base")):
        for word in ("lost", "won"):
            steps = as_if(house.rules, "", **{word: BOTH}, shooter=shooter)
            for area in {step.area for step in steps if step.area}:
                ends = [end for end, _ in groupby(step.end for step in steps if step.area == area)]
                assert ends == sorted(ENDS, key=lambda end: end != first), area


@clause(
    "Taking and Paying 1a", "Taking and Paying 2", "Taking and Paying 3", "Come Bets", "Don't Come and Lay Bets",
    "Payoffs 3", "Place Bets", "Buy Bets",
)  # fmt: skip
def test_taking_and_paying_3_players_are_paid_from_base_to_stick_but_place_bets_from_stick_to_base(
    house: House,
) -> None:
    paid = seats(as_if(house.rules, "", won={"Ann": OUTSIDE_IN, "Bob": OUTSIDE_IN}), "pay")
    assert paid.pop("box edges") == "BA"
    assert set(paid.values()) == {"AB"}
    assert len(paid) == 9


NUMBERS = {"Ann": "come-4 come-9 place-4 place-9 lay-4 lay-9", "Bob": "come-4 come-9 place-4 place-9 lay-4 lay-9"}


@clause("Taking and Paying 1c", "Taking and Paying 2", "Don't Come and Lay Bets")
def test_taking_and_paying_2_boxes_are_cleared_one_by_one_from_the_outside_for_all_players(house: House) -> None:
    for event in ("seven-out", "made"):
        taken = [step for step in as_if(house.rules, event, lost=NUMBERS) if step.act == "take"]
        for area in ("come boxes", "box edges", "behind the numbers"):
            here = [f"{step.seat[0]}{step.wager[-1]}" for step in taken if step.area == area]
            assert here == ["A9", "B9", "A4", "B4"], (event, area)
    cleared = [step for step in as_if(house.rules, "seven-out", lost=NUMBERS) if step.act == "clear"]
    assert [f"{step.seat[0]}{step.wager[-1]}" for step in cleared] == ["A9", "B9", "A4", "B4"]


@clause("Come Bets", "Taking and Paying 1a", "Don't Come and Lay Bets")
def test_come_bets_numbers_are_paid_player_by_player(house: House) -> None:
    steps = as_if(house.rules, "", won=NUMBERS)
    paid = {
        area: [f"{step.seat[0]}{step.wager[-1]}" for step in steps if (step.act, step.area) == ("pay", area)]
        for area in ("come boxes", "box edges", "behind the numbers")
    }
    assert paid == {
        "come boxes": ["A9", "A4", "B9", "B4"],
        "box edges": ["B9", "B4", "A9", "A4"],
        "behind the numbers": ["A4", "A9", "B4", "B9"],
    }


@clause("Taking and Paying 3")
def test_taking_and_paying_3_odds_are_worked_before_their_flat_bet_won_or_lost(house: House) -> None:
    lines = {"Ann": "pass pass-odds dont-pass dont-pass-odds"}
    for word, act in (("won", "pay"), ("lost", "take")):
        steps = as_if(house.rules, "", **{word: lines})  # type: ignore[arg-type]
        worked_on = [step.wager for step in steps if step.act == act]
        assert worked_on == ["pass-odds", "pass", "dont-pass-odds", "dont-pass"]
        assert {step.amount for step in steps if step.act == act} == {2000 if act == "pay" else 1000}, (
            "never as one sum"
        )


# --- hands


def handled(house: House, wager: str, act: str) -> str:
    """Where and with which hand a winner's or a loser's chips go, and by which clauses."""
    steps = as_if(house.rules, "", **{"lost" if act == "take" else "won": {"Ann": wager}})  # type: ignore[arg-type]
    (step,) = [step for step in steps if step.act == act]
    clauses = ", ".join(cite.clause for cite in step.manner.cites)
    return f"{step.manner.sentence} [{clauses}]"


@clause("Taking and Paying 6", "Taking and Paying 7")
def test_taking_and_paying_7_what_a_player_gets_goes_to_the_apron_never_to_the_rail(house: House) -> None:
    for wager in ("buy-6", "lay-6", "dont-come-6"):
        assert handled(house, wager, "return") == (
            "set down on the apron with the outside hand [Taking and Paying 7, Taking and Paying 6]"
        )


@clause("Taking and Paying 3", "Taking and Paying 6", "Wagers", "Come Bets")
def test_taking_and_paying_3_what_lies_on_a_line_is_paid_beside_the_bet_and_left_to_its_player(house: House) -> None:
    for wager in ("pass", "pass-odds", "dont-pass", "dont-pass-odds", "field", "big-6"):
        assert handled(house, wager, "pay") == (
            "set down beside the bet with the outside hand [Taking and Paying 3, Taking and Paying 6]"
        )
        assert handled(house, wager, "pick up") == " []"
    assert handled(house, "come", "pick up") == " []"
    assert handled(house, "come", "pay") == (
        "cut on the come, if of two colours with the inside hand, shown, set down on the come with the outside hand "
        "[Come Bets, Taking and Paying 6, Taking and Paying 8, Come Bets, Taking and Paying 6]"
    )
    steps = worked(house.rules, "Ann bets 10 on pass; Cy bets 10 on dont-pass; Bob bets 5 on field; roll 6 6")
    assert [(step.sentence, step.cite.clause) for step in steps if step.act == "pick up"] == [
        ("Cy picks up 10.00 of dont-pass", "Wagers"),
        ("Bob picks up 5.00 of field", "Wagers"),
    ]


@clause("Taking and Paying 6")
def test_taking_and_paying_6_only_the_inside_hand_goes_into_the_bank(house: House) -> None:
    for wager in ("pass", "field", "come-5", "place-6", "lay-5"):
        assert handled(house, wager, "take") == "with the inside hand [Taking and Paying 6]"
    assert handled(house, "any-7", "take") == " []", "the stick takes those, and has no bank"


@clause("Taking and Paying 8", "Taking and Paying 6", "Taking and Paying 1a")
def test_taking_and_paying_8_place_and_buy_payoffs_are_cut_on_the_come_shown_and_then_set_down(house: House) -> None:
    for wager in ("place-6", "buy-6"):
        assert handled(house, wager, "pay") == (
            "cut on the come with the inside hand, shown, set down on the apron with the outside hand "
            "[Taking and Paying 8, Taking and Paying 6, Taking and Paying 8, Taking and Paying 7, Taking and Paying 6]"
        )
        (step,) = [step for step in as_if(house.rules, "", won={"Ann": wager}) if step.act == "pay"]
        assert (step.manner.cut_by, step.manner.shown, step.manner.hand) == ("inside", "inside", "outside")


@clause("Payoffs 6")
def test_payoffs_6_a_proposition_is_cut_on_the_come_and_paid_on_the_apron(house: House) -> None:
    assert handled(house, "any-7", "pay") == (
        "cut on the come with the inside hand, shown, set down on the apron with the outside hand "
        "[Payoffs 6, Taking and Paying 6, Taking and Paying 8, Payoffs 6, Taking and Paying 6]"
    )


@clause("Come Bets")
def test_come_bets_the_inside_hand_brings_the_bet_and_the_outside_hand_pays_it_on_the_come(house: House) -> None:
    assert handled(house, "come-6", "return") == "set down on the come with the inside hand [Come Bets, Come Bets]"
    assert handled(house, "come-6", "pay") == (
        "cut on the come, if of two colours with the inside hand, shown, set down on the come with the outside hand "
        "[Come Bets, Taking and Paying 6, Taking and Paying 8, Come Bets, Taking and Paying 6]"
    )
    steps = worked(house.rules, f"{POINT_8}Ann bets 10 on come; roll 4 2; roll 5 1")
    assert [step.sentence for step in steps if step.seat] == [
        "Third base returns 10.00 of Ann's come-6 to the come",
        "Third base pays Ann's come-6: 10.00",
    ]


@clause("Come Bets")
def test_come_bets_only_a_payoff_of_two_colours_is_cut_on_the_come(house: House) -> None:
    for stake, manner in (
        (10, "set down on the come with the outside hand"),
        (12, "cut on the come with the inside hand, shown, set down on the come with the outside hand"),
    ):
        table = house.plays(f"{POINT_8}Ann bets {stake} on come; roll 4 2".replace("; ", "\n")).table
        rail, event = Rail.of(table.snapshot()), table.roll(roll(5, 1))
        assert isinstance(event, Rolled)
        paid = [step.manner for step in work_steps(table.game, event, rail) if step.motion.act == "pay"]
        assert paid == [manner]


@clause("Don't Come and Lay Bets", "Lay Bets")
def test_dont_come_and_lay_bets_are_paid_where_they_lie_and_then_handed_over(house: House) -> None:
    for wager in ("lay-5", "dont-come-5"):
        assert handled(house, wager, "pay").startswith("where it lies with the outside hand [Don't Come and Lay Bets,")
        assert handled(house, wager, "return").startswith("set down on the apron with the outside hand")


@clause("Tokes")
def test_tokes_are_set_down_nowhere_but_dropped(house: House) -> None:
    steps = worked(house.rules, "Ann bets 10 on pass; Ann tokes 5 on place-6; roll 5 3; roll 4 2")
    (toke,) = [step for step in steps if step.seat == "crew" and step.act == "pay"]
    assert (toke.to, toke.manner.sentence) == ("toke box", "")


# --- the layout


LYING = {
    "pass line": "pass pass-odds",
    "don't pass": "dont-pass dont-pass-odds",
    "big 6 and 8": "big-6 big-8",
    "field": "field",
    "come": "come",
    "don't come": "dont-come",
    "come boxes": "come-4 come-10 come-odds-4 come-odds-10",
    "box edges": "place-4 place-10 buy-4 buy-10",
    "behind the numbers": "dont-come-4 dont-come-10 dont-come-odds-4 dont-come-odds-10 lay-4 lay-10",
    "propositions": "any-7 any-craps craps-2 craps-3 craps-12 eleven horn horn-high-12 hi-lo three-way hard-4 hop-6-4",
}
BOXES = {"come boxes", "box edges", "behind the numbers"}


@clause(
    "Definitions: Layout", "Definitions: Outside", "Definitions: Inside", "Definitions: Box Number",
    "Definitions: Field Bet", "Definitions: Proposition Bet", "Wagers", "Wagers 3", "Wagers 4", "Wagers 5cA",
    "Wagers 5cB", "Wagers 5dA", "Wagers 5dB", "Wagers 6", "Max Bets 6",
)  # fmt: skip
def test_definitions_layout_every_wager_has_one_space_from_the_outside_to_the_inside(house: House) -> None:
    layout, spots = areas(house.game()), house.rules.by_key
    assert [area.name for area in layout.all] == list(LYING)
    for name, keys in LYING.items():
        assert {layout.of(spots[key]).name for key in keys.split()} == {name}
    assert {layout.of(spot).name for spot in house.rules.spots} == set(LYING)
    divided = {
        area.name for area in layout.all if len({layout.depth(area, spots[f"place-{n}"], ENDS[0]) for n in (4, 9)}) > 1
    }
    assert divided == BOXES


@clause("Definitions: Proposition Bet")
def test_definitions_proposition_bet_what_no_area_names_lies_in_the_middle(house: House) -> None:
    field = house.rules.by_key["field"]
    unknown = replace(field, wager=replace(field.wager, region="a space of its own"))
    assert areas(house.game()).of(unknown).name == "propositions"
