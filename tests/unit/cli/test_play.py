"""`sevenout play` through a pipe: bets, refusals, why, saving and resuming, and any text at all."""

import io
import itertools
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from rich.console import Console

from sevenout.base.dice import SeededDice, roll
from sevenout.cli.play.layout_view import LayoutView
from sevenout.cli.shared.prompt import suggestions
from sevenout.crew.replay import play
from sevenout.engine.betting import Position
from sevenout.engine.game import Game
from sevenout.player.bot import Bot
from sevenout.player.house_players import PLAYERS, let_bet
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.table import Rolled, Seat, Snapshot, Table, TableState, take_snapshot, transcript
from sevenout.table.live_clock import TableClock
from sevenout.table.narration import stick
from tests.unit.cli.command import run
from tests.unit.cli.seat import alone, at_the_table, seed_for

EVENING = ("bet 10 on pass", "", "bet 12 on place-6", "bet 5 on field", "", "", "10 on pass", "", "", "")
pytestmark = pytest.mark.usefixtures("away")


def end_of(file: str) -> Snapshot:
    *_, last = play(Path(file).read_text(encoding="utf-8"))
    return last.after


# --- betting and rolling


@pytest.mark.parametrize(
    "line", ["bet 10 on pass", "bets 10 on pass", "10 on pass", "Ann bets 10 on pass", "Bet 10 on pass"]
)
def test_a_bet_is_typed_with_or_without_the_name(line: str) -> None:
    ran = alone(line)
    assert ran.code == 0
    assert "✓ Ann bets 10 on pass" in ran.out
    assert "Ann leaves with 990 in the rack, 10 on the layout: even." in ran.out


def test_an_empty_line_rolls_and_pays() -> None:
    ran = alone("bet 10 on pass", "", seed=seed_for(11))
    assert "Yo, eleven." in ran.out
    assert "Ann pass 10 wins 10" in ran.out
    assert "Ann leaves with 1010 in the rack: 10 won." in ran.out


def test_the_puck_stands_over_the_point() -> None:
    ran = alone("bet 10 on pass", "roll", seed=seed_for(8))
    assert " OFF " in ran.out
    assert " ON  8" in ran.out
    assert "The point is 8." in ran.out
    assert "Ann, point 8> " not in ran.out  # the pipe has ended: nothing was asked any more


def test_nobody_rolls_without_a_line_bet_and_the_dice_are_not_used_up() -> None:
    refused_first = alone("roll", "bet 10 on pass", "roll", "save a.craps")
    at_once = alone("bet 10 on pass", "roll", "save b.craps")
    assert "No: nobody can throw: the shooter needs a line bet" in refused_first.out
    assert at_once.code == 0
    assert without_the_time("a.craps") == without_the_time("b.craps")


