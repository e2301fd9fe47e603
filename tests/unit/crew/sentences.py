"""What the manual says of the order of work, sentence by sentence, as checks on the steps of any roll.

Written from the document alone: which wager lies where, which way the numbers and the seats run is said here anew.
"""

import re
from collections.abc import Callable, Iterable
from functools import cache

from sevenout.base.vocabulary import CREW
from sevenout.crew.payout.motions import Motion
from tests.unit.crew.tables import Scene

OUTSIDE_IN = (
    r"pass(-odds)?",
    r"dont-pass(-odds)?",
    r"big-\d+",
    r"field",
    r"come",
    r"dont-come",
    r"come-(odds-)?\d+",
    r"(place|buy)-\d+",
    r"(dont-come|dont-come-odds|lay|place-lose)-\d+",
)
COME = r"come(-odds)?(-\d+)?"
DONT_COME = r"dont-come(-odds)?(-\d+)?"
DONTS = rf"dont-pass(-odds)?|{DONT_COME}"
PLACE_AND_BUY = r"(place|buy)-\d+"
BEHIND = OUTSIDE_IN[-1]

Steps = tuple[Motion, ...]
Sentence = Callable[[Scene, Steps], None]
SENTENCES: list[Sentence] = []


def sentence(check: Sentence) -> Sentence:
    SENTENCES.append(check)
    return check


@cache
def depth(wager: str) -> int:
    """How far inside a wager lies; the propositions lie furthest."""
    return next((rank for rank, names in enumerate(OUTSIDE_IN) if re.fullmatch(names, wager)), len(OUTSIDE_IN))


def proposition(step: Motion) -> bool:
    return bool(step.wager) and depth(step.wager) == len(OUTSIDE_IN)


def where(steps: Steps, act: str, wager: str = ".*", *, props: bool = False) -> list[int]:
    """At which places in the list an act is done to the wagers of a pattern."""
    return [
        at
        for at, step in enumerate(steps)
        if step.act in act.split("|") and re.fullmatch(wager, step.wager) and proposition(step) <= props
    ]


def all_before(first: Iterable[int], then: Iterable[int]) -> bool:
    return max(first, default=-1) < min(then, default=10**9)


def rising(numbers: Iterable[int]) -> bool:
    in_turn = list(numbers)
    return in_turn == sorted(in_turn)


def box(step: Motion) -> int:
    """How far inside the box of a wager's number lies: third base has the 10 outermost, second base the 4."""
    number = re.search(r"\d+$", step.wager)
    n = int(number[0]) if number and 6 <= depth(step.wager) < len(OUTSIDE_IN) else 0
    return -n if step.end == "third base" else n


def seats_run(scene: Scene, steps: Iterable[Motion], direction: str) -> bool:
    """Whether some steps go along the rail in a direction, at each end; the crew's tokes after the players'."""
    rail = scene.rail
    to_stick = {"third base": rail.third, "second base": rail.second[::-1]}
    chosen = list(steps)
    for end, seats in to_stick.items():
        order = (*(seats if direction == "base to stick" else seats[::-1]), CREW)
        if not rising(order.index(step.seat) for step in chosen if step.end == end):
            return False
    return True


# --- Stickperson 8; Taking and Paying 1


@sentence
def the_dice_come_in_before_anyone_takes_or_pays(_: Scene, steps: Steps) -> None:
    assert [at for at, step in enumerate(steps) if step.act == "bring in"] == [0]
    assert steps[0].who == "stickperson"


@sentence
def losers_are_taken_before_winners_are_paid(scene: Scene, steps: Steps) -> None:
    if scene.event.event != "seven-out":
        assert all_before(where(steps, "take"), where(steps, "pay"))


@sentence
def new_bets_are_placed_after_winners_are_paid(_: Scene, steps: Steps) -> None:
    paid = set(where(steps, "pay")) - set(where(steps, "pay", PLACE_AND_BUY))
    assert all_before(paid, where(steps, "move", "come"))


@sentence
def place_bets_are_paid_after_come_and_dont_come_are_positioned(_: Scene, steps: Steps) -> None:
    assert all_before(where(steps, "move", f"{COME}|{DONT_COME}"), where(steps, "pay", PLACE_AND_BUY))


@sentence
def dont_come_bets_are_placed_before_come_bets_are_paid(_: Scene, steps: Steps) -> None:
    assert all_before(where(steps, "move", "dont-come"), where(steps, "pay", COME))


