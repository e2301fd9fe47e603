"""The floor's lines: every command of dice, pit and change is written in one way and read back the same."""

from typing import get_args

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from sevenout.base.errors import Malformed
from sevenout.base.vocabulary import RESERVED, is_name
from sevenout.crew.dice import dice_commands
from sevenout.crew.dice.dice_sets import Breach, Die
from sevenout.crew.layout.chips import Denomination, Stack
from sevenout.crew.layout.rail import ENDS
from sevenout.crew.notation import line_parser
from sevenout.crew.notation.line_parser import parse_floor_line
from sevenout.crew.notation.role_lines import DUTIES
from sevenout.crew.notation.word_cursor import ROLES, SUBJECTS, CrewCommand
from sevenout.crew.pit import bank, irregularities, layout_checks, money_change, pit_commands
from sevenout.table import notation as transcript
from tests.property.test_notation import amounts, dice, names, phrases, wagers, words
from tests.volume import examples

counts = st.integers(-(10**6), 10**6)
roles = st.sampled_from(ROLES)
sizes = st.integers(0, 9_999_999)
faces = st.tuples(dice, dice)
which = st.lists(st.integers(-1, 98), min_size=1, max_size=5).map(tuple)
rulings = phrases.map(lambda text: text.strip(":, "))
plain = st.from_regex(r"[A-Za-z0-9-]{1,12}", fullmatch=True)
flaws = st.lists(plain, min_size=1, max_size=3).map(" ".join) | st.just("")
piles = st.builds(
    Stack, st.builds(Denomination, amounts, plain.filter(lambda colour: colour not in ("cage", "signed"))), counts
)
stacks = st.lists(piles, min_size=1, max_size=3).map(tuple)
signatures = st.lists(names, max_size=2).map(tuple)
any_stacks = stacks | st.just(())
colours = st.lists(plain, min_size=1, max_size=3).map(tuple)
widths = st.tuples(sizes, sizes, sizes) | sizes.map(lambda size: (size, size, size))


def sets(serials: st.SearchStrategy[str]) -> st.SearchStrategy[tuple[Die, ...]]:
    return st.lists(st.builds(Die, serials, widths, flaws), min_size=1, max_size=6).map(tuple)