def test_after_a_throw_bets_are_closed_until_the_roll() -> None:
    ran = alone("bet 10 on pass", "throw", "bet 5 on field", "roll", "bet 5 on field", seed=seed_for(11))
    assert "No: the dice are in the air: no more bets" in ran.out
    assert "Ann, dice in the air> bet 5 on field" in ran.out
    assert "✓ Ann bets 5 on field" in ran.out


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("roll 6 5", "The dice decide here"),
        ("no roll: cocked", "for the house to say"),
        ("seat Zoe 500", "for the house to say"),
        ("rules pass now", "offers no 'pass now'. Did you mean 'pass'?"),
        ("rules hard 8", "offers no 'hard 8'. Did you mean 'hard-8'?"),
        ("offers yo", "offers no yo. Did you mean 'eleven'?"),
        ("pas 10", "Did you mean: bet 10 on pass?"),
        ("12 6", "  1  bet 12 on place-6\n  2  bet 6 on craps-12\n"),
        ("yo", "How much? Did you mean: bet 1 on eleven?"),
        ("quit now please", "quit must be alone on its line."),
        ("supervisor orders Ann to pass the dice", "for the house to say"),
        ("Bob bets 10 on pass", "You can only speak for Ann."),
        ("banana", "I do not know 'banana'."),
        ("ofers", "I do not know 'ofers'. Did you mean: offers? Press Enter for yes."),
        ("rebt", "Did you mean: rebet? Press Enter for yes."),
        ("12", "12 on what? Such as: 10 pass, 12 on six."),
        ("give it all you have got", "I do not understand that. help lists what you can say."),
        ("How much do I have?", "bought in"),
        ("what can i bet", "pass, dont-pass"),
        ("What is the yo?", "Did you mean 'eleven'?"),
        ("take the odds off", "Pass Odds is not on"),
        ("same bet", "None of your bets has been decided yet."),
        ("bet 10 on pss", "I do not know 'pss'. Did you mean: bet 10 on pass? Press Enter for yes."),
        ("rules pss", "Did you mean 'pass'?"),
        ("save", "save needs a file"),
        ("why", "Nothing has been decided or refused yet."),
        ("again", "Nothing has been rolled yet."),
        ("asks for time", "Take your time: nothing is thrown here until you type roll or press Enter."),
        ("Ann asks for time", "Take your time"),
        ("more time", "Take your time"),
        ("sits 100", "You already have a seat: buy in for 100 adds to your chips."),
        ("roll 3", "The dice decide here: type roll, or just press Enter."),
        ("snatches", "Expected an amount such as 10, the line ends."),
        ("bets 1e3 on pass", "Expected an amount such as 10 or 10.50, found '1e3'. Write every digit out."),
        ("10.555 pass", "10.555 is not an amount. A cent is the smallest amount: give at most two"),
        ("keep 1e3 on six", "1e3 is not an amount. Write every digit out."),
    ],
)
def test_what_cannot_be_done_is_answered_kindly_and_changes_nothing(line: str, answer: str) -> None:
    ran = alone(line)
    assert ran.code == 0
    assert answer in ran.out
    assert "Ann leaves with 1000 in the rack: even." in ran.out


@pytest.mark.parametrize(
    ("line", "done"),
    [
        ("10 pass", "10 on pass"),
        ("pass 10", "10 on pass"),
        ("10 yo", "10 on eleven"),
        ("bet hard 8 10", "10 on hard-8"),
        ("bet 10 on hard 8", "10 on hard-8"),
        ("$5 field please", "5 on field"),
    ],
)
def test_what_people_say_is_done_and_shown_in_the_notation(line: str, done: str) -> None:
    assert f"✓ Ann bets {done}\n" in alone(line).out


def test_the_coach_speaks_of_every_bet_of_a_group() -> None:
    told = alone("coach on", "12 each on inside").out
    assert "12 on place-5 does not pay exactly: up to 80 cents is lost" in told
    assert "place-8 for 12: 1.52%, 18 cents a decision\n" in told


def test_enter_after_a_line_that_was_not_understood_accepts_what_is_shown_and_never_rolls() -> None:
    accepted = alone("pas 10", "", seed=seed_for(11)).out
    assert "✓ Ann bets 10 on pass\n" in accepted
    assert "Yo, eleven." not in accepted
    nothing = alone("10 pass", "banana", "", seed=seed_for(11)).out
    assert "Nothing was done. roll throws the dice." in nothing
    assert "Yo, eleven." not in nothing


def test_enter_after_a_refusal_does_nothing() -> None:
    ran = alone("10 pass", "odds 20", "", seed=seed_for(11)).out
    assert "No: Pass Odds may be made only while a point is on" in ran
    assert "Yo, eleven." not in ran


def test_a_choice_is_made_by_its_number() -> None:
    assert "✓ Ann bets 6 on craps-12\n" in alone("12 6", "2").out
    assert "✓" not in alone("12 6", "").out


def test_what_each_placed_and_what_it_cost_is_said() -> None:
    ran = alone("bet 10 on pass", "", "bet 6 each on inside", "bet 20 on buy-4", seed=seed_for(8))
    assert "✓ Ann bets 6 each on inside   place-5 +6, place-6 +6, place-9 +6\n" in ran.out
    assert "✓ Ann bets 20 on buy-4   commission 1.00\n" in ran.out


