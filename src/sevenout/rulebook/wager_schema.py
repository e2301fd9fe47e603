"""The words of a wager's table: a new one is a line here, a field of `Wager`, and whoever acts on it.

From this table follow how a plain word is read, whether it may stand in [defaults], whether it carries a citation,
and in which order a wager's values are shown. Words of kind `own` are read and shown by functions of their own.
"""

from typing import Literal

from msgspec import Struct

Kind = Literal["own", "choice", "flag", "text"]


class WagerWord(Struct, frozen=True):
    """One word of a wager's table; of a choice, the first option is the default."""

    name: str
    kind: Kind = "own"
    options: tuple[str, ...] = ()
    inherits: bool = False
    """Whether [defaults] may say it for all wagers."""
    presents: bool = False
    """Whether it only says how a wager is shown: no rule, so it has no citation."""

    @property
    def field(self) -> str:
        """Its name as a field of `Wager`."""
        return self.name.replace("-", "_")


WAGER_WORDS = (
    WagerWord("title", presents=True),
    WagerWord("label", "text", presents=True),
    WagerWord("note", "text", presents=True),
    WagerWord("region", presents=True),
    WagerWord("order", presents=True),
    WagerWord("made", inherits=True),
    WagerWord("increase", inherits=True),
    WagerWord("reduce", inherits=True),
    WagerWord("after-reduction", "choice", ("open", "locked"), inherits=True),
    WagerWord("minimum", inherits=True),
    WagerWord("maximum", inherits=True),
    WagerWord("maximum-win", inherits=True),
    WagerWord("attaches-to"),
    WagerWord("cap"),
    WagerWord("rows"),
    WagerWord("otherwise"),
    WagerWord("pays"),
    WagerWord("parts"),
    WagerWord("collect"),
    WagerWord("count"),
    WagerWord("working", inherits=True),
    WagerWord("commission"),
    WagerWord("after-win", "choice", ("down", "up"), inherits=True),
    WagerWord("proposition", "flag", inherits=True),
    WagerWord("also"),
)
"""In the order in which they are shown; `rows` stands for win, lose, push, stay, travel and collect."""

PRESENTATION = tuple(word.name for word in WAGER_WORDS if word.presents)
