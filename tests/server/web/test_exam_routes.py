"""Exams over HTTP: drawn and signed by the trainer alone, answered without a verdict, and certificates judged again."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from sevenout import Game
from sevenout.cli.main import main
from sevenout.school.exams.class_exam import exam_tasks
from sevenout.school.exercises.exercise import Exercise
from sevenout.school.learners.syllabus import stage_named
from tests.server.serving import bearer, serving
from tests.unit.school.test_class_exam import right_answers

GAME, FIRST = Game.open("catfish-bend"), stage_named("first-day")
TELLING = {"because", "answer", "right", "reason", "marks"}
"""Words of answers that say what is right."""


def _answer_all(web: httpx.Client, path: str, seed: str, wrong: frozenset[int] = frozenset()) -> dict[str, Any]:
    """Answers an exam to its end, some of it with nothing; what its learner is told last."""
    shown: dict[str, Any] = web.get(path).json()
    for number, answer in enumerate(right_answers(GAME, FIRST, seed), start=1):
        assert (shown["number"], shown["result"]) == (number, None)
        asked = shown["question"] or shown["exercise"]
        assert not TELLING & set(asked)
        assert not asked.get("keys")
        assert str(exam_tasks(GAME, FIRST, seed)[number - 1].asked.seed) not in json.dumps(shown)
        given = {} if number in wrong else msgspec.to_builtins(answer)
        shown = web.post(f"{path}/answers", json={**given, "seconds": 2, "number": number}).json()
    return shown


def test_an_exam_is_drawn_answered_signed_and_its_certificate_judged_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(str(tmp_path / "house.db"), tmp_path) as house:
        trainer, other, web = bearer(house.guest("Ruth")), bearer(house.guest("Bob")), house.web
        body = {"title": "Class of November", "book": "catfish-bend"}
        path = f"/api/school/classes/{web.post('/api/school/classes', json=body, headers=trainer).json()['code']}"
        exams, ann = f"{path}/exams", f"{path}/learners/Ann/exam"
        draw = {"stage": "first-day", "seed": "spring"}
        assert web.post(exams, json=draw, headers=trainer).json()["code"] == "not-found", "nobody has come in"
        for name in ("Ann", "Tess"):
            web.post(f"{path}/learners", json={"name": name})
        assert web.get(ann).json()["code"] == "not-found"

        assert web.post(exams, json=draw).json()["code"] == "no-token"
        assert web.post(exams, json=draw, headers=other).json()["code"] == "not-yours"
        assert web.get(exams, headers=other).json()["code"] == "not-yours"
        assert "there is no exam" in web.post(exams, json={"stage": "last"}, headers=trainer).json()["reason"]
        assert web.post(exams, json={**draw, "seed": "s" * 41}, headers=trainer).json()["code"] == "malformed"
        assert web.post(exams, json={**draw, "learners": ["Bob"]}, headers=trainer).json()["code"] == "not-found"
        everybody = web.post(exams, json={"stage": "first-day"}, headers=trainer).json()
        assert [one["learner"] for one in everybody] == ["Ann", "Tess"]
        assert len({one["seed"] for one in everybody}) == 1
        (drawn,) = web.post(exams, json={**draw, "learners": ["Ann"]}, headers=trainer).json()
        assert (drawn["seed"], drawn["answered"], drawn["tasks"]) == ("spring", 0, 23)
        assert web.put(f"{path}/learners/Ann/progress", json={}).json()["exam"] == "First day"
        sign = {"examiner": "Ruth Ames", "licence": "4711", "good": ["apron", "never-toss", "hand-raised"]}
        signing = f"{exams}/Ann/certificate"
        early = web.post(signing, json=sign, headers=trainer).json()
        assert early["reason"] == "Ann has answered 0 of 23: sign it then"

        skipped = web.post(f"{ann}/answers", json={"number": 2}).json()
        assert (skipped["code"], skipped["reason"]) == ("not-now", "task 1 is next")
        done = _answer_all(web, ann, "spring", wrong=frozenset({2, 23}))
        assert web.put(f"{path}/learners/Ann/progress", json={}).json()["exam"] == ""
        assert (done["result"]["passed"], done["result"]["right_in_time"], done["number"]) == (True, 21, 24)
        assert web.post(f"{ann}/answers", json={"number": 24}).json()["reason"] == "this exam is answered to its end"

        assert web.post(signing, json=sign).json()["code"] == "no-token"
        assert web.post(signing, json=sign, headers=other).json()["code"] == "not-yours"
        for bad in ({"examiner": " "}, {"licence": "4\n7" * 40}, {"good": ["smile"]}):
            assert web.post(signing, json={**sign, **bad}, headers=trainer).json()["code"] == "malformed"
        seal = web.post(signing, json=sign, headers=trainer).json()["certificate"]
        assert "is signed" in web.post(signing, json=sign, headers=trainer).json()["reason"]
        assert web.get(f"{path}/learners/Ann").json()["stages"][0]["passed"]

        shown = web.get(f"/api/school/certificates/{seal}").json()
        certificate = shown["certificate"]
        assert (shown["seal"], shown["faults"], len(shown["sections"])) == (seal, [], 23)
        assert (certificate["learner"], certificate["examiner"], certificate["licence"]) == ("Ann", "Ruth Ames", "4711")
        assert (certificate["passed"], certificate["digest"]) == (True, GAME.rules.book.digest)
        for number in range(1, 24):
            task = web.get(f"/api/school/certificates/{seal}/tasks/{number}").json()
            assert [mark["reason"] for mark in task["marks"]] == [
                mark["reason"] for mark in certificate["result"]["marks"][number - 1]
            ]
            assert isinstance(exam_tasks(GAME, FIRST, "spring")[number - 1].asked, Exercise) == bool(task["exercise"])
        assert web.get(f"/api/school/certificates/{seal}/tasks/24").json()["code"] == "malformed"
        assert web.get("/api/school/certificates/0000").json()["code"] == "not-found"
        file = tmp_path / "ann.json"
        file.write_bytes(web.get(f"/api/school/certificates/{seal}/file").content)
        assert web.delete(path, headers=trainer).status_code == 204
        assert web.get(exams, headers=trainer).json()["code"] == "not-found"
        assert web.get(f"/api/school/certificates/{seal}").json()["certificate"] == certificate

    kept = sqlite3.connect(tmp_path / "house.db")
    kept.execute("UPDATE cards SET body = replace(CAST(body AS TEXT), 'Ann', 'Bob') WHERE kind = 'school-certificate'")
    kept.commit()
    kept.close()
    with serving(str(tmp_path / "house.db"), tmp_path) as house:
        (fault,) = house.web.get(f"/api/school/certificates/{seal}").json()["faults"]
        assert fault.endswith(f"and it lies under {seal}: something on it was changed")

    assert main(["school", "certificate", str(file)]) == 0
    said = capsys.readouterr().out
    assert f"seal {seal}" in said
    assert "Judged again: all of it follows from the answers." in said
    file.write_text(file.read_text().replace('"right_in_time":21', '"right_in_time":23'))
    assert main(["school", "certificate", str(file)]) == 1
    assert "right in time is not what the answers come to" in capsys.readouterr().out


def test_an_exam_that_is_begun_is_drawn_over_by_name_alone_and_waits_while_the_class_is_frozen(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), tmp_path) as house:
        trainer, web = bearer(house.guest("Ruth")), house.web
        body = {"title": "Class of November", "book": "catfish-bend"}
        path = f"/api/school/classes/{web.post('/api/school/classes', json=body, headers=trainer).json()['code']}"
        web.post(f"{path}/learners", json={"name": "Ann"})
        draw = {"stage": "first-day", "seed": "spring"}
        web.post(f"{path}/exams", json=draw, headers=trainer)
        answers = f"{path}/learners/Ann/exam/answers"
        web.put(path, json={"frozen": True}, headers=trainer)
        assert "hands off" in web.post(answers, json={"number": 1}).json()["reason"]
        web.put(path, json={}, headers=trainer)
        bad = web.post(answers, json={"number": 1, "motions": [{"act": "take"}]}).json()
        assert (bad["code"], "nothing to do here" in bad["reason"]) == ("malformed", True)
        assert web.post(answers, json={"number": 1}).json()["number"] == 2
        again = web.post(f"{path}/exams", json=draw, headers=trainer).json()
        assert (again["code"], "in the middle" in again["reason"]) == ("not-now", True)
        (anew,) = web.post(f"{path}/exams", json={**draw, "learners": ["Ann"]}, headers=trainer).json()
        assert anew["answered"] == 0