def test_a_bet_that_travels_is_seen_to_travel() -> None:
    ran = alone("bet 10 on pass", "", "bet 10 on come", "", seed=seed_for(8, 6))
    assert "Ann come 10 goes to come-6" in ran.out
    assert "None of your bets was decided." not in ran.out.split("bet 10 on come")[1]


def test_leaving_the_table_cashes_out() -> None:
    ran = alone("bet 5 on field", "leave", "")
    assert "✓ Ann leaves" in ran.out
    assert ran.code == 0


# --- saving and resuming


@pytest.mark.parametrize("book", ["catfish-bend", "crapless"])
def test_a_saved_game_lands_in_the_same_state_and_saves_the_same(book: str) -> None:
    at_the_table(*EVENING, "save a.craps", options=("--rules", book, "--company", "3"))
    again = at_the_table("save b.craps", options=("a.craps",))
    assert "a.craps goes on." in again.out
    assert without_the_time("a.craps") == without_the_time("b.craps")
    assert end_of("a.craps") == end_of("b.craps")


def without_the_time(file: str) -> list[str]:
    """The lines of a saved game but for what the clock on the wall showed."""
    return [line for line in Path(file).read_text(encoding="utf-8").splitlines() if not line.startswith("clock ")]


@pytest.mark.parametrize("stop", range(1, len(EVENING)))
def test_an_interrupted_game_goes_on_as_if_it_had_not_been(stop: int) -> None:
    at_the_table(*EVENING, options=("--save", "whole.craps"))
    at_the_table(*EVENING[:stop], options=("--save", "part.craps"))
    at_the_table(*EVENING[stop:], options=("part.craps", "--save", "part.craps"))
    assert without_the_time("part.craps") == without_the_time("whole.craps")


def test_what_is_done_as_a_minute_passes_is_done_and_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    minutes = itertools.count()

    def later() -> datetime:
        return datetime(2026, 11, 17, 8, tzinfo=UTC) + timedelta(minutes=next(minutes))

    monkeypatch.setattr(TableClock.__init__, "__defaults__", (None, later))
    alone("bet 10 on pass", "roll", "bet 5 on field", "save a.craps", seed=seed_for(7))
    said = without_the_time("a.craps")
    assert [line for line in said if line.startswith(("Ann", "roll"))] == [
        "Ann bets 10 on pass",
        next(line for line in said if line.startswith("roll")),
        "Ann bets 5 on field",
    ]
    assert "Ann leaves with 1010 in the rack" in at_the_table("clear", options=("a.craps",)).out


def test_why_and_again_work_after_resuming() -> None:
    seed = seed_for(7)
    alone("bet 10 on pass", "roll", "save a.craps", seed=seed)
    ran = at_the_table("why", "again", options=("a.craps",), seed=seed)
    assert "a come-out 7 or 11 wins for pass" in ran.out
    assert "PASS LINE       A10" in ran.out.split("> again")[1]


@pytest.mark.parametrize("folder", ["no. #1", "#"])
def test_a_house_that_no_transcript_can_name_is_no_house_to_play_by(folder: str) -> None:
    """In a transcript # begins a comment: such a game was saved, and never opened again."""
    house = Path(folder, "my-house.toml")
    house.parent.mkdir()
    house.write_text('name = "my-house"\nextends = "typical"\n', encoding="utf-8")
    ran = at_the_table("bet 10 on pass", "save a.craps", options=("--rules", str(house)))
    assert (ran.code, ran.out) == (2, "")
    assert f"{house.absolute()}: a transcript cannot name this rulebook, so no game by it can be saved" in ran.err
    assert "# begins a comment" in ran.err
    assert not Path("a.craps").exists()
    ran = run("strategy", "session", "pass-line", "--rules", str(house), "--rolls", "5", "--bankroll", "100")
    assert (ran.code, ran.out) == (2, "")
    assert "a transcript cannot name this rulebook" in ran.err


