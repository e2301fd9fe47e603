"""Evenings typed through a real terminal: as they were kept, with the layout in its place at every question."""

import io
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from sevenout.base.dice import roll
from sevenout.cli.play.fixed_board import board
from sevenout.cli.play.layout_view import LayoutView
from sevenout.engine.game import Game
from sevenout.table import Table
from tests.property.games import Rail
from tests.unit.cli.terminal import EVENINGS, GOLDEN, Played, played, seated
from tests.unit.player.session_stats.houses import HOUSES, house
from tests.volume import examples

F2, F3, F4, F5 = "\x1bOQ", "\x1bOR", "\x1bOS", "\x1b[15~"


def frame(page: list[str]) -> list[int]:
    """Where the borders of the layout stand."""
    return [at for at, row in enumerate(page) if row.startswith(("╭", "╰", "+"))]


@pytest.mark.parametrize("name", EVENINGS)
def test_an_evening_is_as_it_was_kept_and_the_layout_does_not_jump(name: str) -> None:
    evening: Played = played(name)
    assert evening.text == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    if name == "plain":
        assert "\x1b" not in evening.text
        return
    assert {tuple(frame(page)) for page in evening.pages} == {(0, frame(evening.pages[0])[1])}
    if name == "small-ascii":
        assert evening.text.isascii()


def test_one_key_does_the_most_common_things() -> None:
    with seated(80, 24, "--company", "0") as seat:
        seat.say("10 pass")
        seat.press(F2)
        assert "Yo, eleven." in "\n".join(seat.page.rows)
        seat.press(F3)
        assert "✓ Ann bets 10 on pass" in seat.page.rows
        seat.press(F4)
        assert any(row.startswith("✓ Ann undoes") for row in seat.page.rows)
        seat.press(F5)
        assert "only while a point is on" in "\n".join(seat.page.rows)


def test_what_is_typed_stands_instead_of_a_suggestion() -> None:
    with seated(80, 24, "--company", "0") as seat:
        seat.say("yo")
        assert "Ann, come-out> bet 1 on eleven" in "\n".join(seat.page.rows)
        seat.say("5 on the field")
        assert "✓ Ann bets 5 on field" in seat.page.rows
        seat.say("yo")
        seat.say("no")
        assert "Nothing was done." in seat.page.rows
        seat.say("yo")
        seat.say(" and 5 on any-7")
        assert [row for row in seat.page.rows if row.startswith("✓")] == [
            "✓ Ann bets 1 on eleven",
            "✓ Ann bets 5 on any-7",
        ]


def test_the_language_of_old_is_drawn_in_ascii() -> None:
    with seated(80, 24, "--company", "0", LANG="C") as seat:
        assert "\n".join(seat.page.rows).isascii()


def test_what_a_terminal_would_obey_is_only_shown() -> None:
    with seated(80, 24, "--plain", "--company", "0") as seat:
        seat.say("b\x1b]0;mine\x07\x1b[2Jx")
        echoed = seat.page.heard.split("\n", 1)[1]  # the terminal's own echo of what was typed is before it
        assert "\x1b" not in echoed
        assert "\x07" not in echoed


@pytest.mark.parametrize("name", HOUSES)
@settings(max_examples=examples(10))
@given(dice=st.randoms(), actions=st.integers(1, 60))
def test_the_layout_is_as_high_whatever_lies_there(name: str, dice: Random, actions: int) -> None:
    rail = Rail(house(name), dice)
    heights: dict[int, set[int]] = {width: {len(drawn(rail, width))} for width in WIDTHS}
    for _ in range(actions):
        rail.act(rail.action())
    if tuple(rail.table.seats) == rail.names:
        for width, known in heights.items():
            lines = drawn(rail, width)
            known.add(len(lines))
            assert max(map(len, lines)) <= width
            assert len(known) == 1, rail.story()
            assert len(lines) <= 24 - 1 - 3  # so there is room for news


WIDTHS = (40, 60, 80, 120)


def drawn(rail: Rail, width: int) -> list[str]:
    console = Console(file=io.StringIO(), width=width, markup=False, highlight=False)
    with console.capture() as captured:
        console.print(board(LayoutView(rail.table.game, rail.table.snapshot(), rail.names[0]), {}, width))
    return captured.get().splitlines()


def test_long_names_and_wide_letters_keep_the_columns() -> None:
    table = Table(Game(house("typical")))
    for name in ("Ann", "B" * 40, "山田太郎", "Zoë"):
        table.seat(name, 1000_00)
        table.bet(name, "pass", 10_00)
        table.bet(name, "hard-8", 5_00)
    console = Console(file=io.StringIO(), width=80, markup=False, highlight=False)
    with console.capture() as captured:
        console.print(board(LayoutView(table.game, table.snapshot(), "Ann"), {}, 80))
    lines = captured.get().splitlines()
    assert {cell_len(line) for line in lines if line.startswith("│")} == {80}
    assert max(map(cell_len, lines)) <= 80


def test_what_is_off_looks_off_whatever_made_it_so() -> None:
    table = Table(Game(house("typical")))
    table.seat("Ann", 1000_00)
    table.bet("Ann", "pass", 10_00)
    table.roll(roll(4, 4))
    for wager in ("come", "place-6", "hard-8", "place-5"):
        table.bet("Ann", wager, 10_00)
    table.call("Ann", "place-5", "off")
    table.roll(roll(6, 4))
    table.bet("Ann", "come-odds-10", 10_00)
    felt = LayoutView(table.game, table.snapshot(), "Ann")
    shown = {key: felt.chips(key).plain for key in ("come-10", "come-odds-10", "place-6", "place-5", "hard-8")}
    assert shown == {
        "come-10": "A10", "come-odds-10": "A10", "place-6": "A10", "place-5": "(A10)", "hard-8": "A10"
    }  # fmt: skip
    table.roll(roll(4, 4))
    felt = LayoutView(table.game, table.snapshot(), "Ann")
    assert felt.chips("come-10", "come-odds-10").plain == "A10(+10)"
    assert [felt.chips(key).plain for key in ("place-6", "place-5", "hard-8")] == ["(A10)"] * 3
