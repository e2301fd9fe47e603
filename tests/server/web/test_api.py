"""The HTTP API: books, what was played, what can be checked, how it is described, and what it refuses."""

import asyncio
import hashlib
import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, cast

import httpx
import msgspec
import pytest

from sevenout.player.first_lesson import FirstLesson
from sevenout.rulebook.source import shipped_text
from sevenout.server.fairness.checkpoints import Checkpoint, genuine
from sevenout.server.protocol import http_types as api
from sevenout.server.verification.published_turns import PublishedTurn, SeatSeed, unfair
from sevenout.server.web.middleware import security as guard_of_the_web
from sevenout.server.web.middleware.security import Guard
from tests.server.fairness.test_fair_dice import FAIR_JS
from tests.server.serving import Served, bearer, serving
from tests.unit.cli.command import run


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("api")
    with serving(str(folder / "house.db"), folder) as served:
        yield served


@pytest.fixture(scope="module")
def table(house: Served) -> str:
    """A table at which two turns were thrown with fair dice."""
    token = house.guest("Ann")
    name = house.table(token, rules="catfish-bend", window=600)
    client = house.connect(name, token)
    client.say("sit", "sits 5000")
    client.socket.send('{"type":"seed","key":"seed","seed":"c0ffee"}')
    client.hear("accepted", key="seed")
    told: list[dict[str, Any]] = []
    for number in range(60):
        if number % 20 == 19:  # more lines over one connection, as fast as they are answered, would be a flood
            told += client.told
            client = house.connect(name, token)
            client.hear("snapshot")
        client.say(f"b{number}", "bets 10 on pass")
        client.say(f"r{number}", "roll")
        events = [each["event"]["type"] for each in (*told, *client.told) if each["type"] == "event"]
        if events.count("seed-revealed") == 2:
            return name
    raise AssertionError("sixty rolls, and no two seven-outs")


def told(answer: httpx.Response, kind: type[Any]) -> Any:
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=kind)


