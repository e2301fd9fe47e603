"""What the named strategies are called and what they are known from, and how one is found by a few words."""

import tomllib
from functools import cache
from importlib import resources

from msgspec import Struct

from sevenout.base.vocabulary import nearest
from sevenout.strategy.named_texts import named_text


class NamedStrategy(Struct, frozen=True):
    """A strategy that comes with sevenout."""

    name: str
    title: str
    known_from: str
    """Who or what it is known from."""
    also: tuple[str, ...] = ()
    """Other names that it goes by."""

    @property
    def sentence(self) -> str:
        """What it does, in one sentence: the first comment of its file."""
        return named_text(self.name).partition("\n")[0].lstrip("# ")

    @property
    def names(self) -> str:
        """All that it is called, in small letters."""
        return " ".join((self.name, self.name.replace("-", " "), self.title, *self.also)).lower()


@cache
def catalogue() -> dict[str, NamedStrategy]:
    """Every named strategy, by its name.

    >>> catalogue()["three-point-molly"].title
    'Three Point Molly'
    """
    text = (resources.files(__package__) / "named" / "catalogue.toml").read_text(encoding="utf-8")
    return {
        name: NamedStrategy(name, entry["title"], entry["known-from"], tuple(entry.get("also", ())))
        for name, entry in tomllib.loads(text).items()
    }


def find_like(said: str) -> tuple[NamedStrategy, ...]:
    """The strategies that some words may mean: by their names first, then by what is said of them, else the nearest.

    >>> [found.name for found in find_like("iron cross")][:2]
    ['iron-cross', 'iron-cross-total']
    """
    words = said.lower().replace("-", " ").split()
    known = list(catalogue().values())
    by_name = [each for each in known if words and all(word in each.names for word in words)]
    by_text = [each for each in known if each not in by_name and _speaks_of(each, words)]
    if by_name or by_text:
        return (*by_name, *by_text)
    near = nearest("-".join(words), [each.name for each in known])
    return () if near is None else (catalogue()[near],)


def _speaks_of(strategy: NamedStrategy, words: list[str]) -> bool:
    text = f"{strategy.names} {strategy.sentence} {strategy.known_from}".lower()
    return bool(words) and all(word in text for word in words)
