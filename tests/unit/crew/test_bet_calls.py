"""How bets are announced: by whom, with which words, and which are not."""

from pathlib import Path

import pytest

from sevenout.base.refusal import Refusal
from sevenout.crew.calls.bet_calls import booking, change_due
from sevenout.crew.layout.rail import Rail
from sevenout.crew.replay import Playback, number_lines, play
from sevenout.crew.roll_calls import SpokenCall
from sevenout.engine.game import Game
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.table.events import Changed, Toked

TRANSCRIPTS = sorted((Path(__file__).parents[2] / "transcripts").glob("*/*.craps"))


def booked(book: str, *lines: str, rail: Rail | None = None, change: int = 0) -> list[str]:
    """What is said of the last of some lines, each with its speaker; Ann and Bob at third base, Cy at second."""
    event, calls = last(book, *lines, rail=rail, change=change)
    assert isinstance(event, Changed | Toked)
    return [f"{call.who}: {call.words}" for call in calls]


def last(
    book: str, *lines: str, rail: Rail | None = None, change: int = 0
) -> tuple[Changed | Toked, tuple[SpokenCall, ...]]:
    opening = [f"seat {name} 10000" for name in ("Ann", "Bob", "Cy")]
    *_, step = Playback(open_book(book), number_lines("\n".join([*opening, *lines])))
    assert isinstance(step.event, Changed | Toked), step.event
    return step.event, booking(Game.open(book), step.before, step.event, rail, change=change)


ON_6 = ("Ann bets 10 on pass", "roll 4 2")


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("Cy bets 12 on place-8",), "second base: 12, player 1 at second base, Place Bet 8"),
        (("Bob bets 20 on buy-4",), "third base: 20, Buy Bet 4, player 2 at third base, 1 vig"),
        (("Bob bets 40 on lay-10",), "third base: 40, Lay Bet 10, player 2 at third base, 1 vig"),
        (("Cy bets 5 on hard-8",), "stickperson: 5, Hardway 8, player 1 at second base"),
        (("Cy bets 8 on horn",), "stickperson: 8, Horn Bet, player 1 at second base"),
        (("Cy bets 2 on hop-3-1",), "stickperson: 2, Hop Bet 3-1, player 1 at second base"),
        (
            ("Bob bets 10 on come", "roll 5 4", "Bob bets 20 on come-odds-9"),
            "third base: 20, Come Odds 9, player 2 at third base",
        ),
        (
            ("Cy bets 12 on place-8", "Cy presses place-8 by 6"),
            "second base: 6 more, 18 in all, player 1 at second base, Place Bet 8",
        ),
        (
            ("Bob bets 20 on buy-4", "Bob presses buy-4"),
            "third base: 20 more, 40 in all, Buy Bet 4, player 2 at third base, 1 vig",
        ),
        (
            ("Cy bets 5 on hard-8", "roll 4 4", "Cy parlays hard-8"),
            "stickperson: 45 more, 50 in all, Hardway 8, player 1 at second base",
        ),
        (
            ("Cy bets 12 on place-8", "Cy calls place-8 off"),
            "second base: Place Bet 8 off, player 1 at second base, button down",
        ),
        (
            ("Cy bets 5 on hard-8", "Cy calls hard off"),
            "stickperson: Hardway 8 off, player 1 at second base, button down",
        ),
        (
            ("Cy bets 12 each on inside", "Cy bets 20 on buy-4", "Cy calls place off"),
            "second base: Place Bet 5, 8 and 9 off, player 1 at second base, button down",
        ),
    ],
)
def test_a_bet_that_the_crew_places_is_repeated(lines: tuple[str, ...], said: str) -> None:
    assert booked("catfish-bend", *ON_6, *lines) == [said]


@pytest.mark.parametrize(
    "lines",
    [
        ("Cy bets 10 on field",),
        ("Cy bets 10 on come",),
        ("Cy bets 10 on dont-come",),
        ("Cy bets 10 on big-6",),
        ("Ann bets 20 on pass-odds",),
        ("Cy bets 12 on place-8", "Cy takes down place-8"),
        ("Cy bets 12 on place-8", "Cy reduces place-8 by 6"),
        ("Cy bets 40 on lay-10", "Cy calls lay-10 off"),
        ("Cy calls props down",),
        ("Cy tokes 5",),
    ],
    ids=lambda lines: lines[-1],
)
def test_what_players_put_down_or_take_back_themselves_is_not_repeated(lines: tuple[str, ...]) -> None:
    assert booked("catfish-bend", *ON_6, *lines) == []