def test_a_book_is_sent_once_as_long_as_its_digest_is_the_same(house: Served, table: str) -> None:
    listed = told(house.web.get("/api/books"), list[api.BookListed])
    assert "catfish-bend" in [book.name for book in listed]
    of_the_table = house.web.get(f"/api/tables/{table}/book")
    book = told(of_the_table, api.BookResponse)
    assert book == told(house.web.get("/api/books/catfish-bend"), api.BookResponse)
    place = next(wager for wager in book.wagers if wager.wager == "place-6")
    assert (place.region, place.pays, book.chips[-1]) == ("box edges", "7:6", api.ChipColour("1.00", "white"))
    again = house.web.get(f"/api/tables/{table}/book", headers={"if-none-match": of_the_table.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_what_a_change_of_rules_costs_is_what_the_command_prints(house: Served) -> None:
    answer = house.web.get("/api/books/typical/costs/crapless?stake=25&pace=100")
    assert answer.json() == run("rules", "diff", "typical", "crapless", "--stake", "25", "--pace", "100", "--json").json
    assert house.web.get("/api/books/typical/costs/nowhere").status_code == HTTPStatus.NOT_FOUND
    assert house.web.get("/api/books/typical/costs/typical").status_code == HTTPStatus.BAD_REQUEST
    for wrong in ("stake=0", "pace=0", "pace=1001", "stake=x"):
        assert house.web.get(f"/api/books/typical/costs/crapless?{wrong}").status_code == HTTPStatus.BAD_REQUEST


def test_edges_are_what_the_command_prints(house: Served) -> None:
    answer = house.web.get("/api/books/typical/edges")
    assert answer.json() == run("edges", "typical", "--json").json
    assert told(answer, api.EdgesResponse).wagers[0].edge == "7/495"


def test_a_lesson_is_served_and_its_table_is_in_no_list_and_counts_for_nothing(house: Served) -> None:
    lesson = told(house.web.get("/api/books/typical/lesson"), FirstLesson)
    assert [task.dice for task in lesson.chapters[0].tasks] == [None, (3, 4)]
    token = house.guest("Lea")
    name = house.table(token, rules="typical", dice="entered", lesson=True)
    client = house.connect(name, token)
    for key, line in (("s", "sits 500"), ("b", "bets 10 on pass"), ("r", "roll 3 4"), ("l", "leaves")):
        client.say(key, line)
    assert name not in {each["table"] for each in house.web.get("/api/tables").json()}
    mine = bearer(token)
    assert house.web.get("/api/me", headers=mine).json()["tables"] == []
    assert house.web.get("/api/me/limits", headers=mine).json()["today"]["won"] == "0.00"
    assert house.web.get("/api/me/evenings", headers=mine).json()["evenings"] == []
    fair = house.web.post("/api/tables", json={"rules": "typical", "lesson": True}, headers=mine)
    assert (fair.status_code, fair.json()["code"]) == (400, "malformed")


def test_a_rulebook_is_checked_without_opening_a_table(house: Served) -> None:
    headers, before = bearer(house.guest("Vera")), house.web.get("/api/tables").json()

    def checked(text: str) -> api.BookChecked:
        answer = house.web.post("/api/books/check", json={"rulebook": text}, headers=headers)
        return msgspec.json.decode(answer.content, type=api.BookChecked)

    sound = checked('format = 1\nextends = "typical"\nname = "mine"\ntitle = "Mine"\n')
    assert (sound.sound, sound.name, sound.faults) == (True, "mine", ())
    bad = checked('format = 1\nextends = "typical"\nname = "mine"\n\n[wagers.pass]\nfoo = 1\n')
    assert [(fault.line, fault.where) for fault in bad.faults] == [(6, "wagers.pass.foo")]
    assert checked("[").faults[0].line == 1
    assert not checked('extends = "/etc/passwd"').sound
    assert house.web.get("/api/tables").json() == before


def test_a_fault_has_its_columns_and_what_to_write_instead(house: Served) -> None:
    text = 'format = 1\nextends = "typical"\nname = "mine"\n[wagers.field.pays]\n12 = "3-1"\notherwise = "1:1"\n'
    answer = house.web.post("/api/books/check", json={"rulebook": text}, headers=bearer(house.guest("Vince")))
    (fault,) = cast("api.BookChecked", told(answer, api.BookChecked)).faults
    assert (fault.line, fault.column, fault.end, fault.said, fault.instead) == (5, 7, 10, "3-1", "3:1")


def test_what_a_rulebook_changes_is_told_with_the_edges_before_and_after(house: Served) -> None:
    headers = bearer(house.guest("Viola"))
    text = (
        'format = 1\nextends = "typical"\nname = "mine"\ntitle = "Mine"\n[wagers.field.pays]\n2 = "2:1"\n12 = "3:1"\n'
        'otherwise = "1:1"\n[wagers.pass-odds.cap]\nby = "stake"\ntimes = 20\n[wagers.any-7]\noffered = false\n'
    )
    answer = house.web.post("/api/books/changes", json={"rulebook": text}, headers=headers)
    record = cast("api.HouseChangesResponse", told(answer, api.HouseChangesResponse))
    changes = {(change.wager, change.odds): (change.before, change.after) for change in record.wagers}
    assert changes["field", ""] == ("1/18", "1/36")
    assert changes["pass", "20x"] == ("7/1870", "7/7095")
    assert changes["any-7", ""] == ("1/6", None)
    assert (record.base, record.rules, record.holes) == ("typical", (), ())
    kind = house.web.post("/api/books/changes", json={"rulebook": text.replace('"3:1"', '"9:1"')}, headers=headers)
    (hole,) = cast("api.HouseChangesResponse", told(kind, api.HouseChangesResponse)).holes or ()
    assert (hole.wager, hole.edge) == ("field", "5/36")
    faulty = house.web.post("/api/books/changes", json={"rulebook": "["}, headers=headers)
    assert (faulty.status_code, faulty.json()["code"]) == (HTTPStatus.BAD_REQUEST, "malformed")


def test_a_book_is_had_as_it_is_written_with_what_it_extends(house: Served) -> None:
    texts = told(house.web.get("/api/books/typical-bar-2/source"), api.BookSource).texts
    assert texts == (shipped_text("typical-bar-2"), shipped_text("typical"))


def test_a_strategy_is_checked_for_a_table_without_opening_it(house: Served) -> None:
    headers, before = bearer(house.guest("Stella")), house.web.get("/api/tables").json()

    def checked(text: str, **table: str) -> api.StrategyChecked:
        asked = {"text": text, "table": {"rules": "catfish-bend", **table}}
        answer = house.web.post("/api/strategies/check", json=asked, headers=headers)
        return cast("api.StrategyChecked", told(answer, api.StrategyChecked))

    assert checked("on the come-out: bet 10 on dont-pass") == api.StrategyChecked(True)
    (mistake,) = checked("on the come-out: bet 10 on pass\nfly to the moon").mistakes
    assert mistake.line == 2
    assert "expected a heading" in mistake.message
    assert "^" not in mistake.message, "it is text, not what a terminal draws"
    assert checked("on the come-out: bet 10 on dont-pass", rules="crapless").mistakes[0].line == 1
    for asked, code in (
        ({"table": {"rules": "nowhere"}, "text": "sit out"}, "malformed"),
        ({"table": {}}, "malformed"),
    ):
        refused = house.web.post("/api/strategies/check", json=asked, headers=headers)
        assert (refused.status_code, refused.json()["code"]) == (400, code)
    assert house.web.post("/api/strategies/check", json={"table": {}, "text": "x"}).status_code == 401
    assert house.web.get("/api/tables").json() == before


def test_everything_that_was_played_can_be_asked_for_in_pages(house: Served, table: str) -> None:
    log = house.web.get(f"/api/tables/{table}/log").text
    rolls, before = [], None
    while True:
        query = f"count=3{'' if before is None else f'&before={before}'}"
        page = told(house.web.get(f"/api/tables/{table}/history?{query}"), api.PageResponse)
        rolls += [row["dice"] for row in page.rows]
        before = page.before
        if before is None:
            break
    thrown = [[int(a), int(b)] for a, b in re.findall(r'"type":"rolled","shooter":"Ann","a":(\d),"b":(\d)', log)]
    assert rolls == thrown[::-1]
    hands = told(house.web.get(f"/api/tables/{table}/history?what=hands"), api.PageResponse)
    assert sum(len(hand["rolls"]) for hand in hands.rows) == len(rolls)
    assert house.web.get(f"/api/tables/{table}/history?what=results").json()["code"] == "no-token"


def test_the_dice_of_a_turn_can_be_checked_from_what_is_published(house: Served, table: str) -> None:
    first, second, now = told(house.web.get(f"/api/tables/{table}/turns"), list[PublishedTurn])
    assert (unfair(first), unfair(second)) == ("", "")
    assert first.given == (SeatSeed("Ann", "c0ffee"),)
    assert (now.turn, now.seed, now.throws) == (3, None, ())
    assert told(house.web.get(f"/api/tables/{table}/turns?count=1"), list[PublishedTurn]) == [now]


def test_the_strategies_that_sit_down_are_listed_and_the_check_of_the_dice_is_served(house: Served, table: str) -> None:
    listed = told(house.web.get("/api/strategies"), list[api.StrategyListed])
    assert "three-point-molly" in [each.name for each in listed]
    assert all(each.sentence for each in listed)
    check = house.web.get("/api/fair.js")
    assert check.headers["content-type"] == "text/javascript; charset=utf-8"
    assert check.text == FAIR_JS.read_text(encoding="utf-8")
    assert house.web.get(f"/api/tables/{table}/turns/99").json()["reason"] == "this table has no such turn"


@pytest.mark.parametrize(
    ("body", "reason"),
    [(b"", "this request needs a body: send JSON"), (b'{"nome": "Ann"}', "Object contains unknown field `nome`")],
)
def test_a_body_that_is_not_as_it_should_be_is_told_without_our_own_words(
    house: Served, body: bytes, reason: str
) -> None:
    assert house.web.post("/api/guests", content=body).json() == {"code": "malformed", "reason": reason, "clause": ""}


def test_where_the_log_is_is_signed_and_true(house: Served, table: str) -> None:
    end = told(house.web.get(f"/api/tables/{table}/verify"), api.Verification)
    lines = house.web.get(f"/api/tables/{table}/log").text.splitlines()
    assert (end.entries, end.hash in lines[-1]) == (len(lines), True)
    made = Checkpoint(end.table, end.entries, end.hash, end.at, end.signature)
    assert genuine(end.public_key, made)
    assert not genuine(end.public_key, msgspec.structs.replace(made, hash=hashlib.sha256(b"").hexdigest()))


def test_the_api_is_described_whole_and_its_page_asks_nothing_of_anybody(house: Served) -> None:
    described = house.web.get("/api/docs/openapi.json").json()
    assert {"code", "reason", "clause"} <= set(described["components"]["schemas"]["RefusalReason"]["required"])
    page = house.web.get("/api/docs")
    assert not re.findall(r"(?:src|href)=.?(?:https?:)?//|<script|url\(", page.text)
    assert page.headers["content-security-policy"].startswith("default-src 'none'; style-src 'self'")
    assert house.web.get("/api/docs/style.css").headers["content-type"].startswith("text/css")
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            assert f"<b>{method.upper()}</b> <code>{path}</code>" in page.text
            assert operation["description"]
            assert operation["responses"]
            health = path in ("/healthz", "/readyz")  # what is not well there says so by its status
            told = [(int(status), answer) for status, answer in operation["responses"].items()]
            refused = [answer for status, answer in told if status >= 400 and not (health and status == 503)]
            assert all(
                answer["content"]["application/json"]["schema"]["$ref"].endswith("/RefusalReason") for answer in refused
            )
            if "{name}" in path:
                assert "404" in operation["responses"], path


def test_the_description_says_how_a_token_is_shown_and_what_any_request_may_be_answered(house: Served) -> None:
    described = house.web.get("/api/docs/openapi.json").json()
    assert {"type": "http", "scheme": "bearer"}.items() <= described["components"]["securitySchemes"]["token"].items()
    paths = described["paths"]
    assert paths["/api/me"]["get"]["security"] == [{"token": []}]
    assert paths["/api/tables/{name}/log"]["get"]["security"] == [{}, {"token": []}]
    assert "security" not in paths["/api/guests"]["post"]
    opening = paths["/api/tables"]["post"]["responses"]
    assert {status: opening[status]["description"] for status in ("403", "413", "429", "503")} == {
        "403": "`foreign`",
        "413": "`too-long`",
        "429": "`too-many`",
        "503": "`closing`, `unavailable`",
    }
    assert {"200", "503"} <= set(paths["/readyz"]["get"]["responses"]) & set(paths["/healthz"]["get"]["responses"])
    assert paths["/metrics"]["get"]["security"] == [{}, {"metrics": []}]
    assert "/api/fair.js" in paths
    with_key = {
        path
        for path, methods in paths.items()
        for operation in methods.values()
        for parameter in operation.get("parameters", [])
        if (parameter["name"], parameter["in"]) == ("Idempotency-Key", "header") and parameter["description"]
    }
    assert with_key == {"/api/tables", "/api/tables/{name}/bots"}


def test_a_table_that_is_asked_for_twice_by_one_key_is_opened_once(house: Served) -> None:
    ann, bob = house.guest("Asta"), house.guest("Bodo")

    def opened(token: str, key: str, **wanted: object) -> dict[str, str]:
        headers = {**bearer(token), "idempotency-key": key}
        answer = house.web.post("/api/tables", json={"rules": "typical", **wanted}, headers=headers)
        return dict(answer.json())

    first = opened(ann, "k1")
    assert opened(ann, "k1") == first
    assert opened(ann, "k2") != first
    assert opened(bob, "k1") != first
    assert opened(ann, "k1", window=20)["code"] == "key-used"
    assert opened(ann, "#")["code"] == "bad-key"
    roles = house.web.get("/api/me", headers=bearer(ann)).json()["roles"]
    assert (len(roles), roles[first["table"]]) == (2, ["owner"])


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_health_is_also_asked_for_without_its_words(house: Served, path: str) -> None:
    answer = house.web.head(path)
    assert (answer.status_code, answer.content) == (200, b"")


def test_the_counts_say_their_letters_once(house: Served) -> None:
    assert house.web.get("/metrics").headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"


@pytest.mark.parametrize(
    ("method", "path", "headers", "status", "code"),
    [
        ("GET", "/nowhere", {}, 404, "not-found"),
        ("GET", "/api/tables/t-0/turns", {}, 404, "not-found"),
        ("PUT", "/api/tables", {}, 405, "not-allowed"),
        ("GET", "/api/tables/t-0/history?count=0", {}, 400, "malformed"),
        ("POST", "/api/tables", {"origin": "http://elsewhere.example"}, 403, "foreign"),
        ("POST", "/api/tables", {"origin": "null"}, 403, "foreign"),
        ("POST", "/api/tables", {"sec-fetch-site": "cross-site"}, 403, "foreign"),
        ("POST", "/api/books/check", {}, 400, "malformed"),
        ("POST", "/api/tables", {"content-type": "text/plain"}, 400, "malformed"),
    ],
)
def test_every_error_has_code_reason_and_clause(
    house: Served, method: str, path: str, headers: dict[str, str], status: int, code: str
) -> None:
    answer = house.web.request(method, path, headers=headers, content=b"" if method == "GET" else b"[]")
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert set(answer.json()) == {"code", "reason", "clause"}


def test_every_answer_has_the_headers_that_keep_browsers_careful(house: Served) -> None:
    for path in ("/api/tables", "/nowhere", "/api/docs"):
        headers = house.web.get(path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "no-referrer")
        assert "access-control-allow-origin" not in headers
        assert "set-cookie" not in headers


def test_a_larger_answer_is_compressed_for_who_reads_that_and_is_the_same(house: Served) -> None:
    plain = house.web.get("/api/books/catfish-bend", headers={"accept-encoding": "identity"})
    packed = house.web.get("/api/books/catfish-bend", headers={"accept-encoding": "br, gzip"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == "accept-encoding"
    assert packed.content == plain.content
    assert int(packed.headers["content-length"]) < len(plain.content) / 4
    small = house.web.get("/ready", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in small.headers
    checked = house.web.post("/api/books/check", json={"rulebook": ""}, headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in checked.headers


def test_a_body_that_is_too_large_is_refused(house: Served) -> None:
    answer = house.web.post("/api/tables", content=b" " * 400_000, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (413, "too-long")


@pytest.mark.parametrize("body", [b"[" * 100_000, b'{"a":' * 50_000, b'{"name":"\xff"}', b"\xff\xfe", b"1" * 5_000])
def test_a_body_that_cannot_be_read_is_refused(house: Served, body: bytes) -> None:
    for kind in ("application/json", "multipart/form-data", "a/b; charset=\\"):
        answer = house.web.post("/api/guests", content=body, headers={"content-type": kind})
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


async def _nothing(_: Any, __: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def _asked(guard: Guard, times: int, path: str, client: str, **headers: str) -> list[int]:
    """The statuses of as many requests from an address, with no pause."""

    async def all_of_it() -> list[int]:
        transport = httpx.ASGITransport(guard, client=(client, 1))  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as web:
            return [(await web.post(path, headers=headers)).status_code for _ in range(times)]

    return asyncio.run(all_of_it())


def test_who_asks_too_much_is_told_to_wait_and_others_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard_of_the_web, "monotonic", lambda: 0.0)
    guard = Guard(_nothing)
    statuses = _asked(guard, 30, "/api/guests", "192.0.2.1")
    assert (statuses[:20], statuses[25:]) == ([200] * 20, [429] * 5)
    assert _asked(guard, 1, "/api/guests", "192.0.2.2") == [200]
    assert _asked(guard, 1, "/api/tables", "192.0.2.1") == [200]
    assert _asked(guard, 400, "/api/tables", "2001:db8::1")[-1] == 429
    assert _asked(guard, 1, "/api/tables", "2001:db8::2") == [429]
    assert _asked(guard, 60, "/api/guests", "127.0.0.1") == [200] * 60
    by_token = _asked(guard, 400, "/api/tables", "127.0.0.1", authorization="Bearer x")
    assert (by_token[0], by_token[-1]) == (200, 429)


def test_a_named_page_of_another_address_may_ask() -> None:
    guard = Guard(_nothing, frozenset({"https://felt.example"}))
    assert _asked(guard, 1, "/api/tables", "192.0.2.1", origin="https://felt.example") == [200]
    assert _asked(guard, 1, "/api/tables", "192.0.2.1", origin="https://other.example") == [403]


def test_a_named_page_may_send_a_token_and_a_key() -> None:
    async def before() -> str:
        transport = httpx.ASGITransport(Guard(_nothing, frozenset({"https://felt.example"})))  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as web:
            answer = await web.options("/api/tables", headers={"origin": "https://felt.example"})
            return answer.headers["access-control-allow-headers"]

    assert asyncio.run(before()) == "authorization, content-type, idempotency-key"
