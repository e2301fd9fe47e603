"""A table's log: it leads to the live state by its events alone, and whatever was done to it is noticed."""

import hashlib
import json
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sevenout.base.errors import BadInput
from sevenout.base.refusal import Refusal
from sevenout.crew.replay import play
from sevenout.engine.game import Game
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import open_book
from sevenout.table import Snapshot, Table, TableState, decide_command, evolve, take_snapshot, transcript
from sevenout.table.commands import (
    BuyIn,
    CallProps,
    CallWager,
    Command,
    Leave,
    OrderPass,
    Parlay,
    PassDice,
    Press,
    Reduce,
    Remember,
    TakeDown,
)
from sevenout.table.events import Event, from_json, to_json
from sevenout.table.handlers.command_outcome import CommandOutcome
from sevenout.table.log.table_log import End, LogEntry, end_of, read_log, verify_log, write_log
from sevenout.table.table_snapshot import chips_of, house_of, state_of
from tests.property.games import Rail
from tests.volume import examples

WAYS = ("left out", "moved", "cut", "altered", "doubled")
in_every_book = pytest.mark.parametrize("book", shipped())
RULES = {book: open_book(book) for book in shipped()}
COMMAND = msgspec.json.Decoder(Command)
SNAPSHOT = msgspec.json.Decoder(Snapshot)
RECORDED = msgspec.json.Decoder(LogEntry)


def night(book: str, dice: Random, actions: int) -> Table:
    """A random game in which somebody buys in or is ordered to pass now and then; at the end some leave."""
    rail = Rail(RULES[book], dice)
    for _ in range(actions):
        rail.act(rail.action())
        if dice.random() < 0.05:
            name = dice.choice(rail.names)
            rail.table.execute(dice.choice((BuyIn(name, 10 * rail.minimum), OrderPass(name), Remember(name, "[1]"))))
    for name in rail.names:
        if dice.random() < 0.5:
            rail.table.execute(Leave(name))
    return rail.table


def shootout() -> Table:
    """A night with everything that random games hardly meet: a Shootout hit, held, inspected, paid; an overruling."""
    lines = ["seat Ann 5000", "seat Bob 5000", "clock 2026-03-02T20:00 America/Chicago"]
    for a, b in ((3, 1), (2, 3), (5, 1), (6, 2), (5, 4), (6, 4)):
        lines += ["Ann bets 10 on pass", "Bob bets 10 on pass", f"roll {a} {b}", f"roll {a} {b}"]
    lines += ["supervisor finds the dice sound, signed Lee 4711", "Ann bets 10 on pass", "Bob bets 10 on pass", "throw"]
    lines += [
        "supervisor warns Ann: short of the wall",
        "no roll: cocked die",
        "supervisor overrules, roll 3 1",
        "supervisor orders Ann to pass the dice",
    ]
    lines += [
        "Bob tokes 5 on hard-8",
        "roll 6 2",
        "roll corrected to 5 1",
        "supervisor rules no roll: on the rail",
        "roll 6 1",
        "Ann bets 10 on pass",
        "time is over",
        "roll 6 5",
        "Bob bets 10 on pass",
        "Ann bets 10 on pass",
        "roll 2 2",
        "roll 6 1",
        "Ann bets 10 on pass",
        "Bob declines the dice",
        "Ann accepts the dice",
    ]
    lines += ["Ann bets 5 on field", "Ann undoes", "Bob buys in for 100"]
    lines += ["supervisor awards Bob 25: the payoff was short", "supervisor takes 5 from Bob: paid twice", "Bob leaves"]
    played = play("\n".join(("rules catfish-bend", "table undo on", *lines)))
    assert [(step.line, step.event) for step in played if isinstance(step.event, Refusal)] == []
    assert played.table is not None
    played.table.remember("Ann", "[1]")
    return played.table


def held(table: Table) -> None:
    """Every picture of a game, kept current by events, is the one that its state shows."""
    shown, state = Snapshot(house_of(table.game)), TableState()
    for told in table.log or ():
        shown = evolve(shown, told.event)
        if told.command is not None:
            decided = decide_command(table.game, state, told.command)
            assert isinstance(decided, CommandOutcome)
            assert decided.event == told.event
            state = decided.state
        assert shown == take_snapshot(table.game, state)
        assert chips_of(shown) == 0
        assert RECORDED.decode(msgspec.json.encode(told)) == told
    assert state == table.state
    assert read_log(table.game, log_of(table))[0] == state


def test_every_kind_of_event_and_command_is_held_to_its_picture() -> None:
    table = shootout()
    held(table)
    log = table.log or []
    assert {type(told.event) for told in log} == set(Event.__args__)
    often = {Reduce, TakeDown, CallWager, CallProps, Press, Parlay, PassDice}  # random games are full of them
    assert {type(told.command) for told in log} | often == {*Command.__args__, type(None)}


