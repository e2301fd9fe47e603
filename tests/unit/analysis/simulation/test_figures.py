"""Seeds keep their meaning: figures that version 0.1 gave while its kernel was another, typed again.

`figures.json` was written by that kernel, before the one in C was. It is not to be written anew. Bets at the end
counted at face value then, so that is asked for; a strategy with a goal of its own is not among them, since a goal
now counts what could be carried away.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.unit.cli.command import run

KEPT = json.loads(Path(__file__).with_name("figures.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("kept", KEPT, ids=lambda kept: f"{kept['typed'][0]} {kept['typed'][2]}")
def test_the_same_seed_gives_the_same_figures(kept: dict[str, Any]) -> None:
    ran = run("simulate", *kept["typed"], "--face-value", "--json", "--workers", "2")
    (found,) = json.loads(ran.out)["results"]
    assert {name: found[name] for name in kept["figures"]} == kept["figures"]
