"""Exercises for the hands: the engine's own work gets full marks, and each planted error its own mark and clause."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from msgspec.structs import replace

from sevenout import Game
from sevenout.base.errors import BadInput
from sevenout.school.exercises.exercise import Exercise, HandMotion, Judgement, RoomName
from sevenout.school.exercises.lessons import lesson_lines
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


def _tasked(room: RoomName, count: int) -> Iterator[Exercise]:
    game, rng = Game.open("catfish-bend"), seeded("exercises", "tasks", room)
    for _ in range(count):
        yield make_exercise(game, room, rng.randint(1, len(ROOMS[room].levels)), rng.getrandbits(40))


TASKED = [room for room in ROOMS if room not in ("cut", "end", "call")]


@pytest.mark.parametrize("room", TASKED)
def test_two_tasks_that_no_clause_orders_are_right_either_way_and_the_others_are_marked(room: RoomName) -> None:
    game = Game.open("catfish-bend")
    for asked in _tasked(room, scaled(400, least=15)):
        for first, then in combinations(range(len(asked.tasks)), 2):
            cites = [cite for before, cite in asked.tasks[then].after if before == first]
            alone = replace(
                asked,
                tasks=(
                    replace(asked.tasks[first], after=()),
                    replace(asked.tasks[then], after=tuple((0, cite) for cite in cites)),
                ),
            )
            judged = _judge(game, alone, asked.right[then], asked.right[first])
            ordered = [mark for mark in judged.marks if mark.kind == "order"]
            assert bool(cites) == bool(ordered), (asked.seed, asked.right[first], asked.right[then])
            assert all(cite.provenance != "assumed" for cite in cites)
            assert not cites or cites[0] in [mark.cite for mark in ordered]


@pytest.mark.parametrize("room", TASKED)
def test_each_task_left_undone_done_twice_or_short_has_a_mark_of_its_own(room: RoomName) -> None:
    game, chip = Game.open("catfish-bend"), 100
    for asked in _tasked(room, scaled(400, least=25)):
        for at, (task, motion) in enumerate(zip(asked.tasks, asked.right, strict=True)):
            missing = _judge(game, asked, *asked.right[:at], *asked.right[at + 1 :])
            (mark,) = [mark for mark in missing.marks if mark.reason.startswith("Left undone")]
            assert (mark.kind, mark.cite, missing.left) == (task.kind, task.cite, 1)
            twice = _judge(game, asked, *asked.right, motion)
            assert {mark.motion for mark in twice.marks} == {len(asked.right)}, (asked.seed, motion)
            if motion.chips:
                short = replace(motion, chips=(*motion.chips, chip))
                marks = _judge(game, asked, *asked.right[:at], short, *asked.right[at + 1 :]).marks
                assert [mark.kind for mark in marks if "too much" in mark.reason] == ["money"]
                assert {mark.motion for mark in marks} == {at}


def _props(level: int, card: str, seed: int) -> Exercise:
    return make_exercise(Game.open("catfish-bend"), "props", level, seed, card)


def _with(asked: Exercise, act: str, **changed: object) -> tuple[HandMotion, ...]:
    """The right motions with the first of an act made otherwise."""
    at = next(at for at, motion in enumerate(asked.right) if motion.act == act)
    return (*asked.right[:at], replace(asked.right[at], **changed), *asked.right[at + 1 :])


def test_stickperson_12_a_bet_in_another_players_place_costs_money() -> None:
    game, asked = Game.open("catfish-bend"), _props(1, "hard", 3)
    here = asked.right[0].to
    elsewhere = next(motion.to for motion in asked.right if motion.act == "set" and motion.to != here)
    (mark,) = _judge(game, asked, *_with(asked, "set", to=elsewhere)).marks
    assert (mark.kind, mark.cite.clause, mark.motion) == ("money", "Stickperson 12", 0)
    (mark,) = _judge(game, asked, *_with(asked, "set", wager="field")).marks
    assert (mark.kind, mark.motion) == ("money", 0)


def test_stickperson_11_a_bet_is_repeated_in_any_words_that_mean_it() -> None:
    game, asked = Game.open("catfish-bend"), _props(1, "hard", 3)
    shout = next(shout for shout in asked.shouts if shout.seat == asked.right[0].seat)
    assert _judge(game, asked, *_with(asked, "repeat", words=f"{shout.words} for {shout.seat}")).right
    for words, kind in (("mumble", "manner"), ("9 on the hi-lo", "money")):
        (mark,) = _judge(game, asked, *_with(asked, "repeat", words=words)).marks
        assert (mark.kind, mark.cite.clause) == (kind, "Stickperson 11")


def test_stickperson_10_nothing_is_set_up_once_the_dice_are_out() -> None:
    game, asked = Game.open("catfish-bend"), _props(2, "hard", 3)
    close = next(motion for motion in asked.right if motion.act == "close")
    others = [motion for motion in asked.right if motion.act != "close"]
    marks = _judge(game, asked, close, *others).marks
    assert {(mark.kind, mark.cite.clause) for mark in marks} == {("order", "Stickperson 10")}
    late = next(shout for shout in asked.shouts if shout.late)
    set_late = HandMotion("set", late.seat, "hard-8", (late.amount,), "third base 1")
    (mark,) = _judge(game, asked, *asked.right, set_late).marks
    assert (mark.kind, mark.cite.clause) == ("money", "Stickperson 10")


def test_payoffs_4_and_7_a_payoff_is_announced_with_its_amount_to_its_player_less_what_is_made_good() -> None:
    game, asked = Game.open("catfish-bend"), _props(4, "made good", 5)
    kept = next(task for task in asked.tasks if task.motion.act == "deduct")
    assert kept.cite.clause == "Payoffs 7"
    told = next(motion for motion in asked.right if motion.act == "announce")
    (mark,) = _judge(game, asked, *_with(asked, "announce", to="Hal")).marks
    assert (mark.kind, f"pay {told.to}" in mark.reason) == ("money", True)
    others = [motion for motion in asked.right if motion != kept.motion]
    marks = _judge(game, asked, *others, replace(kept.motion, act="take")).marks
    assert {(mark.kind, mark.cite.clause) for mark in marks} == {("money", "Payoffs 7")}


def _make(room: str, level: int, card: str, seed: int = 3) -> tuple[Game, Exercise]:
    game = Game.open("catfish-bend")
    return game, make_exercise(game, room, level, seed, card)


def test_base_dealer_3_both_ends_mark_the_point_on_its_number() -> None:
    game, asked = _make("buttons", 1, "point set")
    (mark,) = _judge(game, asked, asked.right[0], replace(asked.right[1], to="off")).marks
    assert (mark.kind, mark.cite.clause, mark.motion) == ("manner", "Base Dealer 3", 1)


def test_one_button_speaks_for_all_place_bets_next_to_the_box_and_for_hardways_wherever_it_lies() -> None:
    seen = set()
    for seed in range(60):
        game, asked = _make("buttons", 3, "off", seed)
        for at, task in enumerate(asked.tasks):
            if task.motion.act != "call":
                continue
            wrong = [*asked.right]
            wrong[at] = replace(task.motion, to="on")
            assert [mark.kind for mark in _judge(game, asked, *wrong).marks] == ["money"]
            for wager in (*task.as_well, *task.beside):
                wrong[at] = replace(task.motion, wager=wager)
                kinds = [mark.kind for mark in _judge(game, asked, *wrong).marks]
                assert kinds == (["manner"] if wager in task.beside else [])
                seen.add((wager.rpartition("-")[0], bool(kinds)))
    assert {("place", True), ("hard", False)} <= seen
    game, asked = _make("buttons", 2, "buy")
    stray = HandMotion("button", asked.right[0].seat, "pass", to="buy")
    assert [mark.kind for mark in _judge(game, asked, *asked.right, stray).marks] == ["money"]


def test_a_buy_bet_is_booked_with_its_stake_commission_change_and_words() -> None:
    game, asked = _make("book", 2, "buy")
    clauses = {}
    for act in ("book", "commission", "give"):
        (mark,) = _judge(game, asked, *_with(asked, act, chips=(100_00,))).marks
        assert mark.kind == "money"
        clauses[act] = mark.cite.clause
    assert clauses == {"book": "Buy Bets", "commission": "Max Bets 4", "give": "Place Bets"}
    (mark,) = _judge(game, asked, *_with(asked, "repeat", words="whatever")).marks
    assert (mark.kind, mark.cite.clause) == ("manner", "Buy Bets")
    assert [mark.kind for mark in _judge(game, asked, HandMotion("refuse", to="not-now")).marks].count("money") == 4


def test_a_bet_that_the_table_refuses_is_refused_with_its_own_reason() -> None:
    game, asked = _make("book", 3, "above-maximum")
    assert asked.right == (HandMotion("refuse", to="above-maximum"),)
    (mark,) = _judge(game, asked, HandMotion("refuse", to="not-now")).marks
    assert (mark.kind, bool(mark.cite.clause)) == ("money", True)
    marks = _judge(game, asked, HandMotion("book", wager="pass", chips=(500,))).marks
    assert [mark.kind for mark in marks] == ["money", "money"]


@pytest.mark.parametrize("card", ["wrong amount", "wrong order", "wrong bet", "wrong player", "wrong number"])
def test_a_false_stop_a_wrong_reason_and_a_mistake_that_nobody_saw_are_marked(card: str) -> None:
    game, asked = _make("spot", 2, card)
    stop, explain = asked.right
    false = replace(stop, to=str(1 + int(stop.to) % len(asked.work)))
    (mark,) = _judge(game, asked, false, stop, explain).marks
    assert (mark.kind, mark.motion, "false stop" in mark.reason) == ("manner", 0, True)
    assert mark.cite.clause
    other = "wrong bet" if card != "wrong bet" else "wrong order"
    (mark,) = _judge(game, asked, stop, replace(explain, to=other)).marks
    assert (mark.kind, mark.motion) == ("money", 1)
    kind = "order" if card == "wrong order" else "money"
    assert [mark.kind for mark in _judge(game, asked).marks] == [kind, "money"]


def test_money_changes_in_turn_with_words_that_name_the_amount() -> None:
    game, asked = _make("change", 3, "color large")
    first, second, *rest = asked.right
    (mark,) = [mark for mark in _judge(game, asked, second, first, *rest).marks if mark.kind == "order"]
    assert (mark.cite.clause, mark.motion) == ("Money and Color Change 2", 0)
    silent = [replace(motion, words="") for motion in asked.right]
    assert [mark.kind for mark in _judge(game, asked, *silent).marks] == ["manner"] * 3
    counted = [replace(motion, words="3" if motion.to == "count" else motion.words) for motion in asked.right]
    assert [mark.kind for mark in _judge(game, asked, *counted).marks] == ["money"]
    dropped = (*asked.right, HandMotion("step", to="drop"))
    assert [mark.kind for mark in _judge(game, asked, *dropped).marks] == ["manner"]


@pytest.mark.parametrize("house", HOUSES)
def test_a_lesson_tells_the_books_own_figures(house: str) -> None:
    game = Game.open(house)
    for room, one in ROOMS.items():
        for level in range(1, len(one.levels) + 1):
            lines = lesson_lines(game, room, level)
            assert lines, (room, level)
            assert all(line.title and line.words for line in lines)
    drawn = [line for line in lesson_lines(game, "props", 3) if line.table is not None]
    assert drawn
    assert all(line.dice is not None and line.example for line in drawn)


def test_a_horn_is_told_as_27_and_12_a_hard_eight_as_times_ten_less_the_bet() -> None:
    words = {line.title: line.words for line in lesson_lines(Game.open("catfish-bend"), "props", 3)}
    assert words["Horn Bet"] == "27 on 2 and 12, 12 on 3 and 11, for each unit"
    assert words["Hardway 6, 8"] == "times 10 less the bet"
    ends = {line.title: line.words for line in lesson_lines(Game.open("catfish-bend"), "end", 1)}
    assert (ends["Place Bet 6, 8"], ends["Lay Bet 4, 10"]) == ("7 for every 6", "1 for every 2")
    vig = {line.title: line for line in lesson_lines(Game.open("catfish-bend"), "book", 2)}["Buy Bet 4"]
    assert (vig.words, vig.example) == ("1 for every 20 of the stake: a tenth, halved", "200: a tenth is 20, halved 10")


def test_what_cannot_be_read_is_refused() -> None:
    game = Game.open("catfish-bend")
    end, call = make_exercise(game, "end", 1, 1), make_exercise(game, "call", 1, 1)
    for exercise, motion in ((end, HandMotion("say")), (call, HandMotion("say", words="…")), (call, HandMotion("pay"))):
        with pytest.raises(BadInput):
            _judge(game, exercise, motion)
    with pytest.raises(BadInput, match="at most"):
        _judge(game, end, *[HandMotion("take")] * 201)