COMMANDS: dict[type[CrewCommand], st.SearchStrategy[CrewCommand]] = {
    dice_commands.BringSet: st.builds(dice_commands.BringSet, sets(plain)),
    dice_commands.InspectSet: st.builds(dice_commands.InspectSet, roles),
    dice_commands.Scribe: st.builds(dice_commands.Scribe, plain | st.just(""), roles),
    dice_commands.PutIn: st.just(dice_commands.PutIn()),
    dice_commands.TakeOff: st.just(dice_commands.TakeOff()),
    dice_commands.OfferDice: st.builds(dice_commands.OfferDice, names),
    dice_commands.Choose: st.builds(dice_commands.Choose, names, which | st.just(())),
    dice_commands.NewDice: st.builds(dice_commands.NewDice, names),
    dice_commands.SameDice: st.builds(dice_commands.SameDice, names),
    dice_commands.DumpBowl: st.just(dice_commands.DumpBowl()),
    dice_commands.SendOut: st.builds(dice_commands.SendOut, faces),
    dice_commands.BringIn: st.just(dice_commands.BringIn()),
    dice_commands.Gather: st.just(dice_commands.Gather()),
    dice_commands.ThrowOut: st.builds(dice_commands.ThrowOut, names),
    dice_commands.GoDown: st.builds(dice_commands.GoDown, which),
    dice_commands.BringBack: st.builds(dice_commands.BringBack, which),
    dice_commands.LoseSight: st.just(dice_commands.LoseSight()),
    dice_commands.Doubt: st.just(dice_commands.Doubt()),
    dice_commands.Mishandle: st.builds(dice_commands.Mishandle, names, st.sampled_from(get_args(Breach))),
    dice_commands.InspectDice: st.builds(dice_commands.InspectDice, roles, sets(plain) | st.just(())),
    dice_commands.Recover: st.builds(dice_commands.Recover, plain),
    dice_commands.Cancel: st.builds(dice_commands.Cancel, plain, counts, roles),
    dice_commands.Wrap: st.builds(dice_commands.Wrap, plain, rulings),
    pit_commands.OpenGame: st.builds(pit_commands.OpenGame, names, names, names | st.just(""), names | st.just("")),
    pit_commands.PostBox: st.builds(pit_commands.PostBox, names | st.just(""), roles),
    pit_commands.Relieve: st.builds(pit_commands.Relieve, st.sampled_from(get_args(pit_commands.Post)), names),
    pit_commands.BoxOk: st.just(pit_commands.BoxOk()),
    pit_commands.WorkCommand: st.builds(pit_commands.WorkCommand, st.none() | counts),
    pit_commands.MoveStacks: st.builds(pit_commands.MoveStacks, amounts, counts, plain, plain)
    | st.builds(pit_commands.MoveStacks, amounts, counts, st.just("cage"), st.just("bank"), signatures),
    pit_commands.ReturnHouseMoney: st.just(pit_commands.ReturnHouseMoney()),
    pit_commands.GoDead: st.just(pit_commands.GoDead()),
    pit_commands.Revive: st.just(pit_commands.Revive()),
    pit_commands.VerifyCall: st.builds(pit_commands.VerifyCall, counts, roles),
    pit_commands.Dispute: st.builds(pit_commands.Dispute, names, st.sampled_from(SUBJECTS)),
    pit_commands.Settle: st.builds(pit_commands.Settle, st.sampled_from(SUBJECTS), rulings, roles, amounts),
    pit_commands.RuleOnThrow: st.builds(pit_commands.RuleOnThrow, st.none() | faces, roles),
    money_change.AskChange: st.one_of(
        st.builds(money_change.AskChange, names, st.just("currency"), amounts),
        st.builds(money_change.AskChange, names, st.sampled_from(("checks", "color")), st.just(0), stacks),
    ),
    money_change.Permit: st.builds(money_change.Permit, roles),
    money_change.BringMoney: st.builds(money_change.BringMoney, roles),
    money_change.Count: st.builds(money_change.Count, amounts, roles),
    money_change.Drop: st.builds(money_change.Drop, roles),
    money_change.CutOut: st.builds(money_change.CutOut, any_stacks, roles),
    money_change.Verify: st.builds(money_change.Verify, roles),
    money_change.HandOver: st.builds(money_change.HandOver, roles),
    bank.OpenBank: st.builds(bank.OpenBank, any_stacks, st.none() | any_stacks, signatures),
    bank.CountBank: st.builds(bank.CountBank, any_stacks, roles, signatures),
    bank.CountBox: st.builds(bank.CountBox, st.sampled_from(get_args(bank.Box)), amounts, roles),
    bank.Present: st.builds(bank.Present, names, amounts, st.sampled_from(get_args(bank.Medium))),
    irregularities.PastPost: st.builds(irregularities.PastPost, names, amounts, wagers),
    irregularities.Snatch: st.builds(irregularities.Snatch, names, amounts, wagers),
    irregularities.VerifyBet: st.builds(irregularities.VerifyBet, names, amounts, wagers, roles),
    irregularities.Assist: st.builds(irregularities.Assist, names, st.booleans()),
    irregularities.CatchChecks: st.builds(irregularities.CatchChecks, names, amounts),
    irregularities.Encourage: st.builds(irregularities.Encourage, names, roles),
    irregularities.ClearRail: st.builds(irregularities.ClearRail, roles),
    layout_checks.StandOdds: st.one_of(
        st.builds(layout_checks.StandOdds, names, wagers, st.just("heeled")),
        st.builds(layout_checks.StandOdds, names, wagers, st.just("bridged"), colours),
    ),
    layout_checks.CheckPuck: st.builds(layout_checks.CheckPuck, st.sampled_from(ENDS), st.none() | counts),
    layout_checks.VerifyPayouts: st.builds(layout_checks.VerifyPayouts, st.sampled_from(ENDS), roles),
}
"""What each command may hold that a line can say."""


def test_every_command_of_the_floor_has_a_line() -> None:
    assert set(COMMANDS) == set(get_args(CrewCommand))


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.__name__)
def test_a_command_of_the_floor_reads_back_as_it_is_written(kind: type[CrewCommand]) -> None:
    @settings(max_examples=examples(25))
    @given(COMMANDS[kind])
    def reads_back(command: CrewCommand) -> None:
        assume(len(str(command)) < 250)  # a line has at most 500 characters, and some are spaced out below
        assert parse_floor_line(str(command)) == command
        spaced = str(command).replace(",", " , ").replace(" ", "\t ") + "  # and more"
        if not isinstance(command, pit_commands.Settle | dice_commands.Wrap):
            assert parse_floor_line(spaced) == command

    reads_back()


OPENINGS = [word for word in RESERVED if word not in transcript.STARTS]


