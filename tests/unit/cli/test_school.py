"""`sevenout school` through a pipe: drills, the syllabus, an exam and its paper, the record, and any text at all."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sevenout.cli.shared.prompt import NobodyToAsk
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.school.answers import ChoiceAnswer
from sevenout.school.catalogue import TOPICS, remake_question
from sevenout.school.exams.exam import questions
from sevenout.school.learners.memory import LearnerMemory, save
from sevenout.school.learners.syllabus import lesson_of, stages
from tests.unit.cli.command import Ran, run
from tests.volume import examples

MEMORY = Path("state/sevenout/school.json")


class Stopped:
    """A clock that stands still; between two looks at its seconds three of them pass."""

    at = datetime(2026, 11, 15, 12, tzinfo=UTC)
    ticks = 0.0

    def now(self) -> datetime:
        return Stopped.at

    def seconds(self) -> float:
        Stopped.ticks += 3
        return Stopped.ticks


@pytest.fixture(autouse=True)
def _away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", "state")
    Stopped.at = datetime(2026, 11, 15, 12, tzinfo=UTC)
    with patch("sevenout.cli.school.school_command.SystemClock", Stopped):
        yield


def school(*arguments: str, typed: tuple[str, ...] = ()) -> Ran:
    lines = "".join(f"{line}\n" for line in typed)
    return run("school", *arguments, stdin=lines.encode(errors="surrogatepass"))


def answers_of(*arguments: str) -> list[str]:
    """What would have been right in a drill: asked with nothing known, then read from the result."""
    unknown = school(*arguments, "--memory", "dry.json", "--json", typed=("?",) * 40)
    Path("dry.json").unlink()
    return [answer["answer"] for answer in unknown.json["answers"]]


@contextmanager
def same_dice() -> Iterator[None]:
    """Without a seed the memory chooses, and what it leaves to chance is the same every time in here."""

    def fixed() -> Random:
        return Random(1)

    with patch("sevenout.cli.school.school_command.Random", fixed):
        yield


# --- a drill


def test_a_drill_asks_judges_explains_and_counts() -> None:
    ran = school("pay", "place-6", "--level", "1", "--questions", "2", "--seed", "7", typed=("1", "2"))
    assert ran.code == 0
    assert "1 of 2  Pay this bet\n╭──" in ran.out
    assert "╯\nPuck ON" in ran.out
    assert "What is paid on place-" in ran.out
    assert "an amount> 1\nWrong. It is " in ran.out
    assert " pays 7:6: " in ran.out
    assert "[Payout Odds, stated: place wins 9:5 on 4 and 10" in " ".join(ran.out.split())
    assert "0 of 2 right, 3 s each.\nWrong: place 7:6 (2).\n" in ran.out


def test_the_right_answers_are_right_and_go_up_a_box() -> None:
    with same_dice():
        right = answers_of("pay", "--level", "2", "--questions", "1")
        ran = school("pay", "--level", "2", "--questions", "8", typed=tuple(right))
    assert "Right.  3 s" in ran.out
    assert ": box 2 of 5, again in 8 h." in ran.out
    assert "1 of 1 right, 3 s each." in ran.out


def test_a_wrong_answer_stays_in_the_first_box() -> None:
    ran = school("pay", "place-6", "--level", "1", "--questions", "1", typed=("?",))
    assert "place 7:6: box 1 of 5, again soon." in ran.out


def test_the_same_seed_asks_the_same() -> None:
    one, two = (
        school("roll", "--seed", "x", "--memory", f"{name}.json", "--questions", "3", typed=("?",) * 3).out
        for name in ("a", "b")
    )
    other = school("roll", "--seed", "y", "--memory", "c.json", "--questions", "3", typed=("?",) * 3).out
    assert one == two != other


@pytest.mark.parametrize("topic", ["pay", "hands", "order"])
def test_a_seed_alone_decides_whatever_the_memory_holds(topic: str) -> None:
    """A new memory, one full of errors, one that has learned the first level, and none at all: the same to the byte."""
    arguments = (topic, "--seed", "x", "--questions", "4")
    game, learned = Game(open_book("catfish-bend")), LearnerMemory()
    for key in lesson_of(topic, 1).keys(game):
        for hours in (0, 9):
            learned = learned.apply_answer(key, right=True, seconds=1, limit=9, now=Stopped.at + timedelta(hours=hours))
    save(Path("learned.json"), learned)
    school(topic, "--memory", "errors.json", "--questions", "9", typed=("?",) * 9)
    said = [
        school(*arguments, *memory, typed=("?",) * 4).out
        for memory in (("--memory", "new.json"), ("--memory", "errors.json"), ("--memory", "learned.json"))
    ]
    assert said[0] == said[1] == said[2] == school(*arguments, "--no-memory", typed=("?",) * 4).out
    assert "box" not in said[0].split("right")[-1]


def test_what_is_answered_changes_nothing_that_a_seed_asks() -> None:
    wrong = school("pay", "--seed", "x", "--questions", "5", "--json", typed=("?",) * 5).json
    right = tuple(answer["answer"] for answer in wrong["answers"])
    again = school("pay", "--seed", "x", "--questions", "5", "--json", typed=right).json
    assert again["right"] == 5
    assert [one["question"] for one in again["answers"]] == [one["question"] for one in wrong["answers"]]


def test_a_seed_asks_the_same_in_another_process() -> None:
    said = [
        subprocess.run(
            [sys.executable, "-m", "sevenout", "school", "order", "--seed", "x", "--questions", "2", "--no-memory"],
            env={**os.environ, "PYTHONHASHSEED": seed},
            input=b"?\n?\n",
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert said[0] == said[1]
    assert b"In which order" in said[0] or b"Which comes first" in said[0]


def test_an_answer_that_is_no_number_is_refused_with_the_reason_and_not_counted() -> None:
    ran = school("pay", "--questions", "1", "--seed", "1", typed=("twelve", "", "12,50", "?"))
    assert "An amount such as 10 or 10.50, please: found 'twelve'." in ran.out
    assert "Type an amount; ? if you do not know; quit to stop." in ran.out
    assert "Write a point before the cents, not a comma." in " ".join(ran.out.split())
    assert "0 of 1 right, 12 s each." in ran.out
    (card,) = json.loads(MEMORY.read_text())["cards"].values()
    assert (card["asked"], card["right"]) == (1, 0)


def test_right_but_slow_stays_in_its_box() -> None:
    with same_dice():
        (right,) = answers_of("pay", "place", "--level", "1", "--questions", "1")
        ran = school("pay", "place", "--level", "1", "--questions", "1", typed=(*("x",) * 5, right))
    assert "Right.  18 s, and 15 would do" in ran.out
    assert ": box 1 of 5" in ran.out


@pytest.mark.parametrize("typed", [("?",), ("?", "quit"), ("?", "exit"), ("?", "nonsense")])
def test_leaving_early_loses_nothing(typed: tuple[str, ...]) -> None:
    ran = school("pay", "--questions", "10", "--seed", "1", typed=typed)
    assert ran.code == 0
    assert "0 of 1 right" in ran.out
    assert len(json.loads(MEMORY.read_text())["cards"]) == 1


def test_ctrl_c_loses_nothing() -> None:
    asked = []

    def interrupted(prompt: str) -> str:
        asked.append(prompt)
        if len(asked) == 3:
            raise KeyboardInterrupt
        return "?"

    with patch("sevenout.cli.school.drill.make_prompt", lambda *_, **__: interrupted):
        ran = school("pay", "--seed", "1")
    assert ran.code == 0
    assert "0 of 2 right" in ran.out
    assert len(json.loads(MEMORY.read_text())["cards"]) == 2


def test_nothing_answered_is_said() -> None:
    assert "Nothing was answered." in school("pay").out


def test_the_level_is_the_first_that_is_not_learned() -> None:
    assert school("chips", "--json").json["level"] == 1
    lesson, game, memory = lesson_of("chips", 1), Game(open_book("catfish-bend")), LearnerMemory()
    for key in lesson.keys(game):
        for hours in (0, 9):
            now = Stopped.at + timedelta(hours=hours)
            memory = memory.apply_answer(key, right=True, seconds=5, limit=lesson.seconds, now=now)
    save(MEMORY, memory)
    assert school("chips", "--json").json["level"] == 2


@pytest.mark.parametrize("topic", TOPICS)
def test_every_topic_can_be_drilled_in_every_kind_of_answer(topic: str) -> None:
    for level in range(1, len(TOPICS[topic].levels) + 1):
        arguments = (topic, "--level", str(level), "--questions", "1", "--rules", "new-south-wales")
        (right,) = answers_of(*arguments, "--seed", "s")
        ran = school(*arguments, "--seed", "s", "--json", typed=(right.split(": ")[0],))
        assert ran.json["right"] == 1, ran.err


def test_json_holds_the_result_alone_and_the_talk_goes_to_standard_error() -> None:
    ran = school("pay", "--questions", "2", "--seed", "1", "--level", "1", "--json", typed=("1", "?"))
    assert ran.json["topic"] == "pay"
    assert ran.json["rules"] == "catfish-bend"
    assert (ran.json["asked"], ran.json["level"], ran.json["seed"]) == (2, 1, "1")
    assert {"card", "seed", "question", "given", "right", "answer", "seconds", "clauses"} == ran.json["answers"][
        0
    ].keys()
    assert "What is paid on" in ran.err
    told = ran.json["answers"][0]
    again = remake_question(Game(open_book("catfish-bend")), "pay", 1, told["card"], told["seed"])
    assert again.text == told["question"]


# --- what cannot be done


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("pays",), 2, "there is no topic 'pays'. Did you mean 'pay'?"),
        (("exams",), 2, "Did you mean 'exam'?"),
        (("pay", "--level", "9"), 2, "pay has the levels 1 to 4, not 9"),
        (("pay", "--level", "two"), 2, "--level: expected a whole number such as 100000, 100,000 or 1e5, found 'two'"),
        (("pay", "c-and-e"), 1, "Catfish Bend Casinos has nothing about c-and-e here"),
        (("pay", "hardway"), 2, "pay knows nothing of 'hardway'. Did you mean 'hard"),
        (("exam", "auditon"), 2, "there is no exam 'auditon'. Did you mean 'audition'?"),
        (("pay", "--questions", "0"), 2, "--questions is a number from 1 to 1000"),
        (("pay", "--rules", "nowhere"), 2, "there is no rulebook"),
        (("pay", "--memory", "."), 2, "Is a directory"),
        (("pay", "--memory", "no\0name"), 2, "is no file name"),
    ],
)
def test_what_cannot_be_asked_for(arguments: tuple[str, ...], code: int, message: str) -> None:
    ran = school(*arguments)
    assert ran.code == code
    assert message in ran.err
    assert ran.out == ""


# --- the memory


def test_a_memory_that_cannot_be_read_is_kept_aside_and_school_goes_on() -> None:
    MEMORY.parent.mkdir(parents=True)
    MEMORY.write_text("{ my notes")
    ran = school("pay", "--questions", "1", "--seed", "1", typed=("?",))
    assert ran.code == 0
    assert "state/sevenout/school.json cannot be read" in ran.err
    assert "It is kept as state/sevenout/school.json.unreadable-1" in ran.err
    assert MEMORY.with_name("school.json.unreadable-1").read_text() == "{ my notes"
    assert len(json.loads(MEMORY.read_text())["cards"]) == 1


def test_a_memory_that_cannot_be_written_is_said_once_and_school_goes_on() -> None:
    Path("blocked").write_text("a file where a folder should be")
    ran = school("pay", "--memory", "x/../blocked/m.json", "--questions", "2", "--seed", "1", typed=("?", "?"))
    assert ran.code == 0
    assert ran.err.count("It is remembered until you leave.") == 1
    assert "0 of 2 right" in ran.out
    assert Path("blocked").read_text() == "a file where a folder should be"


def test_two_terminals_do_not_undo_each_other() -> None:
    seen: list[str] = []

    def other_terminal(_: str) -> str:
        if not seen:
            seen.append(school("chips", "--questions", "1", "--seed", "2", typed=("?",)).out)
        return "?"

    with patch("sevenout.cli.school.drill.make_prompt", side_effect=_first(other_terminal)):
        school("pay", "--questions", "1", "--seed", "1")
    topics = {key.split("/")[1] for key in json.loads(MEMORY.read_text())["cards"]}
    assert topics == {"pay", "chips"}


def _first(ask: object) -> Iterator[object]:
    """The first terminal is asked by `ask`; those opened meanwhile read what they are given."""
    yield ask

    def unknown(_: str) -> str:
        return "?"

    while True:
        yield unknown


def test_what_is_wrong_comes_again_and_what_is_right_rests() -> None:
    school("no-roll", "--level", "1", "--questions", "1", typed=("?",))
    (key,) = json.loads(MEMORY.read_text())["cards"]
    again = school("no-roll", "--level", "1", "--questions", "1", "--json", typed=("?",)).json
    assert again["answers"][0]["card"] == key.split("/")[3]


# --- the syllabus


def test_the_syllabus_is_shown_with_what_comes_next_and_a_pipe_that_ends_leaves() -> None:
    ran = school()
    assert ran.code == 0
    assert "The school at Catfish Bend Casinos" in ran.out
    for stage in stages():
        assert stage.title in ran.out
    assert "Enter: Cut the chips: two colours  (chips 1)" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80
    assert len(ran.out.splitlines()) <= 23


def test_the_syllabus_answers_to_lines() -> None:
    ran = school(
        "--seed",
        "1",
        "--questions",
        "1",
        typed=(
            "2",
            "pay 3",
            "?",
            "pay hard",
            "?",
            "exam base",
            "?",
            "progress",
            "help",
            "banana",
            "paper base",
            "9",
            "",
            "?",
            "quit",
        ),
    )
    assert ran.code == 0, ran.err
    assert "call 1" in ran.out  # the lessons of stage 2
    assert "in whole chips of 1?" in ran.out  # pay 3
    assert "hard-" in ran.out
    assert "On base: 1 questions, 85% of them right and in time to pass." in ran.out
    assert "The record at Catfish Bend Casinos" in ran.out
    assert "exam base  the exam of a stage" in ran.out
    assert "there is no topic 'banana'." in ran.out
    assert "that is for a teacher: sevenout school paper" in ran.out
    assert "there are the stages 1 to 5" in ran.out
    assert "1 of 1  " in ran.out


def test_the_syllabus_as_json() -> None:
    told = school("--json", "--rules", "typical").json
    assert told["next"] == {"topic": "chips", "level": 1}
    assert [stage["stage"] for stage in told["stages"]] == [stage.key for stage in stages()]
    assert told["stages"][0]["lessons"][0]["known"] == 0


# --- an exam


def right_answers(stage: int, seed: str, count: int) -> list[str]:
    asked = questions(Game(open_book("catfish-bend")), stages()[stage], seed, count)
    return [
        one.answer.as_typed.split(": ")[0]
        if isinstance(one.answer, ChoiceAnswer) and one.answer.lettered
        else one.answer.as_typed
        for _, one in asked
    ]


def test_an_exam_passed_with_a_paper_to_print() -> None:
    ran = school(
        *("exam", "audition", "--seed", "s", "--questions", "12", "--name", "Ann Lee", "--report", "paper.html"),
        typed=tuple(right_answers(4, "s", 12)),
    )
    assert ran.code == 0
    assert "Passed: 12 of 12 right in time; 90% are needed." in ran.out
    assert "Ann Lee, 2026-11-15 12:00 UTC, 0 min 36 s, seed s" in ran.out
    assert "Right." not in ran.out  # no word on the answers while it lasts
    page = Path("paper.html").read_text()
    assert page.startswith("<!DOCTYPE html>")
    assert page.count("<li>") == 12
    assert "The paper is in paper.html." in ran.err
    progress = school("progress").out
    assert "2026-11-15  exam audition: passed, 12 of 12 right in time" in progress


def test_an_exam_not_passed_shows_what_was_wrong_and_why() -> None:
    typed = right_answers(0, "s", 5)
    ran = school("exam", "--seed", "s", "--questions", "5", typed=(*typed[:3], "?", "?"))
    assert ran.code == 0
    assert "Not passed: 3 of 5 right in time; 80% are needed." in ran.out
    assert ran.out.count("Answered: nothing. Right: ") == 2


def test_an_exam_broken_off_does_not_count_but_its_answers_are_remembered() -> None:
    ran = school("exam", "--seed", "s", "--questions", "5", "--json", typed=("?", "?"))
    assert (ran.json["finished"], ran.json["passed"], len(ran.json["answers"])) == (False, False, 2)
    memory = json.loads(MEMORY.read_text())
    assert memory["exams"] == []
    assert sum(card["asked"] for card in memory["cards"].values()) == 2


def test_a_paper_never_overwrites_a_file() -> None:
    Path("diary.html").write_text("dear diary")
    ran = school("exam", "--report", "diary.html")
    assert ran.code == 2
    assert "diary.html already exists" in ran.err
    assert Path("diary.html").read_text() == "dear diary"


def test_a_paper_that_cannot_be_written_is_said_after_the_result() -> None:
    ran = school("exam", "--questions", "1", "--report", "no/such/folder.html", typed=("?",))
    assert ran.code == 2
    assert "Not passed" in ran.out
    assert "the paper cannot be written" in ran.err


# --- the record


def test_progress_by_topic_with_the_weakest_cards() -> None:
    school("pay", "horn", "--level", "1", "--questions", "3", "--seed", "1", typed=("?", "?", "?"))
    ran = school("progress")
    assert "Pay this bet" in ran.out
    assert "wrong: Pay this bet, level 1, horn" in ran.out
    told = school("progress", "--json").json
    pay = next(topic for topic in told["topics"] if topic["topic"] == "pay")
    assert (pay["asked"], pay["wrong"], pay["seconds"]) == (3, 3, 3.0)
    assert told["weakest"][0]["topic"] == "pay"


def test_each_house_has_a_record_of_its_own() -> None:
    school("pay", "--questions", "1", "--seed", "1", typed=("?",))
    for book, asked in (("catfish-bend", 1), ("typical", 0)):
        told = school("progress", "--json", "--rules", book).json
        assert sum(topic["asked"] for topic in told["topics"]) == asked


def test_a_house_of_ones_own() -> None:
    house = Path("my-house.toml")
    house.write_text('format = 1\nname = "my-house"\ntitle = "My house"\nextends = "typical"\n', encoding="utf-8")
    ran = school("pay", "--rules", "my-house.toml", "--questions", "1", "--seed", "1", typed=("?",))
    assert ran.code == 0
    assert "my-house/pay/1/" in MEMORY.read_text()
    assert "The school at My house" in school("--rules", "my-house.toml").out


# --- any text


lines = st.lists(
    st.sampled_from(
        ("pay", "exam", "2", "progress", "help", "", "?", "a", "yes", "12", "chips 2", "quit", "\x1b[2J", "é")
    )
    | st.text(max_size=20).map(lambda text: text.replace("\n", " ").replace("\r", " ")),
    max_size=12,
)


@settings(max_examples=examples(20), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines)
def test_no_text_raises(typed: list[str]) -> None:
    ran = school("--questions", "2", "--rules", "typical", typed=tuple(typed))
    assert ran.code in (0, 1, 2)
    assert "\x1b" not in ran.out
    assert "Traceback" not in ran.err


def test_bytes_that_are_no_text_are_answered_too() -> None:
    ran = run("school", "pay", "--seed", "1", stdin=b"\xff\xfe\n\x80\n?\n")
    assert ran.code == 0
    assert "please" in ran.out


def test_nobody_left_to_ask_is_no_fault() -> None:
    def gone(_: str) -> str:
        raise NobodyToAsk

    with patch("sevenout.cli.school.drill.make_prompt", lambda *_, **__: gone):
        assert school().code == 0
        assert school("pay").code == 0
        assert school("exam").code == 0


# --- for a class


def test_a_blank_paper_and_its_key_from_one_seed() -> None:
    paper = school("paper", "base", "--seed", "spring", "--questions", "6")
    key = school("paper", "base", "--seed", "spring", "--questions", "6", "--key")
    assert (paper.code, key.code) == (0, 0)
    assert "Exam: On base\nCatfish Bend Casinos, 6 questions, seed spring\n" in paper.out
    assert paper.out.count("\n  ╭──") == paper.out.count("Puck O") > 0  # the layout wherever there is a table
    assert key.out.startswith("Key: Exam: On base")
    told = school("paper", "base", "--seed", "spring", "--questions", "6", "--json").json
    for number, (asked, answer) in enumerate(zip(told["questions"], told["key"], strict=True), start=1):
        assert " ".join(asked["question"].split()) in " ".join(paper.out.split())
        assert f"\n{f'{number}.':<5}{answer['answer']}" in key.out
        assert f"{f'{number}.':<5}{answer['answer']}" not in paper.out
    assert not MEMORY.exists()


def test_a_blank_paper_to_print_has_its_key_on_another_page() -> None:
    ran = school("paper", "hands", "--level", "4", "--seed", "s", "--report", "test.html")
    assert (ran.code, ran.out) == (0, "")
    assert "The paper is in test.html." in ran.err
    assert "The key is in test-key.html." in ran.err
    assert Path("test.html").read_text().count("<li>") == 10
    assert "stated" not in Path("test.html").read_text()
    assert "stated" in Path("test-key.html").read_text()
    again = school("paper", "hands", "--level", "4", "--seed", "s", "--report", "test.html")
    assert (again.code, "test.html already exists" in again.err) == (2, True)
    Path("test.html").unlink()
    again = school("paper", "hands", "--report", "test.html")
    assert (again.code, "test-key.html already exists" in again.err) == (2, True)
    assert not Path("test.html").exists()


def test_stick_is_a_stage_and_with_a_level_a_topic() -> None:
    assert school("paper", "stick", "--seed", "s", "--questions", "1").out.startswith("Exam: On the stick")
    assert school("paper", "stick", "--level", "1", "--questions", "1").out.startswith("Handle the stick")


def test_the_papers_of_an_exam_have_the_layouts_drawn() -> None:
    school("exam", "base", "--seed", "s", "--questions", "6", "--report", "sat.html", typed=("?",) * 6)
    page = Path("sat.html").read_text()
    assert page.count('<figure class="felt') == page.count("Puck O") > 0
    assert page.count("<title>Catfish Bend Casinos: the layout</title>") == page.count("<svg")


def test_a_class_of_several_memories() -> None:
    for name, typed in (("ann", "?"), ("bob", "1")):
        school("pay", "--memory", f"{name}.json", "--questions", "5", "--seed", "1", typed=(typed,) * 5)
    ran = school("class", "ann.json", "bob.json")
    assert ran.code == 0
    assert "The class at Catfish Bend Casinos" in ran.out
    assert re.search(r"^ann +0/\d+ +5 +0% +3 +pay *$", ran.out, re.MULTILINE)
    assert re.search(r"^Pay this bet +10 +0% +ann, bob", ran.out, re.MULTILINE)
    assert max(map(len, ran.out.splitlines())) <= 80
    told = school("class", "ann.json", "bob.json", "--json").json
    assert [one["name"] for one in told["learners"]] == ["ann", "bob"]
    assert told["topics"] == [{"topic": "pay", "asked": 10, "right": 0, "weakest": ["ann", "bob"]}]


def test_learners_whose_files_have_the_same_name_keep_their_folders() -> None:
    for folder in ("a", "b"):
        school("pay", "--memory", f"{folder}/school.json", "--questions", "1", "--seed", "1", typed=("?",))
    told = school("class", "a/school.json", "b/school.json", "a/school.json", "--json").json
    assert [one["name"] for one in told["learners"]] == ["a/school.json", "b/school.json"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("class",), "name the memories of the class"),
        (("class", "nobody.json"), "nobody.json: there is no such file"),
        (("class", "notes.json"), "notes.json is no memory of the school"),
        (("class", "."), "Is a directory"),
        (("paper", "bse"), "there is no paper 'bse'. Did you mean 'base'?"),
        (("paper", "hands", "--level", "9"), "hands has the levels 1 to 4, not 9"),
        (("pay", "place", "hard"), "pay is about one thing: 'place' or 'hard', not both"),
    ],
)
def test_what_a_class_cannot_be_told(arguments: tuple[str, ...], message: str) -> None:
    Path("notes.json").write_text("my notes")
    ran = school(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert Path("notes.json").read_text() == "my notes"  # somebody else's file is left as it is


# --- what a student sees


@pytest.mark.parametrize("topic", ["pay", "allowed", "roll", "call", "order", "mistake"])
def test_the_layout_is_drawn_in_every_question_about_a_table(topic: str) -> None:
    ran = school(topic, "--seed", "1", "--questions", "4", typed=("?",) * 4)
    asked = len(re.findall(r"^\d of 4  ", ran.out, re.MULTILINE))
    assert asked == 4
    assert len(re.findall(r"^\d of 4  .*\n╭──.*Catfish Bend", ran.out, re.MULTILINE)) == 4
    assert max(map(len, ran.out.splitlines())) <= 80


def test_chips_in_short() -> None:
    told = school("chips", "--level", "2", "--seed", "1", "--questions", "4", "--json", typed=("?",) * 4)
    assert "chips, such as 2y 1w or 2 yellow 1 white> " in told.err
    assert "y yellow 1000, p purple 500, b black 100, g green 25, r red 5, w white 1." in " ".join(told.err.split())
    short = tuple(re.sub(r" ([a-z])[a-z]*,?", r"\1", one["answer"]) for one in told.json["answers"])
    assert all(re.fullmatch(r"(\d+[a-z] ?)+", text) for text in short), short
    assert school("chips", "--level", "2", "--seed", "1", "--questions", "4", "--json", typed=short).json["right"] == 4
