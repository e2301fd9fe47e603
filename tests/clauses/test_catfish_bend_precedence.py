"""Catfish Bend, clause by clause: what comes before what after a roll, and that nothing else is an order.

Ann and Bob stand at third base, Cy and Dee at second base; Ann stands next to third base, Dee next to second base.
"""

from functools import cache
from itertools import product

from sevenout.base.refusal import Citation
from sevenout.crew.layout.areas import areas
from sevenout.crew.layout.rail import Rail
from sevenout.crew.payout.motions import Motion
from sevenout.crew.payout.precedence import precedence
from sevenout.crew.payout.sequence import plan_of
from sevenout.engine.game import Game
from tests.clauses.house import House, clause
from tests.unit.school.work_order import Said, WorkOrder

BOOK = "catfish-bend"
RAIL = Rail(("Ann", "Bob"), ("Cy", "Dee"))
STANDING = {"third base": ["Ann", "Bob"], "second base": ["Dee", "Cy"]}

LYING = (
    "pass", "pass-odds", "dont-pass", "dont-pass-odds", "big-6", "field", "come", "dont-come", "come-6",
    "dont-come-6", "dont-come-odds-6", "place-6", "buy-6", "lay-6", "any-7",
)  # fmt: skip
OPPOSITE = ("pass", "place-6", "any-7")
DONE = {"take": "takes", "pay": "pays", "clear": "pushes", "move": "moves", "ask": "asks"}
WAGERS = {"take": LYING, "pay": LYING, "clear": ("place-6", "buy-6"), "move": ("come", "dont-come"), "ask": LYING}


@cache
def by_hand(said: tuple[Said, ...], shooter: str, *, seven_out: bool) -> frozenset[tuple[int, int]]:
    """Which of some lines come before which, by their places in the list."""
    order = WorkOrder(STANDING, shooter, seven_out=seven_out)
    pairs = product(enumerate(said), enumerate(said))
    return frozenset((at, on) for (at, one), (on, other) in pairs if order.before(one, other))


def motions(game: Game) -> list[tuple[Motion, Said]]:
    """Everything that can be done to somebody's wager, as the crew has it and as one reads it."""
    layout, plan = areas(game), plan_of(game)
    told = [(Motion("stickperson", "bring in", Citation()), Said("dice in"))]
    for act, words in DONE.items():
        chosen = [
            *product(WAGERS[act], ("Ann", "Bob")),
            *((wager, "Cy") for wager in OPPOSITE if act in ("take", "pay")),
        ]
        for wager, seat in chosen:
            area, end = layout.of(game.rules.by_key[wager]).name, RAIL.end_of(seat)
            way = plan.order.phases[plan.place(False, "pay", area)].direction
            who = RAIL.dealer(end)
            motion = Motion(who, act, Citation(), seat, wager, 500, end=end, area=area, direction=way)  # type: ignore[arg-type]
            told.append((motion, Said(words, seat, wager, 500, end=end)))
    return told


@clause(
    "Stickperson 8", "Taking and Paying 1", "Taking and Paying 1a", "Taking and Paying 1b", "Taking and Paying 1c",
    "Taking and Paying 2", "Taking and Paying 3", "Don't Come and Lay Bets", "Lay Bets", "Buy Bets", "Stickperson 14",
    "Payoffs 2", "Payoffs 3",
)  # fmt: skip
def test_taking_and_paying_only_what_a_clause_puts_before_something_else_is_an_order(house: House) -> None:
    game = house.game()
    every, said = zip(*motions(game), strict=True)
    for seven_out, shooter in ((False, "Ann"), (True, "Cy")):
        order = precedence(game, RAIL, shooter, seven_out=seven_out)
        right = by_hand(said, shooter, seven_out=seven_out)
        for (at, first), (on, then) in product(enumerate(every), enumerate(every)):
            ordered = order.clause(first, then) is not None
            assert ordered == ((at, on) in right), (seven_out, shooter, first.says, then.says)
