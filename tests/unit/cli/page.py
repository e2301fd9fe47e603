"""Reads a page that was written, and says whether it needs anything but itself."""

import re
from html.parser import HTMLParser

VOID = {"meta"}


class Page(HTMLParser):
    """Reads a page: every tag closed in turn, every reference kept, every id once."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.references: list[str] = []
        self.ids: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("src", "href", "xlink:href", "data", "action", "poster", "srcset"):
                self.references.append(value or "")
            if name == "id":
                self.ids.append(value or "")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def stands_alone(text: str) -> None:
    """Nothing is fetched: every reference leads to a place of the page itself, which is there."""
    page = Page(text)
    assert page.references
    assert all(reference.startswith("#") for reference in page.references)
    assert {reference.removeprefix("#") for reference in page.references} <= set(page.ids)
    namespaces = r'xmlns(?::xlink)?="http://www\.w3\.org/(?:2000/svg|1999/xlink)"'
    assert "://" not in re.sub(namespaces, "", text)
    assert "<script" not in text
    assert "url(" not in re.sub(r"url\(#\w+\)", "", text)
    assert "@import" not in text
