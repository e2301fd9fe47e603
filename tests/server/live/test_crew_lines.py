"""Every line of the notation, the floor's too, is said at a live table by somebody whose it is, and by nobody else."""

import asyncio
import re
from pathlib import Path

import pytest

from sevenout.base.refusal import Refusal
from sevenout.server.live.public_view import next_throw_message
from sevenout.table.events import Inspected
from tests.server.playing import a_house, appointed, come_in, opened, says, sound

NOTATION = (Path(__file__).parents[3] / "docs" / "reference" / "notation.md").read_text(encoding="utf-8")
BLOCKS = [
    [line for text in block.splitlines() if (line := text.split("#")[0].strip())]
    for block in re.findall(r"```craps\n(.*?)```", NOTATION, re.DOTALL)
]
NOT_THEIRS = {"not-yours", "no-seat", "not-shooter", "deals-here"}


@pytest.mark.parametrize("block", BLOCKS[:2], ids=["the table's lines", "the floor's lines"])
def test_every_line_of_the_notation_is_somebody_s_to_say(tmp_path: Path, block: list[str]) -> None:
    async def play() -> dict[str, set[str]]:
        house = await a_house(str(tmp_path / "house.db"))
        table, _ = await opened(house, await come_in(house, "Olga"), dice="entered", minimum="5", maximum="500")
        crew = {
            role: await appointed(house, table, name, role)
            for name, role in (("Kim", "stickperson"), ("Lou", "dealer"), ("Ned", "boxperson"), ("Sue", "supervisor"))
        }
        ann, bob = await come_in(house, "Ann"), await come_in(house, "Bob")
        stranger = await come_in(house, "Zoe")
        everybody = {"stranger": stranger, "Ann": ann, "Bob": bob, **crew}
        said: dict[str, set[str]] = {}
        for number, line in enumerate(block):
            if line.startswith(("rules ", "table ")):
                continue
            if line.startswith("seat "):
                _, name, chips = line.split()
                await says(house, table, everybody[name], f"sits {chips}")
                continue
            who = ""
            answer: int | Refusal = Refusal("", "")
            for who, person in everybody.items():
                answer = await house.submit_line(table, person, line, f"{number}")
                if isinstance(answer, int):
                    break
                assert answer.code in NOT_THEIRS, f"{who}: {line}: {answer.code}: {answer.reason}"
            assert isinstance(answer, int), f"nobody may say «{line}»"
            said.setdefault(who, set()).add(line)
            entries = await table.entries(0)
            done = next(entry for entry in reversed(entries) if entry.key == f"{number}")
            assert done.actor == everybody[who].key, "the log says who it was"
        await sound(table)
        await house.store.close()
        return said

    said = asyncio.run(play())
    assert "stranger" not in said
    for who in ("Ann", "Bob"):
        assert all(line.startswith(f"{who} ") for line in said[who]), said[who]
    for role in ("stickperson", "dealer", "boxperson", "supervisor"):
        others = {"stickperson", "dealer", "boxperson", "supervisor"} - {role}
        assert not [line for line in said.get(role, ()) for other in others if line.startswith(f"{other} ")]


def test_a_shootout_is_paid_once_a_supervisor_has_signed_with_name_and_licence(tmp_path: Path) -> None:
    async def play() -> None:
        house = await a_house(str(tmp_path / "house.db"))
        olga = await come_in(house, "Olga")
        table, olga = await opened(house, olga, dice="entered")
        sue, ann = await appointed(house, table, "Sue", "supervisor"), await come_in(house, "Ann")
        await says(house, table, ann, "sits 5000")
        await says(house, table, sue, "clock 2026-11-15T20:00 America/Chicago")
        for point in ("2 2", "3 2", "3 3", "4 4", "5 4", "6 4"):
            if not table.floor.table.layout("Ann"):
                await says(house, table, ann, "bets 10 on pass")
            await says(house, table, olga, f"roll {point}", f"roll {point}")
        assert next_throw_message(table.game, table.floor.snapshot).why == "inspection", (
            "nobody throws: every client is told"
        )
        signed = "supervisor finds the dice sound, signed Lee 4711"
        for person, line, wanted in (
            (ann, signed, "not-yours"),
            (sue, "supervisor finds the dice sound", "unsigned"),
        ):
            answer = await house.submit_line(table, person, line, f"{line} {person.name}")
            assert isinstance(answer, Refusal)
            assert answer.code == wanted, answer.reason
        await says(house, table, sue, signed)
        assert next_throw_message(table.game, table.floor.snapshot).why != "inspection"
        last = (await table.entries(table.n))[0]
        assert isinstance(last.event, Inspected)
        assert last.actor == sue.key
        assert sum(part.amount for part in last.event.paid) > 0
        await sound(table)
        await house.store.close()

    asyncio.run(play())
