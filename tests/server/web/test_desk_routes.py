"""The desk and the shift of a live table over HTTP: for whom, what is due, and books that balance."""

from pathlib import Path

from tests.server.serving import bearer, serving


def test_the_desk_tells_its_crew_what_is_due_and_nobody_else(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), tmp_path) as house:
        olga, rob = house.guest("Olga"), house.guest("Rob")
        table = house.table(olga, rules="catfish-bend", dice="entered")
        path = f"/api/tables/{table}"
        assert house.web.get(f"{path}/desk", headers=bearer(rob)).json()["code"] == "not-yours"
        assert house.web.get(f"{path}/desk").status_code == 401
        client = house.connect(table, olga)
        lines = ("crew: stick Kim, third base Lou", "bank opened: 200 red, 200 green, signed Ned and Sue")
        for line in (*lines, "seat Tess 500", "Tess bets 10 on pass", "roll 4 2"):
            answer = client.say(line, line)
            assert answer["type"] == "accepted", answer
        told = house.web.get(f"{path}/desk", params={"seat": "Tess"}, headers=bearer(olga)).json()
        assert told["posts"] == {"stickperson": "Kim", "third base": "Lou"}
        due = told["due"][0]
        assert (due["who"], due["clause"], due["line"]) == (["stickperson"], "Stickperson 8", "crew works 1 step")
        assert [step["clause"] for step in told["work"]] == ["Stickperson 8", "Base Dealer 3", "Base Dealer 3"]
        assert (told["drop"], told["bank"]["amount"], told["without_phone"]) == ("500.00", "5500.00", ["Tess"])
        assert {offer["wager"]: offer.get("maximum") for offer in told["offers"]}["pass-odds"] == "100.00"


def test_the_shift_of_a_live_table_is_a_page_csv_and_json_with_the_shift_on_it(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), tmp_path) as house:
        olga = house.guest("Olga")
        table = house.table(olga, rules="catfish-bend", dice="entered", watched=False)
        client = house.connect(table, olga)
        opened = (
            "crew: stick Kim, third base Lou",
            "bank opened: 200 red, 200 green, signed Ned and Sue",
            "fill 20 red, signed Ned and Sue",
        )
        for line in (*opened, "seat Tess 500", "Tess bets 10 on pass", "roll 6 5", "crew works", "Tess leaves"):
            answer = client.say(line, line)
            assert answer["type"] == "accepted", answer
        path, shown = f"/api/tables/{table}/shift", {"shift": "Swing"}
        assert house.web.get(path).status_code == 401
        told = house.web.get(path, params={**shown, "kind": "json"}, headers=bearer(olga)).json()
        assert "Swing shift" in told["heading"]
        assert (told["win"], told["drop"], told["cashed_out"]) == ("-10.00", "500.00", "510.00")
        assert {row["log"] for row in told["reconciliation"] if row["name"] in ("win", "inventory")} == {"-10.00"}
        page = house.web.get(path, params=shown, headers=bearer(olga))
        assert page.headers["content-type"].startswith("text/html")
        assert "Swing shift" in page.text
        part = house.web.get(path, params={"part": "slips"}, headers=bearer(olga)).text
        assert "fill 1" in part
        assert "Handle by wager" not in part
        csv = house.web.get(path, params={**shown, "kind": "csv"}, headers=bearer(olga)).text
        assert "figures,win,,-10.00" in csv.splitlines()