def test_a_house_in_a_folder_with_blanks_is_found_again() -> None:
    house = Path("my  own house", "it's mine.toml")
    house.parent.mkdir()
    house.write_text('format = 1\nname = "my-house"\nextends = "typical"\n', encoding="utf-8")
    at_the_table(*EVENING, "save a.craps", options=("--rules", str(house)))
    assert "a.craps goes on." in at_the_table(options=("a.craps",)).out


def test_a_house_of_ones_own_is_found_again() -> None:
    house = Path("my-house.toml")
    house.write_text('name = "my-house"\ntitle = "My house"\nextends = "typical"\n', encoding="utf-8")
    Path("games").mkdir()
    assert at_the_table("10 on pass", "save games/b.craps", options=("--rules", "my-house.toml")).code == 0
    ran = at_the_table(options=("games/b.craps",))
    assert ran.code == 0, ran.err
    assert "My house" in ran.out


def test_quit_asks_where_to_save() -> None:
    ran = alone("bet 10 on pass", "quit", "no/such/folder/x.craps", "a.craps")
    assert ran.out.count("Save the game? A file name, or Enter to leave without: ") == 2
    assert "cannot be written: No such file or directory" in ran.out
    assert Path("a.craps").read_text().endswith("\nAnn bets 10 on pass\n")


def test_saving_touches_no_file_of_the_users_and_no_link() -> None:
    Path(".a.craps.part").write_text("mine")
    Path("link.craps").symlink_to("nowhere.craps")
    ran = alone("bet 10 on pass", "quit", "link.craps", "a.craps")
    assert "link.craps: the game cannot be written: that is a link which leads nowhere" in ran.out
    assert Path(".a.craps.part").read_text() == "mine"
    assert Path("link.craps").is_symlink()
    assert Path("a.craps").read_text().endswith("\nAnn bets 10 on pass\n")
    assert (
        at_the_table(options=("--save", "link.craps")).err
        == "sevenout: link.craps: that is a link which leads nowhere\n"
    )


def test_saving_never_overwrites_what_is_not_this_game() -> None:
    Path("diary.txt").write_text("dear diary")
    ran = alone("save diary.txt", "save a.craps", "bet 5 on field", "save a.craps")
    assert "diary.txt already exists" in ran.out
    assert Path("diary.txt").read_text() == "dear diary"
    assert Path("a.craps").read_text().endswith("Ann bets 5 on field\n")
    refused = at_the_table(options=("--save", "diary.txt"))
    assert refused.code == 2
    assert "already exists" in refused.err


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (("--name", "[red]"), 2, "is no name for a seat"),
        (("--name", "crew"), 2, "is no name for a seat"),
        (("--rack", "lots"), 2, "lots"),
        (("--rack", "0"), 2, "cannot sit down"),
        (("--company", "99"), 2, "--company is a number from 0 to 6"),
        (("missing.craps",), 2, "missing.craps"),
        (("--rules", "nowhere"), 2, "there is no rulebook"),
    ],
)
def test_a_command_line_that_opens_no_table(options: tuple[str, ...], code: int, message: str) -> None:
    ran = at_the_table(options=options)
    assert ran.code == code
    assert message in ran.err


def test_a_refused_line_in_a_file_is_named() -> None:
    Path("a.craps").write_text("rules typical\nseat Ann 100\nAnn bets 700 on field\n")
    ran = at_the_table(options=("a.craps",))
    assert ran.code == 1
    assert "a.craps: line 3: refused" in ran.err


# --- company


@pytest.mark.parametrize("book", shipped())
def test_the_company_plays_on_in_every_house(book: str) -> None:
    table = Table(Game(open_book(book)))
    company = [Bot(table, name, habit, 30_000) for name, habit in PLAYERS.items()]
    dice = SeededDice(book)
    for _ in range(300):
        let_bet(company, 30_000)
        assert let_bet(company, 30_000) == []
        assert isinstance(table.roll(dice.throw()), Rolled)
    bet = {line.split(" on ")[1] for line in transcript(table.log or ()) if " bets " in line}
    assert {"pass", "pass-odds", "place-6", "place-8"} <= bet


