"""`python -m tools.strategy_library`: writes `docs/reference/strategy-library.md`, every named strategy and its fame.

A test holds the page to the files.
"""

from pathlib import Path

from sevenout.strategy.strategy_catalogue import NamedStrategy, catalogue

TARGET = Path(__file__).parents[1] / "docs" / "reference" / "strategy-library.md"
_HEAD = """\
# The library of strategies

Written by `python -m tools.strategy_library` from the files. There are {many}. Each is written by us in the words of
[the strategy language](strategy-language.md); what it is known from is a fact about its fame, and no advice: in the
long run every one of them costs what its bets cost.

```sh
sevenout strategy list --like "hit and run"
sevenout strategy list --like molly --figures
sevenout strategy show place-6-8-once
```

`show` prints the file and, below it, what comes of one shooter, of ten, and of an hour of 144 rolls, worked out on the
spot: when a span ends nothing more is bet, and what lies there is played out, so that each bet counts with what it
costs. Small strategies are followed exactly, the others simulated. `list --figures` has the same for several.

| name | title | what it does | known from |
|---|---|---|---|
"""


def library_page() -> str:
    """The whole page."""
    listed = catalogue().values()
    return _HEAD.format(many=len(listed)) + "".join(map(_row, listed))


def _row(strategy: NamedStrategy) -> str:
    also = f" (also {', '.join(strategy.also)})" if strategy.also else ""
    return f"| `{strategy.name}` | {strategy.title}{also} | {strategy.sentence} | {strategy.known_from} |\n"


if __name__ == "__main__":
    TARGET.write_text(library_page(), encoding="utf-8")
