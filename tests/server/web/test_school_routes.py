"""The school over HTTP: exercises by their seeds, a class by its code, what learners did, and what a trainer sees."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from sevenout import Game
from sevenout.school.exercises.rooms import ROOMS, make_exercise
from sevenout.school.learners.memory import look_at
from tests.server.serving import bearer, serving

GAME = Game.open("catfish-bend")
NAMES = [(room, level, 11) for room, one in ROOMS.items() for level in range(1, len(one.levels) + 1)]


def _work(name: dict[str, Any], **changed: Any) -> dict[str, Any]:
    asked = make_exercise(GAME, name["room"], name["level"], name["seed"], name.get("card", ""))
    motions = msgspec.json.decode(msgspec.json.encode(asked.right))
    return {"exercise": name, "motions": motions, "seconds": 3.5, **changed}


def test_a_class_is_opened_entered_worked_in_watched_frozen_and_kept(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), tmp_path) as house:
        trainer, other, web = bearer(house.guest("Ruth")), bearer(house.guest("Bob")), house.web
        body = {"title": "Class of November", "book": "catfish-bend"}
        assert web.post("/api/school/classes", json=body).json()["code"] == "no-token"
        assert web.post("/api/school/classes", json={**body, "title": " "}, headers=trainer).status_code == 400
        opened = web.post("/api/school/classes", json=body, headers=trainer).json()
        path = f"/api/school/classes/{opened['code']}"
        assert web.get("/api/school/classes/zzzz").status_code == 404
        assert web.get(f"{path}/learners/Ann").status_code == 404
        assert web.post(f"{path}/learners", json={"name": "sevenout"}).status_code == 400
        home = web.post(f"{path}/learners", json={"name": "Ann"}).json()
        assert (home["name"], home["due"], [room["room"] for room in home["rooms"]]) == ("Ann", 0, [*ROOMS])

        for name in (home["next"], home["next"]):
            told = web.post(f"{path}/learners/Ann/work", json=_work(name)).json()
            assert (told["right"], told["marks"], told["left"]) == (True, [], 0)
            assert told["because"]
        wrong = web.post(
            f"{path}/learners/Ann/work", json=_work({"room": "cut", "level": 1, "seed": 4}, motions=[])
        ).json()
        assert [mark["kind"] for mark in wrong["marks"]] == ["money"]

        done = web.get(f"{path}/learners/Ann/work", headers=trainer).json()
        assert web.get(f"{path}/learners/Ann/work", headers=other).json()["code"] == "not-yours"
        assert [one["number"] for one in done] == [3, 2, 1]
        assert done[-1]["motions"] == _work(home["next"])["motions"]
        file = tmp_path / "ann.json"
        file.write_bytes(web.get(f"{path}/learners/Ann/memory").content)
        assert sum(card.asked for card in look_at(file).cards.values()) == 3

        assert web.get(f"{path}/grid", headers=other).json()["code"] == "not-yours"
        (ann,) = web.get(f"{path}/grid", headers=trainer).json()["learners"]
        assert (ann["rooms"][0]["asked"], ann["rooms"][0]["money_errors"], ann["due"]) == (3, 1, 1)
        assert ann["rooms"][0]["weakest"]
        pushed = {"room": "end", "level": 2, "seed": 77, "card": ""}
        assert web.put(path, json={"frozen": True, "pushed": pushed}, headers=other).status_code == 403
        bad = web.put(path, json={"pushed": {**pushed, "level": 9}}, headers=trainer).json()
        assert bad["reason"] == "Pay the end has levels 1 to 3"
        assert web.put(path, json={"frozen": True, "pushed": pushed}, headers=trainer).json()["pushed"] == pushed
        assert web.get(f"{path}/learners/Ann").json()["group"]["pushed"] == pushed
        held = web.post(f"{path}/learners/Ann/work", json=_work(pushed)).json()
        assert (held["code"], "hands off" in held["reason"]) == ("not-now", True)
        web.put(path, json={}, headers=trainer)
        assert web.post(f"{path}/learners/Ann/work", json=_work(pushed)).json()["right"]
        for _ in range(4):
            assert web.post("/api/school/classes", json=body, headers=trainer).status_code == 201
        assert web.post("/api/school/classes", json=body, headers=trainer).json()["code"] == "full"
    with serving(str(tmp_path / "house.db"), tmp_path) as house:
        assert house.web.get(f"{path}/learners/ann").json()["rooms"][1]["asked"] == 1


def test_an_exercise_shows_nothing_of_what_is_right_and_is_judged_as_it_is_done(
    tmp_path: Path,
) -> None:
    with serving(str(tmp_path / "house.db"), tmp_path) as house:
        web = house.web
        rooms = {room["room"]: room["levels"] for room in web.get("/api/school/rooms").json()}
        assert rooms == {room: [*one.levels] for room, one in ROOMS.items()}
        for room, level, seed in NAMES:
            shown = web.get(f"/api/school/catfish-bend/exercises/{room}/{level}/{seed}").json()
            assert not {"right", "because", "work", "cut", "words"} & set(shown)
            work = _work({"room": room, "level": level, "seed": seed, "card": shown["card"]})
            judged = web.post("/api/school/catfish-bend/judgements", json=work).json()
            assert (judged["right"], judged["left"]) == (True, 0)
        end = _work({"room": "end", "level": 3, "seed": 5})
        begun = web.post(
            "/api/school/catfish-bend/judgements", json={**end, "motions": end["motions"][:1], "done": False}
        ).json()
        assert (begun["marks"], begun["left"], begun["because"]) == ([], len(end["motions"]) - 1, [])
        for address in (
            "nowhere/exercises/cut/1/1",
            "catfish-bend/exercises/cutt/1/1",
            "catfish-bend/exercises/cut/9/1",
        ):
            assert web.get(f"/api/school/{address}").status_code in (400, 404)
        long = {**end, "motions": [{"act": "take"}] * 201}
        assert web.post("/api/school/catfish-bend/judgements", json=long).json()["code"] == "malformed"


@pytest.mark.nightly
def test_twelve_tablets_behind_one_address_work_at_once_and_nothing_of_theirs_is_lost(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), tmp_path) as house:
        trainer = bearer(house.guest("Ruth"))
        body = {"title": "Class of twelve", "book": "catfish-bend"}
        path = f"/api/school/classes/{house.web.post('/api/school/classes', json=body, headers=trainer).json()['code']}"
        names = [f"Student{letter}" for letter in "abcdefghjkmn"]

        def work_through(name: str) -> list[int]:
            codes = []
            with httpx.Client(base_url=house.address, timeout=60) as tablet:
                tablet.post(f"{path}/learners", json={"name": name})
                for seed in range(5):
                    asked = {"room": "end", "level": 3, "seed": seed, "card": ""}
                    shown = tablet.get(f"/api/school/catfish-bend/exercises/end/3/{seed}")
                    told = tablet.put(f"{path}/learners/{name}/progress", json={"exercise": asked})
                    done = tablet.post(f"{path}/learners/{name}/work", json=_work(asked))
                    codes += [shown.status_code, told.status_code, done.status_code]
            return codes

        with ThreadPoolExecutor(len(names)) as tablets:
            codes = [code for those in tablets.map(work_through, names) for code in those]
        assert set(codes) <= {200, 503}, "a house that is busy says so, and is asked again"
        grid = house.web.get(f"{path}/grid", headers=trainer).json()
        answered = sum(row["rooms"][1]["asked"] for row in grid["learners"])
        assert (len(grid["learners"]), answered) == (12, sum(code == 200 for code in codes[2::3]))