def test_a_rail_that_was_full_is_replayed_with_everybody_in_the_same_place() -> None:
    table = Table(Game(RULES["typical"]))
    for number in range(1, 17):
        table.seat(f"P{number}", 100_00)
    table.leave("P3")
    table.seat("New", 100_00)
    table.bet("New", "pass", 10_00)
    table.bet("P16", "pass", 10_00)
    *_, last = play("\n".join(transcript(table.log or ())))
    assert [seat.place for seat in last.after.seats] == list(range(1, 17))
    assert last.after.throws == table.shooter() == "New"


def log_of(table: Table) -> list[str]:
    return list(write_log(table.log or ()))


@in_every_book
@settings(max_examples=examples(25))
@given(dice=st.randoms(), actions=st.integers(0, 60))
def test_a_picture_is_kept_current_by_events_alone(book: str, dice: Random, actions: int) -> None:
    held(night(book, dice, actions))


@in_every_book
@settings(max_examples=examples(15))
@given(dice=st.randoms(), actions=st.integers(0, 60))
def test_a_log_is_the_game(book: str, dice: Random, actions: int) -> None:
    table = night(book, dice, actions)
    lines = log_of(table)
    assert read_log(table.game, lines) == (table.state, table.log)
    assert verify_log(table.game, lines) == end_of(table.log or ())
    assert Table.of_log(table.game, lines).state == table.state
    *_, last = play("\n".join(transcript(table.log or ())))
    forgetful = [msgspec.structs.replace(seat, memory="") for seat in table.snapshot().seats]
    house = msgspec.structs.replace(table.snapshot().house, places=None)
    assert last.after == msgspec.structs.replace(table.snapshot(), seats=tuple(forgetful), house=house)


@in_every_book
@settings(max_examples=examples(15))
@given(dice=st.randoms(), actions=st.integers(0, 60))
def test_commands_events_entries_and_pictures_round_trip_through_json(book: str, dice: Random, actions: int) -> None:
    table = night(book, dice, actions)
    for told in table.log or ():
        assert from_json(to_json(told.event)) == told.event
        assert RECORDED.decode(msgspec.json.encode(told)) == told
        if told.command is not None:
            assert COMMAND.decode(msgspec.json.encode(told.command)) == told.command
    shown = table.snapshot()
    assert SNAPSHOT.decode(msgspec.json.encode(shown)) == shown
    free = [msgspec.structs.replace(seat, earlier=()) for seat in table.state.seats]
    assert state_of(table.game, shown) == msgspec.structs.replace(table.state, seats=tuple(free), revocable=None)


@in_every_book
@settings(max_examples=examples(10))
@given(dice=st.randoms(), actions=st.integers(0, 40))
def test_a_log_names_nothing_that_a_compiler_numbers(book: str, dice: Random, actions: int) -> None:
    """But for citations, which the opening event lists."""
    table = night(book, dice, actions)
    for told in table.log or ():
        assert not {"slots", "stakes", "position", "marks"} & keys_of(json.loads(to_json(told.event)))


def keys_of(value: Any) -> set[str]:
    if isinstance(value, dict):
        return {*value, *(key for inner in value.values() for key in keys_of(inner))}
    return {key for inner in value for key in keys_of(inner)} if isinstance(value, list) else set()


# --- touched logs

_OTHER_DIGITS = str.maketrans("0123456789", "1234567890")


@settings(max_examples=examples(60))
@given(dice=st.randoms(), where=st.floats(0, 0.999), how=st.sampled_from(WAYS))
def test_a_log_that_was_touched_is_refused_at_the_first_bad_event(dice: Random, where: float, how: str) -> None:
    table = night("catfish-bend", dice, 30)
    lines = log_of(table)
    at = int(where * (len(lines) - 1))
    match how:
        case "left out":
            del lines[at]
        case "moved":
            lines[at], lines[at + 1] = lines[at + 1], lines[at]
        case "cut":
            lines[at] = lines[at][:-5]
        case "altered":
            lines[at] = (
                lines[at].translate(_OTHER_DIGITS)
                if '"n":0' not in lines[at]
                else lines[at].replace("catfish", "dogfish")
            )
        case _:
            lines.insert(at, lines[at])
            at += 1
    with pytest.raises(BadInput, match=rf"event {at} of the log: "):
        read_log(table.game, lines)


def chained_anew(entries: list[dict[str, Any]]) -> list[str]:
    """A log whose chain somebody made again after touching what it covers."""
    return list(write_log([msgspec.convert(entry, LogEntry) for entry in entries]))


def entries_of(table: Table) -> list[dict[str, Any]]:
    return [msgspec.to_builtins(told) for told in table.log or ()]


def a_few_rolls() -> Table:
    table = Table(Game(RULES["typical"]))
    for told in play("rules typical\nseat Ann 100\nAnn bets 10 on pass\nroll 6 1\nAnn bets 10 on pass\nroll 1 1"):
        assert isinstance(told.command, Command)
        table.execute(told.command)
    return table


def test_the_chain_of_a_log_covers_when_by_whom_and_under_which_key_it_was_told() -> None:
    for field, value in (("at", "2026-11-15T08:00:00Z"), ("actor", "Bob"), ("key", "4711")):
        lines = log_of(a_few_rolls())
        lines[2] = lines[2].replace('"n":2', f'"n":2,"{field}":"{value}"', 1)
        with pytest.raises(BadInput, match="event 2 of the log: its hash does not fit"):
            read_log(a_few_rolls().game, lines)


