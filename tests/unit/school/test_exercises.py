"""Exercises for the hands: the engine's own work gets full marks, and each planted error its own mark and clause."""

from itertools import combinations

import pytest
from msgspec.structs import replace

from sevenout import Game
from sevenout.base.errors import BadInput
from sevenout.school.exercises.exercise import Exercise, HandMotion, Judgement, RoomName
from sevenout.school.exercises.rooms import ROOMS, judge_exercise, make_exercise, room_cards, room_key
from sevenout.school.topics.chip_cutting import chips_of
from tests.volume import nightly_except, scaled, seeded

HOUSES = ("catfish-bend", "marina-bay-sands", "new-south-wales", "typical")
_FULL = 10_000


def _judge(game: Game, exercise: Exercise, *motions: HandMotion, done: bool = True) -> Judgement:
    return judge_exercise(game, exercise, motions, seconds=1, done=done)


def _ends(game: Game, count: int) -> list[Exercise]:
    rng = seeded("exercises", "ends", game.rules.book.name)
    return [make_exercise(game, "end", rng.randint(1, 3), rng.getrandbits(40)) for _ in range(count)]


@pytest.mark.parametrize("house", nightly_except(HOUSES, ("catfish-bend",)))
@pytest.mark.parametrize("room", ROOMS)
def test_the_crews_own_work_gets_full_marks_and_a_seed_makes_it_again(room: RoomName, house: str) -> None:
    game, rng = Game.open(house), seeded("exercises", room, house)
    for _ in range(scaled(_FULL // len(HOUSES))):
        level, seed = rng.randint(1, len(ROOMS[room].levels)), rng.getrandbits(40)
        exercise = make_exercise(game, room, level, seed)
        assert exercise == make_exercise(game, room, level, seed)
        assert exercise.card in room_cards(game, room, level)
        judged = _judge(game, exercise, *exercise.right)
        assert judged.right, (seed, judged)
        assert not judged.left, seed


@pytest.mark.parametrize("house", nightly_except(HOUSES, ("catfish-bend",)))
def test_orders_that_no_clause_separates_are_both_right_and_the_others_are_marked(house: str) -> None:
    game = Game.open(house)
    for end in _ends(game, scaled(400, least=12)):
        order = end.order
        assert order is not None
        for first, then in combinations(range(len(end.work)), 2):
            cite = order.clause(end.work[first], end.work[then])
            swapped = [end.right[then], end.right[first]]
            counts = cite is not None and cite.provenance != "assumed"
            alone = _judge(game, replace(end, work=(end.work[first], end.work[then])), *swapped)
            assert alone.has("order") == counts, (end.seed, swapped)
            assert alone.right != counts
            if counts:
                assert [mark.cite for mark in alone.marks] == [cite]


def test_each_planted_error_gets_its_own_mark_at_its_own_spot() -> None:
    game = Game.open("catfish-bend")
    seen = set()
    for end in _ends(game, scaled(600, least=40)):
        for at, (work, motion) in enumerate(zip(end.work, end.right, strict=True)):
            others = end.right[:at], end.right[at + 1 :]
            wrong = {
                "pay": replace(motion, chips=(*motion.chips, chips_of(game).denominations[0].cents)),
                "take": replace(motion, act="pay", chips=(500,)),
                "move": replace(motion, to="nowhere"),
                "puck": replace(motion, to="nowhere"),
            }[motion.act]
            marks = [m for m in _judge(game, end, *others[0], wrong, *others[1]).marks if m.motion == at]
            kind = "manner" if motion.act == "puck" else "money"
            (mark,) = [m for m in marks if m.kind == kind and "next to the box" not in m.reason]
            assert mark.cite.clause
            assert (mark.seat, mark.wager) == (work.seat, work.wager)
            missing = _judge(game, end, *others[0], *others[1])
            assert [m.kind for m in missing.marks if m.reason.startswith("Left undone")] == [kind]
            assert missing.left == 1
            twice = _judge(game, end, *end.right, motion)
            assert [m.motion for m in twice.marks] == [len(end.right)]
            seen.add(motion.act)
    assert seen == {"take", "pay", "move", "puck"}


def test_what_is_still_to_come_is_not_yet_missing() -> None:
    game = Game.open("catfish-bend")
    for end in _ends(game, 10):
        assert not _judge(game, end, *end.right[:-1], done=False).marks
        assert _judge(game, end, *end.right[:-1]).marks


def test_chips_are_marked_by_amount_number_and_how_they_lie() -> None:
    game = Game.open("catfish-bend")
    exercise = make_exercise(game, "cut", 2, 534, "black")
    assert exercise.cut is not None
    assert exercise.cut.amount == 11_000

    def marks(*chips: int) -> list[tuple[str, str]]:
        return [(m.kind, m.cite.clause) for m in _judge(game, exercise, HandMotion("cut", chips=chips)).marks]

    clause = "Taking and Paying 8"
    assert marks(10_000, 500, 500) == []
    assert [kind for kind, _ in marks(10_000, 500)] == ["money"]
    assert marks(2500, 2500, 2500, 2500, 500, 500) == [("manner", clause)]
    assert marks(500, 500, 10_000) == [("manner", clause)]
    assert marks(500, 10_000, 500) == [("manner", clause)]
    assert [kind for kind, _ in marks()] == ["money"]


def test_a_call_that_is_wrong_costs_money_and_one_that_leaves_something_out_does_not() -> None:
    game = Game.open("catfish-bend")
    exercise = make_exercise(game, "call", 1, 1, "seven-out")

    def kinds(words: str) -> list[str]:
        return [mark.kind for mark in _judge(game, exercise, HandMotion("say", words=words)).marks]

    assert kinds("line away, seven") == kinds("seven out") == []
    assert kinds("seven") == kinds("line away") == ["manner"]
    assert kinds("seven, a winner") == kinds("eight, line away") == ["money"]
    assert all(mark.cite.clause for mark in _judge(game, exercise, HandMotion("say", words="seven")).marks)


def test_the_clock_is_a_mark_of_its_own_and_says_that_it_is_ours() -> None:
    game = Game.open("catfish-bend")
    exercise = make_exercise(game, "cut", 1, 7)
    judged = judge_exercise(game, exercise, exercise.right, seconds=exercise.limit + 1)
    (mark,) = judged.marks
    assert (mark.kind, mark.cite.provenance, judged.right) == ("seconds", "assumed", True)


def test_a_room_shares_its_cards_with_the_topic_of_the_terminal() -> None:
    game = Game.open("catfish-bend")
    assert str(room_key(game, "cut", 3, "payoff")) == "catfish-bend/chips/3/payoff"
    assert str(room_key(game, "call", 1, "seven-out")) == "catfish-bend/call/3/seven-out"


@pytest.mark.parametrize(
    ("room", "level", "seed", "card", "reason"),
    [
        ("cutt", 1, 1, "", "Did you mean 'cut'"),
        ("end", 4, 1, "", "levels 1 to 3"),
        ("end", 1, -1, "", "a seed is"),
        ("end", 1, 1, "lunch", "no card 'lunch'"),
    ],
)
def test_what_there_is_not_is_refused_with_what_there_is(
    room: str, level: int, seed: int, card: str, reason: str
) -> None:
    with pytest.raises(BadInput, match=reason):
        make_exercise(Game.open("catfish-bend"), room, level, seed, card)


def test_what_cannot_be_read_is_refused() -> None:
    game = Game.open("catfish-bend")
    end, call = make_exercise(game, "end", 1, 1), make_exercise(game, "call", 1, 1)
    for exercise, motion in ((end, HandMotion("say")), (call, HandMotion("say", words="…")), (call, HandMotion("pay"))):
        with pytest.raises(BadInput):
            _judge(game, exercise, motion)
    with pytest.raises(BadInput, match="at most"):
        _judge(game, end, *[HandMotion("take")] * 201)