@sentence
def on_a_seven_out_the_dont_come_goes_first_then_pass_line_and_field(scene: Scene, steps: Steps) -> None:
    if scene.event.event == "seven-out":
        dont_come, line, field = (where(steps, "take", wager) for wager in ("dont-come", OUTSIDE_IN[0], "field"))
        others = set(where(steps, "take")) - set(dont_come) - set(line) - set(field)
        for end in ("third base", "second base"):
            here = [[at for at in places if steps[at].end == end] for places in (dont_come, line, field, others)]
            assert all_before(here[0], here[1] + here[2] + here[3])
            assert all_before(here[1], here[2])
            assert all_before(here[1] + here[2], [at for at in here[3] if depth(steps[at].wager) > depth("field")])


@sentence
def on_a_seven_out_the_come_boxes_are_cleared_after_come_and_donts_are_paid(scene: Scene, steps: Steps) -> None:
    if scene.event.event == "seven-out":
        boxes = f"{OUTSIDE_IN[6]}|{PLACE_AND_BUY}"
        assert all_before(where(steps, "pay", f"{COME}|{DONTS}"), where(steps, "take", boxes))


# --- Taking and Paying 2 and 3


@sentence
def work_goes_from_the_outside_to_the_inside(scene: Scene, steps: Steps) -> None:
    out = scene.event.event == "seven-out"
    taken = [at for at in where(steps, "take") if not (out and depth(steps[at].wager) in {5, 6, 7})]
    paid = set(where(steps, "pay")) - set(where(steps, "pay", PLACE_AND_BUY))
    for places in (taken, sorted(paid)):
        for end in ("third base", "second base"):
            assert rising(depth(steps[at].wager) for at in places if steps[at].end == end)
    boxes = [steps[at] for at in where(steps, "take") if depth(steps[at].wager) >= 6]
    for end in ("third base", "second base"):
        for area in {step.area for step in boxes}:
            assert rising(box(step) for step in boxes if (step.end, step.area) == (end, area))


@sentence
def pass_and_dont_pass_are_paid_from_base_to_stick(scene: Scene, steps: Steps) -> None:
    for line in OUTSIDE_IN[:2]:
        assert seats_run(scene, [steps[at] for at in where(steps, "pay", line)], "base to stick")


@sentence
def odds_are_paid_before_the_flat_bet(_: Scene, steps: Steps) -> None:
    for at, step in enumerate(steps):
        if step.act in {"pay", "take"} and "odds" in step.wager:
            flat = step.wager.replace("-odds", "")
            worked = where(steps, step.act, flat)
            same = [other for other in worked if steps[other].seat == step.seat]
            assert all_before([at], same)


# --- Place Bets, Buy Bets; Don't Come and Lay Bets


@sentence
def place_and_buy_bets_are_paid_from_stick_to_base(scene: Scene, steps: Steps) -> None:
    assert seats_run(scene, [steps[at] for at in where(steps, "pay", PLACE_AND_BUY)], "stick to base")


@sentence
def losing_place_bets_are_pushed_clear_before_dont_come_and_lays_are_paid(scene: Scene, steps: Steps) -> None:
    out = scene.event.event == "seven-out"
    assert all_before(where(steps, "clear" if out else "take", r"place-\d+"), where(steps, "pay", BEHIND))
    lost = [(steps[at].seat, steps[at].wager) for at in where(steps, "take", PLACE_AND_BUY)] if out else []
    assert sorted((step.seat, step.wager) for step in steps if step.act == "clear") == sorted(lost)


@sentence
def the_stake_of_a_winning_buy_or_lay_stands_until_its_vig_is_asked_for(scene: Scene, steps: Steps) -> None:
    stakes = {(seat, result.wager): result.stake - result.over for seat, result in scene.event.settled}
    for at in where(steps, "return", r"(buy|lay)-\d+"):
        seat, wager = steps[at].seat, steps[at].wager
        mine = [(step.act, step.amount) for step in steps if (step.seat, step.wager) == (seat, wager)]
        if seat == CREW or "pay" not in dict(mine) or steps[at].cite.clause.startswith("Invalid Roll 7"):
            continue
        vig = scene.game.commission(scene.game.rules.by_key[wager], stakes[seat, wager])
        told = [act for act, _ in mine if act in ("pay", "ask", "return")]
        assert told[-3:] == ["pay", "ask", "return"] if vig else "ask" not in told
        assert not vig or ("ask", vig) in mine