def test_a_bet_on_a_group_is_repeated_number_by_number() -> None:
    assert booked("catfish-bend", *ON_6, "Cy bets 12 each on inside") == [
        f"second base: 12, player 1 at second base, Place Bet {number}" for number in (5, 8, 9)
    ]


def test_one_base_dealer_alone_books_at_both_ends() -> None:
    rail = Rail(("Ann", "Bob"), ("Cy",), dealers=1)
    assert booked("catfish-bend", "Cy bets 12 on place-8", rail=rail) == [
        "base dealer: 12, player 1 at second base, Place Bet 8"
    ]


def test_change_is_announced_last_and_only_if_there_is_any() -> None:
    event, _ = last("catfish-bend", "Bob bets 20 on buy-4")
    assert change_due(event, 2_500) == 400
    assert change_due(event, 2_100) == 0
    assert booked("catfish-bend", "Bob bets 20 on buy-4", change=400) == [
        "third base: 20, Buy Bet 4, player 2 at third base, 1 vig, 4 change"
    ]
    assert booked("catfish-bend", "Ann tokes 5 on hard-8", change=2000) == [
        "stickperson: 5 for the dealers, Hardway 8, 20 change"
    ]


def test_too_little_money_for_stake_and_commission_is_refused() -> None:
    opening = "seat Bob 30\n"
    for line, code, reason in (
        ("Bob bets 20 on buy-4 with 20", "short", "20.00 does not cover stake and commission, 21.00"),
        ("Bob bets 20 on buy-4 with 31", "rack", "you put down 31.00, and your rack holds 30.00"),
    ):
        *_, step = Playback(open_book("catfish-bend"), number_lines(opening + line))
        assert isinstance(step.event, Refusal)
        assert (step.event.code, step.event.reason) == (code, reason)
        assert step.after == step.before
    *_, exact = Playback(open_book("catfish-bend"), number_lines(f"{opening}Bob bets 20 on buy-4 with 21"))
    assert isinstance(exact.event, Changed)


def test_what_is_put_down_for_a_bet_moves_nothing_but_the_bet() -> None:
    plain, _ = last("catfish-bend", "Bob bets 20 on buy-4")
    with_more, _ = last("catfish-bend", "Bob bets 20 on buy-4 with 100")
    assert with_more == plain


def test_a_toke_that_rides_is_announced_to_the_supervisor() -> None:
    assert booked("catfish-bend", "Ann tokes 5 on hard-8") == ["stickperson: 5 for the dealers, Hardway 8"]
    assert booked("catfish-bend", "Cy tokes 6 on place-6") == ["second base: 6 for the dealers, Place Bet 6"]
    event, calls = last("catfish-bend", "Ann tokes 5 on hard-8", "Cy tokes 2 on hard-8")
    assert [(call.words, call.to) for call in calls] == [("2 for the dealers, Hardway 8", "supervisor")]
    assert event.staked == 200


@pytest.mark.parametrize("night", TRANSCRIPTS, ids=lambda path: path.stem)
def test_every_chip_that_the_crew_places_is_announced(night: Path) -> None:
    """The golden nights: a wager that grew is named in one call, with the amount that lies there now."""
    played = play(night.read_text(encoding="utf-8"))
    for step in played:
        if not isinstance(step.event, Changed):
            continue
        held = step.before.seat(step.event.seat)
        assert held is not None
        assert played.table is not None
        game, was, now = played.table.game, held.layout.stakes, step.event.layout.stakes
        calls = [call for call in booking(game, step.before, step.event) if not call.to]
        for wager in game.rules.by_key:
            title = game.rules.by_key[wager].wager.title
            grew = now.get(wager, 0) > was.get(wager, 0)
            own = wager.rstrip("0123456789-") in ("pass", "dont-pass", "field", "big", "pass-odds", "dont-pass-odds")
            named = [call for call in calls if f", {title}," in f", {call.words},"]
            assert len(named) == (grew and not own and wager not in ("come", "dont-come"))


@pytest.mark.parametrize("book", shipped())
def test_the_calls_that_stand_are_those_that_were_made(book: str) -> None:
    night = (
        f"rules {book}\nseat Ann 10000\nAnn bets 25 on pass\nroll 4 2\nAnn bets 30 on place-8\nAnn bets 50 on buy-4\n"
    )
    *_, plain = play(night)
    *_, off = play(f"{night}Ann calls place off")
    *_, on = play(f"{night}Ann calls place off\nAnn calls place on")
    for step, call in ((plain, ""), (off, "off"), (on, "on")):
        lying = step.after.seats[0].layout.lying
        assert {bet.wager: bet.call for bet in lying} == {"pass": "", "place-8": call, "buy-4": ""}
