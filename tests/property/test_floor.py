"""On the floor every command gets an event or a refusal, five dice are accounted for, and money stays what it is."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sevenout.base.refusal import Refusal
from sevenout.crew.dice.dice_commands import DiceEvent, DiceShifted
from sevenout.crew.dice.dice_rules import evolve_dice
from sevenout.crew.dice.dice_sets import DiceState, dice_rules
from sevenout.crew.floor.floor import Floor, FloorCommand
from sevenout.crew.layout.chips import Stack
from sevenout.crew.pit.bank import CountBank, OpenBank
from sevenout.crew.pit.money_change import AskChange, ChangeStepped, worth
from sevenout.crew.pit.pit_commands import OpenGame, PitEvent, PitState
from sevenout.crew.pit.pit_decisions import evolve_pit
from sevenout.crew.shift.shift_report import ShiftReport, shift_report
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.table import LogEntry, Snapshot, evolve
from sevenout.table.commands import Sit
from sevenout.table.events import Left, Rolled
from sevenout.table.state import out_of_balance
from sevenout.table.table_snapshot import house_of
from tests.property.floors import Night
from tests.volume import SEED_NUMBER, examples

RULES = {book: open_book(book) for book in shipped()}
in_every_book = pytest.mark.parametrize("book", shipped())


def accounted_for(floor: Floor) -> bool:
    """Whether every set has five dice, each in one place, and at most one pair of them is used."""
    rules = dice_rules(floor.table.game)
    sets = [dice for dice in (floor.dice.new, floor.dice.playing, *floor.dice.off) if dice is not None]
    complete = all(len(dice.places) == len(dice.dice) == rules.set.dice.value for dice in sets)
    in_use = 0 if floor.dice.playing is None else len(floor.dice.playing.at("middle", "hand", "air"))
    serials = [dice.serial for dice in sets if not dice.due or dice is not floor.dice.new]
    serials += [packet.serial for packet in floor.dice.packets]
    return complete and in_use <= rules.offer.choose.value and len(set(serials)) == len(serials)


def fit_to_throw(floor: Floor) -> bool:
    """Whether the dice that were just thrown are two of a complete, scribed set that nobody has a doubt about."""
    dice = floor.dice.playing
    return (
        dice is not None
        and len(dice.at("air")) == dice_rules(floor.table.game).offer.choose.value
        and len(dice.at("bowl", "air")) == len(dice.dice)
        and bool(dice.scribed)
        and not dice.due
        and dice.condemned is None
        and floor.dice.shooter == floor.table.state.dice.holder
        and floor.pit.open
        and not floor.pit.left
    )


@in_every_book
@settings(max_examples=examples(25), deadline=None)
@given(dice=st.randoms(), commands=st.integers(0, 80))
def test_every_command_gets_an_event_or_a_refusal_that_changed_nothing(book: str, dice: Random, commands: int) -> None:
    night = Night(RULES[book], dice)
    floor = night.floor
    for _ in range(commands):
        before = (floor.table.state, floor.dice, floor.pit, len(floor.log))
        kept = floor.state
        answer = floor.execute(night.command())
        if isinstance(answer, Refusal):
            assert answer.code
            assert answer.reason
            assert (floor.table.state, floor.dice, floor.pit, len(floor.log)) == before
            assert floor.state == kept
        else:
            assert len(floor.log) > before[3]
        shifted = [entry for entry in floor.log if isinstance(entry, DiceShifted)]
        assert floor.sent_out == (bool(shifted) and shifted[-1].act == "sent out")
        assert floor.told == floor.record[-1].n + 1 == len(floor.record)
        if floor.is_posted and floor.table.state.dice.thrown and not before[0].dice.thrown:
            assert fit_to_throw(floor)
        assert accounted_for(floor)
        assert out_of_balance(floor.table.state) == 0
        assert floor.pit.dropped == (floor.table.state.ledger.drop if floor.is_posted else 0)


@in_every_book
@settings(max_examples=examples(15), deadline=None)
@given(dice=st.randoms(), commands=st.integers(0, 80))
def test_the_log_of_a_floor_is_the_floor_and_its_report_reconciles(book: str, dice: Random, commands: int) -> None:
    night = Night(RULES[book], dice)
    for _ in range(commands):
        night.floor.execute(night.command())
    table, held, pit = Snapshot(house_of(night.floor.table.game)), DiceState(), PitState()
    for entry in night.floor.log:
        if isinstance(entry, LogEntry):
            table = evolve(table, entry.event)
        elif isinstance(entry, DiceEvent):
            held = evolve_dice(held, entry)
        else:
            pit = evolve_pit(pit, entry)
    assert (table, held, pit) == (night.floor.snapshot, night.floor.dice, night.floor.pit)
    assert [entry for entry in night.floor.log if isinstance(entry, LogEntry)] == night.floor.table.log
    report = shift_report(night.floor.table.game, night.floor.log)
    assert (report.fills, report.credits) == (pit.filled, pit.credited)
    assert all(line.agrees for line in report.agreements)


@in_every_book
@settings(max_examples=examples(10), deadline=None)
@given(seed=st.integers(0, 10**9))
def test_the_bank_by_colour_is_worth_what_the_ledger_says(book: str, seed: int) -> None:
    """Opened with plenty of every colour and never counted: chips, fills and credits add up to the accounts."""
    night = Night(RULES[book], Random(seed))
    floor, chips = night.floor, night.chips.denominations
    floor.execute(OpenGame("Kim", "Lou", "Max", "Ned"))
    opened = tuple(Stack(chip, 10_000) for chip in chips)
    assert not isinstance(floor.execute(OpenBank(opened)), Refusal)
    owed = floor.table.state.ledger.bank + floor.table.state.ledger.commission
    for _ in range(120):
        command = night.command()
        if not isinstance(command, CountBank):
            floor.execute(command)
        ledger, bank = floor.table.state.ledger, floor.pit.bank
        assert bank is not None
        events = [entry.event for entry in floor.log if isinstance(entry, LogEntry)]
        cashed = sum(event.cashed for event in events if isinstance(event, Left))  # taken to the cage
        moved = ledger.bank + ledger.commission - owed - cashed + floor.pit.filled - floor.pit.credited
        assert bank.amount - worth(opened) == moved


def play_shift(book: str, seed: int, rolls: int) -> ShiftReport:
    """A shift with a signed opening and everything that a night has, until so many rolls were dealt."""
    night = Night(RULES[book], Random(seed))
    racks = {name: night.floor.table.rack(name) for name in night.floor.table.seats}
    floor = night.floor = Floor(night.floor.game)  # chips that were sold before the opening are in no inventory
    night.rail.table = floor.table
    floor.execute(OpenGame("Kim", "Lou", "Max", "Ned"))
    stacks = tuple(Stack(chip, 10_000) for chip in night.chips.denominations)
    assert not isinstance(floor.execute(OpenBank(stacks, signed=("Ned", "Sue"))), Refusal)
    for name, rack in racks.items():
        floor.execute(Sit(name, rack))
    for _ in range(40 * rolls):
        if sum(isinstance(entry, LogEntry) and isinstance(entry.event, Rolled) for entry in floor.log) >= rolls:
            break
        floor.execute(night.command())
    return shift_report(floor.game, floor.log)


def check_books(report: ShiftReport) -> None:
    assert all(line.agrees for line in report.agreements)
    assert "inventory" in {line.name for line in report.agreements}
    assert sum(hour.sums.win for hour in report.hours) == report.win
    assert sum(hour.sums.inventory_win or 0 for hour in report.hours) == report.win
    assert sum(hour.sums.drop for hour in report.hours) == report.drop
    slips = report.floor.slips
    for kind, total in (("fill", report.fills), ("credit", report.credits)):
        numbered = [slip for slip in slips if slip.kind == kind]
        assert [slip.number for slip in numbered] == [*range(1, len(numbered) + 1)]
        assert sum(worth((slip.stack,)) for slip in numbered) == total
    assert report.floor.inventories[0].signed == ("Ned", "Sue")


@in_every_book
@settings(max_examples=examples(10), deadline=None)
@given(seed=st.integers(0, 10**9))
def test_the_books_of_a_shift_balance_by_inventory_and_by_the_game(book: str, seed: int) -> None:
    check_books(play_shift(book, seed, 6))


@pytest.mark.nightly
@in_every_book
def test_the_books_of_five_hundred_rolls_balance(book: str) -> None:
    check_books(play_shift(book, SEED_NUMBER, 500))


@in_every_book
@settings(max_examples=examples(25), deadline=None)
@given(seed=st.integers(0, 10**9))
def test_a_change_gives_back_what_came_in(book: str, seed: int) -> None:
    night = Night(RULES[book], Random(seed))
    floor = night.floor
    for _ in range(200):
        command = night.command()
        racks = {name: floor.table.rack(name) for name in floor.table.seats}
        answer = floor.execute(command)
        if isinstance(answer, ChangeStepped) and answer.changing.cut:
            assert worth(answer.changing.cut) == answer.changing.amount
        if isinstance(answer, ChangeStepped):
            bought = answer.changing.amount if answer.last and answer.changing.kind == "currency" else 0
            racks[answer.changing.seat] += bought
            assert racks == {name: floor.table.rack(name) for name in floor.table.seats}


def test_the_nights_are_worth_their_name() -> None:
    """Every kind of event happens, changes are finished, and about as much is accepted as refused."""
    happened: Counter[str] = Counter()
    asked: Counter[type[FloorCommand]] = Counter()
    taken = tried = 0
    for seed in range(60):
        night = Night(RULES["catfish-bend"], Random(seed))
        for _ in range(250):
            command = night.command()
            answer = night.floor.execute(command)
            tried += 1
            asked[type(command)] += 1
            taken += not isinstance(answer, Refusal)
        happened.update(type(event).__name__ for event in night.floor.log)
        happened.update(
            f"{event.changing.kind} changed"
            for event in night.floor.log
            if isinstance(event, ChangeStepped) and event.last
        )
    kinds = {kind.__name__ for union in (DiceEvent, PitEvent) for kind in union.__args__} - {"Presented", "OddsStood"}
    assert kinds | {"currency changed", "checks changed", "color changed"} <= set(happened)
    assert asked[AskChange] > 50
    assert 0.35 < taken / tried < 0.75