@sentence
def dont_come_and_lays_are_paid_from_base_to_stick(scene: Scene, steps: Steps) -> None:
    assert seats_run(scene, [steps[at] for at in where(steps, "pay", BEHIND)], "base to stick")


@sentence
def dont_come_and_lays_are_paid_player_by_player_from_the_inside(_: Scene, steps: Steps) -> None:
    paid = [steps[at] for at in where(steps, "pay", BEHIND)]
    players = [step.seat for at, step in enumerate(paid) if at == 0 or paid[at - 1].seat != step.seat]
    assert len(players) == len(set(players))
    for player in players:
        assert rising(-box(step) for step in paid if step.seat == player)


@sentence
def all_of_a_players_donts_are_paid_before_they_are_handed_over(_: Scene, steps: Steps) -> None:
    won = {(step.seat, step.wager) for step in steps if step.act == "pay" and re.fullmatch(BEHIND, step.wager)}
    paid = where(steps, "pay", BEHIND)
    handed = [
        at
        for at in where(steps, "return", BEHIND)
        if (steps[at].seat, steps[at].wager) in won and not steps[at].cite.clause.startswith("Invalid Roll 7")
    ]
    for seat in {steps[at].seat for at in paid}:
        assert all_before(
            [at for at in paid if steps[at].seat == seat], [at for at in handed if steps[at].seat == seat]
        )


# --- Payoffs 1 to 3; Stickperson 14


@sentence
def propositions_are_worked_last(_: Scene, steps: Steps) -> None:
    rest = [at for at, step in enumerate(steps) if not proposition(step)]
    assert all_before(rest, [at for at, step in enumerate(steps) if proposition(step)])


@sentence
def the_stick_removes_losing_propositions_before_any_is_paid(_: Scene, steps: Steps) -> None:
    lost = [at for at, step in enumerate(steps) if proposition(step) and step.act == "take"]
    paid = [at for at, step in enumerate(steps) if proposition(step) and step.act == "pay"]
    assert all_before(lost, paid)
    assert {steps[at].who for at in lost} <= {"stickperson"}


@sentence
def propositions_are_paid_from_base_to_stick(scene: Scene, steps: Steps) -> None:
    assert seats_run(scene, [step for step in steps if proposition(step) and step.act == "pay"], "base to stick")


@sentence
def propositions_begin_at_the_end_opposite_the_shooter(scene: Scene, steps: Steps) -> None:
    at_shooter = "third base" if scene.event.shooter in scene.rail.third else "second base"
    for act in ("take", "pay"):
        worked = [step.end == at_shooter for step in steps if proposition(step) and step.act == act]
        assert worked == sorted(worked)


@sentence
def a_base_dealer_pays_and_takes_at_their_own_end(scene: Scene, steps: Steps) -> None:
    for step in steps:
        if step.act == "pick up":
            assert step.who == "player"
            continue
        stick = step.act in {"bring in", "deduct", "mark"} or (proposition(step) and step.act in {"take", "return"})
        if step.act == "pay" or not stick:
            assert step.who == (step.end if scene.rail.dealers == 2 else "base dealer")
        if step.seat and step.seat != CREW:
            assert step.end == ("third base" if step.seat in scene.rail.third else "second base")


# --- Wagers


@sentence
def what_lies_neither_in_a_box_nor_in_the_middle_is_the_players_own_to_take(_: Scene, steps: Steps) -> None:
    own = "|".join(OUTSIDE_IN[:6])
    for step in steps:
        back = step.act in {"return", "pick up"} and step.seat != CREW
        if back and not step.cite.clause.startswith(("Invalid Roll 7", "Catfish Bend: Invalid Roll 7")):
            assert (step.act == "pick up") == bool(re.fullmatch(own, step.wager))


# --- Base Dealer 3; Stickperson 9


@sentence
def the_base_dealers_mark_the_point_with_the_puck(scene: Scene, steps: Steps) -> None:
    moved = scene.after.point != scene.before.point
    to = "off" if scene.event.point is None else str(scene.event.point)
    expected = {("third base", to), ("second base", to)} if moved else set()
    pucks = [step for step in steps if step.act == "puck"]
    assert {(step.end, step.to) for step in pucks} == expected
    assert len(pucks) == len(expected)