@given(
    st.lists(
        st.sampled_from(
            (
                *OPENINGS,
                *line_parser.VERBS,
                *DUTIES,
                "Ann",
                "10",
                "of",
                "the",
                "dice",
                "set",
                ",",
                ":",
                "base",
                "5",
            )
        )
        | words,
        max_size=9,
    ).map(" ".join)
)
@example("crew:")
@example("bank opened: 3 red of 5, cage")
@example("dealer verifies the bet of 5 on yo by Ann")
@example("set 4711 brought: 99 dice of 0.7")
@example("dice ²")
@example("move 3")
def test_any_line_is_an_action_or_malformed_with_its_place(text: str) -> None:
    action, error = _read(text)
    if error is None:
        assert action is None or parse_floor_line(str(action)) == action
    else:
        assert error.line == 7
        assert error.column is not None
        assert 1 <= error.column <= len(text) + 1
        assert error.expected


def _read(text: str) -> tuple[object, Malformed | None]:
    try:
        return parse_floor_line(text, 7), None
    except Malformed as error:
        return None, error


def test_no_seat_is_called_like_an_opening_word() -> None:
    assert {*line_parser.STARTS, *(role.split()[0] for role in ROLES), *transcript.STARTS} == set(RESERVED)
    assert not any(is_name(word) for word in RESERVED)


COLOURS = {"white": 100, "red": 500}


@pytest.mark.parametrize(
    ("written", "plain_form"),
    [
        ("fill 40 red", "fill 40 chips of 5"),
        ("die 2 down", "dice 2 down"),
        ("Pat relieves stick", "Pat relieves the stick"),
        ("crew: box Ned, third base Lou, stick Kim", "crew: stick Kim, third base Lou, box Ned"),
        ("Ann colors up 40 red, 10 white", "Ann colors up 40 red of 5, 10 white of 1"),
        (
            "bank opened: 20 chips of 5, 1 chip of 1, cage: 40 chips of 5",
            "bank opened: 20 red of 5, 1 white of 1, cage: 40 red of 5",
        ),
        ("Ann changes 20 chips of 5", "Ann changes 20 red of 5"),
        ("dealer cuts 20 chips of 7", "dealer cuts 20 chips of 7"),
        ("set 4711 brought: 2 dice of 0.755, 3 dice of 0.755", "set 4711 brought: 5 dice of 0.7550"),
        ("crew works 1 steps", "crew works 1 step"),
    ],
)
def test_a_line_has_one_plain_form(written: str, plain_form: str) -> None:
    assert str(parse_floor_line(written, colours=COLOURS)) == plain_form


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("dice send out showing 4 2", 6, "expected what the dice do, found 'send'. Did you mean 'sent'?"),
        ("dice sent out showing 4 7", 25, "expected a die from 1 to 6, found '7'."),
        ("crew: stick Kim, thrid base Lou", 18, "found 'thrid'. Did you mean 'third'?"),
        ("Pat relives third base", 5, "found 'relives'. Did you mean 'relieves'?"),
        ("supervisor inspect the dice", 12, "found 'inspect'. Did you mean 'inspects'?"),
        ("supervisor overules, roll 3 4", 12, "found 'overules'. Did you mean 'overrules'?"),
        ("fill 40 rde", 9, "of this house (white, red), or chips of a value such as 'red of 5', found 'rde'."),
        ("bank opened: 10 pink", 17, "expected a colour of this house (white, red), or"),
        ("dealer dances", 8, "what the dealer does (brings, cuts, hands, verifies, assists, catches), found 'dances'."),
        ("stickperson cleans the rail", 13, "what the stickperson does (encourages, clears, checks), found 'cleans'."),
        ("supervisor kicks Bob out", 12, "(orders, warns, overrules, awards, takes, finds, rules, posts, empties, "),
        ("set 4711 brougth: 5 dice of 0.7550", 10, "found 'brougth'. Did you mean 'brought'?"),
        ("set 4711 brought: 5 dice of 3/4", 29, "expected a width in inches such as 0.7550, found '3/4'."),
        ("Ann disputes the cockd die", 18, "found 'cockd'. Did you mean 'cocked die'?"),
        ("supervisor lets the dice go", 1, "expected 'boxperson', who alone does that, found 'supervisor'."),
        ("croupier counts 200", 10, "expected what croupier does"),
        ("dies gathered", 1, "Did you mean 'die'?"),
        ("seat dice 100", 6, "expected a seat's name, found 'dice'. That word is the table's own: nobody"),
        ("crew works three steps", 12, "expected how many steps, found 'three'."),
    ],
)
def test_what_cannot_be_read_is_named_with_its_column_and_a_hint(text: str, column: int, message: str) -> None:
    with pytest.raises(Malformed) as raised:
        parse_floor_line(text, colours=COLOURS)
    assert raised.value.column == column
    assert message in str(raised.value)