def test_the_company_does_not_act_while_the_dice_are_in_the_air() -> None:
    table = Table(Game(open_book("typical")))
    table.seat("Ann", 10_000)
    bob = Bot(table, "Bob", PLAYERS["Bob"], 10_000)
    table.bet("Ann", "pass", 1_000)
    table.throw()
    assert let_bet([bob], 10_000) == []
    table.roll(roll(6, 5))
    assert [str(command) for command in let_bet([bob], 10_000)] == ["Bob bets 5 on pass"]


# --- the layout


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("book", shipped())
def test_whatever_lies_on_the_layout_is_drawn(book: str, width: int) -> None:
    game = Game(open_book(book))
    flats = [spot for spot in game.rules.spots if "odds" not in spot.key]
    odds = [spot for spot in game.rules.spots if "odds" in spot.key]
    for height in (None, 24, 10):
        for spots in (flats, *([spot] for spot in odds)):
            position = Position(tuple(spot.first for spot in spots), tuple(10_000 + 100 * spot.index for spot in spots))
            drawn = picture(game, TableState(seats=(Seat("Ann", 0, position),)), width, height)
            assert [spot.key for spot in spots if f"A{100 + spot.index}" not in drawn] == []
            assert max(map(len, drawn.splitlines())) <= width


def picture(game: Game, state: TableState, width: int, height: int | None = None) -> str:
    console = Console(file=io.StringIO(), width=width, markup=False, highlight=False)
    with console.capture() as drawn:
        console.print(LayoutView(game, take_snapshot(game, state)).draw({}, width, height))
    return drawn.get()


def test_names_are_never_markup() -> None:
    game = Game(open_book("typical"))
    seats = (Seat("[red]A", 100, Position((game.rules.by_key["pass"].first,), (500,))), Seat("[/]", 200))
    drawn = picture(game, TableState(seats=seats), 80)
    assert "[red]A" in drawn
    assert "[/]" in drawn


def test_the_stick_calls_the_roll() -> None:
    table = Table(Game(open_book("typical")))
    table.seat("Ann", 10_000)
    table.bet("Ann", "pass", 1_000)
    called = []
    for a, b in ((4, 4), (2, 4), (6, 2), (5, 5), (4, 3)):
        table.bet("Ann", "pass", 1_000)
        rolled = table.roll(roll(a, b))
        assert isinstance(rolled, Rolled)
        called.append(stick(rolled))
    assert called == [
        "Eight, the hard way. The point is 8.",
        "Six, easy.",
        "Eight! Point made, pay the line.",
        "Ten, the hard way. The point is 10.",
        "Seven out! Line away.",
    ]


# --- completion


def test_numbers_tells_what_each_total_would_do_to_your_bets() -> None:
    shown = [" ".join(line.split()) for line in alone("10 on pass", "my numbers").out.splitlines()]
    assert "7 6 of 36 +10 pass wins" in shown
    assert "12 1 of 36 -10 pass loses" in shown
    told = at_the_table("10 on pass", "numbers", options=("--name", "Ann", "--company", "0", "--plain")).out
    assert "7, 6 of 36 rolls, wins 10: pass wins." in told
    assert "Nothing happens on 4, 5, 6, 8, 9, 10." in told
    assert "You have no bets on the layout." in alone("numbers").out


def test_completion_offers_what_is_allowed_now() -> None:
    table = Table(Game(open_book("catfish-bend")))
    table.seat("Ann", 10_000)
    assert suggestions(table, "Ann", "of") == ["offers"]
    assert suggestions(table, "Ann", "bet ") == ["5"]
    assert suggestions(table, "Ann", "bet 5 ") == ["on", "each"]
    assert suggestions(table, "Ann", "bet 5 on pass") == ["pass"]  # no odds before a point
    assert "inside" in suggestions(table, "Ann", "Ann bets 5 each on ")
    table.bet("Ann", "place-6", 600)
    assert suggestions(table, "Ann", "press ") == ["place-6"]
    assert suggestions(table, "Ann", "take down place") == ["place-6", "place"]
    assert suggestions(table, "Ann", "call place ") == ["on", "off"]