def test_each_link_of_the_chain_holds_to_the_one_before() -> None:
    table = a_few_rolls()
    lines, others = log_of(table), entries_of(table)
    others[2]["actor"] = "Bob"
    forged = chained_anew(others)
    with pytest.raises(BadInput, match="event 3 of the log: its hash does not fit"):
        read_log(table.game, [*forged[:3], *lines[3:]])


def test_a_log_that_was_cut_is_found_by_who_knows_its_end() -> None:
    table = a_few_rolls()
    lines, end = log_of(table), end_of(table.log or ())
    assert end.entries == len(lines)
    assert read_log(table.game, lines, end=end)[0] == table.state
    for forged in (lines[:-1], lines[:2]):
        assert read_log(table.game, forged)
        with pytest.raises(BadInput, match="it was cut, lengthened or replaced"):
            read_log(table.game, forged, end=end)
    with pytest.raises(BadInput, match="it was cut, lengthened or replaced"):
        read_log(table.game, lines, end=End(len(lines), "0" * 64))


def test_a_key_too_many_or_twice_is_found() -> None:
    table = a_few_rolls()
    raw = msgspec.json.encode((table.log or [])[1]).decode()
    opened = log_of(table)[0]
    line = log_of(table)[1]
    for forged in (line.replace('{"entry":', '{"entry":{"evil":1},"entry":', 1), '{"hash":"bogus",' + line[1:]):
        with pytest.raises(BadInput, match="event 1 of the log: "):
            read_log(table.game, [opened, forged])
    for forged in (raw[:-1] + ',"also":1}', raw[:-1] + ',"event":' + raw.split('"event":', 1)[1]):
        link = hashlib.sha256(f"{json.loads(opened)['hash']}\n{forged}".encode()).hexdigest()
        line = f'{{"entry":{forged},"hash":"{link}"}}'
        with pytest.raises(BadInput, match="event 1 of the log: it holds something that no event has, or has it twice"):
            read_log(table.game, [opened, line])


def test_with_the_chain_made_anew_other_dice_and_other_winnings_are_found_by_playing_it_again() -> None:
    table = a_few_rolls()
    for field, value in (("b", 2), ("a", 5)):
        entries = entries_of(table)
        entries[3]["event"][field] = value
        with pytest.raises(BadInput, match=r"event 3 of the log: «roll 6 1» leads to something else"):
            verify_log(table.game, chained_anew(entries))
    entries = entries_of(table)
    entries[3]["event"]["seats"][0]["rack"] += 500_00
    entries[3]["event"]["bank"] -= 500_00
    assert read_log(table.game, chained_anew(entries[:4]))[0].seats[0].rack == 610_00
    with pytest.raises(BadInput, match="event 3 of the log: «roll 6 1» leads to something else"):
        verify_log(table.game, chained_anew(entries))


def test_a_log_that_makes_chips_is_refused() -> None:
    entries = entries_of(a_few_rolls())
    entries[2]["event"]["rack"] += 1
    with pytest.raises(BadInput, match="event 2 of the log: it makes or loses chips"):
        read_log(a_few_rolls().game, chained_anew(entries))


def test_a_log_of_the_first_version_is_refused_with_what_to_do() -> None:
    old = '{"n":0,"event":{"type":"opened","book":"typical","digest":"","minimum":1,"maximum":2,"chip":1,"version":1}}'
    with pytest.raises(BadInput, match="version 1 of the log, which is read no more: replay the game's transcript"):
        read_log(Game(RULES["typical"]), [old])


@pytest.mark.parametrize("line", ["[" * 100_000, '{"entry":"\ud800","hash":""}', "\ud800", "", "null", "7", "{}"])
def test_nonsense_in_a_log_gets_a_sentence(line: str) -> None:
    with pytest.raises(BadInput, match=r"event 0 of the log: the line is cut or is no event"):
        read_log(Game(RULES["typical"]), [line])


def test_a_log_of_another_rulebook_or_table_is_refused() -> None:
    lines = log_of(night("typical", Random(3), 20))
    minimum = json.loads(lines[0])["entry"]["event"]["house"]["minimum"]
    with pytest.raises(BadInput, match="event 0 of the log: it was played by another text of 'typical'"):
        read_log(Game(RULES["typical-bar-2"]), lines)
    with pytest.raises(BadInput, match="event 0 of the log: the table had other limits"):
        read_log(Game(RULES["typical"], minimum=minimum * 2, maximum=10**7, chip=minimum), lines)
    with pytest.raises(BadInput, match="the log is empty"):
        read_log(Game(RULES["typical"]), [])


def test_every_event_and_command_has_a_tag_of_its_own() -> None:
    for union in (Event, Command):
        tags = [kind.__struct_config__.tag for kind in union.__args__]
        assert len(set(tags)) == len(tags)
        assert all(tags)
