"""Whole pages: one writer, one escaper, one style sheet, and on every page the version and the day."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

import sevenout
from sevenout import Game, Table
from sevenout.base.html import document, page_date, page_style, tag
from sevenout.crew.shift.shift_page import shift_page
from sevenout.crew.shift.shift_report import shift_report
from sevenout.reports.html.notice_page import notice_page
from sevenout.reports.html.page_frame import PageSection, build_page
from sevenout.reports.notice import notice
from sevenout.school.exams.paper import form_page

SOURCE = Path(sevenout.__file__).parent
TABLE = Table(Game.open("typical"))
PAGES: dict[str, Callable[[], str]] = {
    "report": lambda: build_page("R", tag("h1", "R"), None, [PageSection("a", "A", tag("p", "1"))], "foot"),
    "notice": lambda: notice_page(notice(TABLE.game)),
    "shift": lambda: shift_page(shift_report(TABLE.game, TABLE.log or [])),
    "school": lambda: form_page("Paper", tag("h1", "Paper")),
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_the_one_style_sheet_the_version_and_the_day(name: str) -> None:
    page = PAGES[name]()
    assert page.startswith('<!DOCTYPE html>\n<html lang="en">')
    assert page_style() in page
    assert f'<p class="made">sevenout {sevenout.__version__} · 2026-03-02</p>' in page
    assert page.count("<h1>") == page.count("</html>") == 1


def test_the_day_is_the_one_that_is_set_or_today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert page_date().isoformat() == "1970-01-02"
    for unset in ("", "yesterday"):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", unset)
        before = datetime.now(UTC).date()
        assert before <= page_date() <= datetime.now(UTC).date()


def test_text_and_titles_are_escaped_and_markup_is_not() -> None:
    page = document("<A>", "1 < 2", tag("b", 'say "3"'), look="report")
    assert "<title>&lt;A&gt;</title>" in page
    assert "1 &lt; 2<b>say &quot;3&quot;</b>" in page


def test_only_base_html_escapes_and_writes_a_document() -> None:
    written = re.compile(r"<!doctype|<html|^from html import|^import html\b|html\.escape", re.IGNORECASE | re.MULTILINE)
    others = [
        str(path.relative_to(SOURCE))
        for path in sorted(SOURCE.rglob("*.py"))
        if path != SOURCE / "base" / "html.py" and written.search(path.read_text(encoding="utf-8"))
    ]
    assert others == []
