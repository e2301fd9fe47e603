"""The log of a floor: one order, one chain, read back to the same floor, and found out when it was touched."""

import json
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sevenout.base.errors import BadInput
from sevenout.base.refusal import Refusal
from sevenout.crew.floor.floor import Floor, FloorCommand, FloorEvent, FloorLogEntry
from sevenout.crew.floor.floor_log import floor_transcript, read_floor_log, verify_floor_log
from sevenout.crew.replay import play
from sevenout.engine.game import Game
from sevenout.table.commands import Remember
from sevenout.table.log.table_log import End, end_of, verify_log, write_log
from tests.property.floors import Night
from tests.property.test_floor import RULES, in_every_book
from tests.volume import examples

EVENING = """\
rules catfish-bend
seat Ann 1000
Ann bets 10 on pass
crew: stick Kim, third base Lou, second base Max, box Ned
roll 3 1
crew works
Pat relieves third base
Ann changes 200
dealer brings the money
boxperson counts 200
boxperson drops the money
dealer cuts the change
dealer hands the chips over
fill 40 red
throw
no roll: cocked die
supervisor overrules, roll 5 2
"""


def evening() -> Floor:
    played = play(EVENING)
    assert not [step for step in played if isinstance(step.event, Refusal)]
    assert played.floor is not None
    return played.floor


def same(one: Floor, other: Floor) -> bool:
    return (one.table.state, one.dice, one.pit, one.log, one.record, one.table.log) == (
        other.table.state,
        other.dice,
        other.pit,
        other.log,
        other.record,
        other.table.log,
    )


@in_every_book
@settings(max_examples=examples(12), deadline=None)
@given(dice=st.randoms(), commands=st.integers(0, 80))
def test_a_floor_is_read_back_from_its_log(book: str, dice: Random, commands: int) -> None:
    night = Night(RULES[book], dice)
    for _ in range(commands):
        night.floor.execute(night.command())
    lines = list(write_log(night.floor.record))
    assert same(read_floor_log(night.floor.game, lines), night.floor)
    assert verify_floor_log(night.floor.game, lines) == end_of(night.floor.record)


def test_of_a_table_without_a_crew_the_log_is_the_tables_own() -> None:
    played = play("rules typical\nseat Ann 100\nAnn bets 10 on pass\nroll 2 2\nroll 2 2")
    assert len(list(played)) == 4
    assert played.floor is not None
    lines = list(write_log(played.floor.record))
    assert lines == list(write_log(played.floor.table.log or ()))
    assert verify_log(Game(RULES["typical"], seats=None), lines).entries == 5


def test_nothing_is_written_that_follows() -> None:
    kinds = {type(entry.event).__name__ for entry in evening().record}
    assert not kinds & {"TablePlayed", "InspectionDue", "BankMoved"}
    ruled = evening().record[-1]
    assert type(ruled.event).__name__ == "Ruled"
    assert type(ruled.table).__name__ == "Overruled"


def test_a_floors_record_is_a_transcript_that_leads_to_it() -> None:
    floor = evening()
    lines = list(floor_transcript(floor.record))
    assert "dice offered to Ann" not in lines
    again = play("\n".join(lines))
    assert not [step for step in again if isinstance(step.event, Refusal)]
    assert again.floor is not None
    assert (again.floor.dice, again.floor.pit) == (floor.dice, floor.pit)


@pytest.mark.parametrize("how", ["left out", "moved", "cut", "altered", "twice"])
@pytest.mark.parametrize("at", [1, 3, 7, 12])
def test_a_log_that_was_touched_is_refused_at_the_first_bad_event(how: str, at: int) -> None:
    floor = evening()
    lines = list(write_log(floor.record))
    match how:
        case "left out":
            del lines[at]
        case "moved":
            lines[at], lines[at + 1] = lines[at + 1], lines[at]
        case "cut":
            lines[at] = lines[at][:-5]
        case "altered":
            lines[at] = lines[at].replace('"type":', '"type" :', 1)
        case _:
            lines.insert(at, lines[at])
            at += 1
    with pytest.raises(BadInput, match=rf"event {at} of the log: "):
        read_floor_log(floor.game, lines)


def chained_anew(entries: list[dict[str, Any]]) -> list[str]:
    return list(write_log([msgspec.convert(entry, FloorLogEntry) for entry in entries]))


def test_with_the_chain_made_anew_what_does_not_follow_is_found_by_playing_it_again() -> None:
    floor = evening()
    whole: list[dict[str, Any]] = json.loads(msgspec.json.encode(floor.record))
    relieved = next(entry["n"] for entry in whole if entry["event"]["type"] == "relieved")
    whole[relieved]["event"]["outgoing"] = "Zed"
    with pytest.raises(BadInput, match=f"event {relieved} of the log: «Pat relieves third base» leads to something"):
        verify_floor_log(floor.game, chained_anew(whole))
    whole = json.loads(msgspec.json.encode(floor.record))
    del whole[relieved - 1]  # the work that the relief waits for
    for number, entry in enumerate(whole):
        entry["n"] = number
    with pytest.raises(BadInput, match=f"event {relieved - 1} of the log: the house refuses «Pat relieves third base»"):
        verify_floor_log(floor.game, chained_anew(whole))
    whole = json.loads(msgspec.json.encode(floor.record))
    whole[-1]["table"]["b"] = 3
    with pytest.raises(BadInput, match="leads to something else than is written there"):
        verify_floor_log(floor.game, chained_anew(whole))


def test_a_log_that_was_cut_is_found_by_who_knows_its_end() -> None:
    floor = evening()
    lines, end = list(write_log(floor.record)), end_of(floor.record)
    assert verify_floor_log(floor.game, lines, end=end) == end
    for wrong, cut in ((end, lines[:-1]), (End(len(lines), "0" * 64), lines)):
        with pytest.raises(BadInput, match="it was cut, lengthened or replaced"):
            verify_floor_log(floor.game, cut, end=wrong)


def test_every_event_and_command_of_a_floor_has_a_tag_of_its_own() -> None:
    for union in (FloorEvent, FloorCommand):
        tags = [kind.__struct_config__.tag for kind in union.__args__]
        assert len(set(tags)) == len(tags)
        assert all(tags)


def test_what_a_strategy_remembers_is_in_the_log_and_not_in_the_transcript() -> None:
    floor = evening()
    assert not isinstance(floor.execute(Remember("Ann", "{}")), Refusal)
    assert len(list(floor_transcript(floor.record))) == len(list(floor_transcript(floor.record[:-1])))
