"""What the page says of a house and of a game: the house's own words, what a bet misses, what happened before."""

import pytest

from tests.browser.playing import Player
from tests.browser.visiting import DESK, PHONE, Visits, shot

STRANGER = """
format = 1
extends = "typical"
name = "stranger"
title = "Großmutters Würfelstube am Gänsemarkt"
[table]
minimum = 10
maximum = 20000
chip = 5
[wagers.pass]
title = "Der Spieler gewinnt"
[wagers.dont-pass]
title = "Der Spieler verliert nicht"
[wagers.dont-come]
title = "Kommt nicht wieder"
[wagers.come]
title = "Kommt bestimmt wieder"
[wagers.field]
title = "Das große Feld der Zahlen"
[wagers.any-7]
title = "Irgendeine Sieben im nächsten Wurf"
"""


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_house_with_long_names_has_them_on_its_felt(visits: Visits, size: tuple[int, int]) -> None:
    ann = Player(visits, STRANGER, size=size)
    printed = ann.page.locator("so-felt .letters text, so-felt text")
    words = " ".join(printed.all_text_contents())
    shot(ann.page, "stranger")
    assert "DER SPIELER" in words
    assert "GEWINNT" in words
    assert "PASS" not in words.replace("Pass odds", "")
    if size == DESK:
        assert "FELD" in words
        assert "SIEBEN" in words
