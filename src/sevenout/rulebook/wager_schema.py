"""The words of a wager's table: a new one is a line here, a field of `Wager`, and whoever acts on it.

From this table follow how a plain word is read, whether it may stand in [defaults], whether it carries a citation,
and in which order a wager's values are shown. Words of kind `own` are read and shown by functions of their own.
"""

from typing import Literal

from msgspec import Struct

Kind = Literal["own", "choice", "flag", "text"]


class Word(Struct, frozen=True):
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
    Word("title", presents=True),
    Word("label", "text", presents=True),
    Word("note", "text", presents=True),
    Word("region", presents=True),
    Word("order", presents=True),
    Word("made", inherits=True),
    Word("increase", inherits=True),
    Word("reduce", inherits=True),
    Word("after-reduction", "choice", ("open", "locked"), inherits=True),
    Word("minimum", inherits=True),
    Word("maximum", inherits=True),
    Word("maximum-win", inherits=True),
    Word("attaches-to"),
    Word("cap"),
    Word("rows"),
    Word("otherwise"),
    Word("pays"),
    Word("parts"),
    Word("collect"),
    Word("working", inherits=True),
    Word("commission"),
    Word("after-win", "choice", ("down", "up"), inherits=True),
    Word("proposition", "flag", inherits=True),
    Word("also"),
)
"""In the order in which they are shown; `rows` stands for win, lose, push, stay, travel and collect."""

PRESENTATION = tuple(word.name for word in WAGER_WORDS if word.presents)
