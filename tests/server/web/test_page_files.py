"""The page and its files, as the house gives them out: compressed, kept for ever, asking this house alone."""

import gzip
import re
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest

from sevenout.cli.admin.serve_command import open_browser
from sevenout.server.web.page_files import BuiltPage
from tests.server.serving import Served

INDEX, SCRIPT = b"<!DOCTYPE html><title>sevenout</title>" * 9, b"console.log(7);" * 99
ROOMS = ("/", "/new", "/join", "/settings", "/t/t-1f0c77aa", "/t/t-1f0c77aa/listen")


@contextmanager
def house_with(page: Path, folder: Path) -> Iterator[Served]:
    served = Served(str(folder / "house.db"), folder, program=("tests.server.another_page", str(page)))
    try:
        yield served
    finally:
        served.kill()


def built(folder: Path, script: str = "app-AAAA.js") -> Path:
    """What a build leaves: the page, a script, both compressed too, and a font."""
    page = folder / "felt"
    (page / "assets").mkdir(parents=True)
    for path, contents in ((page / "assets" / script, SCRIPT), (page / "index.html", INDEX)):
        path.write_bytes(contents)
        path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(contents))
        path.with_name(f"{path.name}.br").write_bytes(b"br of " + path.name.encode())
    (page / "assets" / "font-BBBB.woff2").write_bytes(b"font")
    return page


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("felt")
    with house_with(built(folder), folder) as served:
        yield served


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_is_the_same_page_and_may_ask_this_house_alone(house: Served, room: str) -> None:
    answer = house.web.get(room, headers={"accept-encoding": "gzip"})
    assert (answer.status_code, answer.content) == (200, INDEX)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["content-security-policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
        "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    assert (answer.headers["x-content-type-options"], answer.headers["referrer-policy"]) == ("nosniff", "no-referrer")
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("accepted", "form"),
    [("gzip, deflate, br, zstd", "br"), ("gzip", "gzip"), ("br;q=0, gzip", "gzip"), ("identity", None), ("", None)],
)
def test_a_file_comes_in_the_smallest_form_that_is_taken(house: Served, accepted: str, form: str | None) -> None:
    with house.web.stream("GET", "/assets/app-AAAA.js", headers={"accept-encoding": accepted}) as answer:
        raw = b"".join(answer.iter_raw())
    assert answer.headers.get("content-encoding") == form
    assert (gzip.decompress(raw) if form == "gzip" else raw) == (b"br of app-AAAA.js" if form == "br" else SCRIPT)
    assert len(raw) == int(answer.headers["content-length"])
    assert (answer.headers["content-type"], answer.headers["vary"]) == (
        "text/javascript; charset=utf-8",
        "accept-encoding",
    )


def test_what_is_named_by_its_contents_is_kept_for_ever_and_the_page_is_asked_for(house: Served) -> None:
    font = house.web.get("/assets/font-BBBB.woff2")
    assert (font.content, font.headers["content-type"]) == (b"font", "font/woff2")
    assert font.headers["cache-control"] == "public, max-age=31536000, immutable"
    tag = house.web.get("/").headers["etag"]
    again = house.web.get("/", headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("name", ["nothing.js", "app-AAAA.js.br", "index.html", "..%2findex.html", "%2e%2e/index.html"])
def test_nothing_else_of_the_folder_is_given_out(house: Served, name: str) -> None:
    answer = house.web.get(f"/assets/{name}")
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


def test_a_page_that_is_built_anew_is_read_anew_and_one_that_goes_is_kept(tmp_path: Path) -> None:
    page = BuiltPage(tmp_path / "felt")
    assert (page.front, page.file("app-AAAA.js")) == (None, None)
    folder = built(tmp_path)
    assert page.front is not None
    assert page.file("app-AAAA.js") is not None
    folder.rename(tmp_path / "old")
    assert page.front is not None
    built(tmp_path, "app-CCCC.js")
    assert page.file("app-CCCC.js") is not None
    assert page.file("app-AAAA.js") is None


def test_without_a_page_the_house_says_what_it_is_and_asks_for_nothing_elsewhere(tmp_path: Path) -> None:
    with house_with(tmp_path / "nothing", tmp_path) as house:
        table = house.table(house.guest("Ann"), rulebook='extends = "typical"\ntitle = "<script>alert(1)</script>"\n')
        for room in ROOMS:
            page = house.web.get(room)
            assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
            assert page.headers["content-security-policy"].startswith("default-src 'none'; style-src 'sha256-")
            assert "<code>make felt</code>" in page.text
        assert f"<code>{table}</code> &lt;script&gt;" in page.text
        assert "<script" not in page.text
        for link in re.findall(r"href=\"([^\"]+)", page.text):
            assert house.web.get(link).status_code == 200
        assert not re.search(r"(src|href)=\"(https?:)?//", page.text)
        assert house.web.get("/readyz").json() == {"status": "ready"}


def test_a_browser_is_opened_beside_the_house_and_one_that_fails_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    opened, tried = list[str](), Event()

    def fails(where: str) -> bool:
        opened.append(where)
        tried.set()
        raise webbrowser.Error("no browser")

    monkeypatch.setattr(webbrowser, "open", fails)
    open_browser("http://127.0.0.1:7011")
    assert tried.wait(60)
    assert opened == ["http://127.0.0.1:7011"]
