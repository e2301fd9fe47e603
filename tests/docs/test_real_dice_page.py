"""The page about real dice: its commands are commands, and its evening is played as it is shown."""

from pathlib import Path

from sevenout.cli.main import main
from tests.docs.test_documents import ROOT, blocks
from tests.server.serving import serving

PAGE = ROOT / "docs" / "play" / "real-dice.md"


def test_its_commands_are_taken() -> None:
    (commands,) = blocks(PAGE, "sh")
    for line in commands.splitlines():
        words = line.partition("#")[0].split()
        assert words[0] == "sevenout"
        assert main([*words[1:], "--show-settings"]) == 0


def test_its_evening_is_played_as_it_is_shown_and_verifies(tmp_path: Path) -> None:
    (evening,) = blocks(PAGE, "say")
    with serving(str(tmp_path / "house.db"), tmp_path, "--host", "127.0.0.1") as house:
        tokens = {name: house.guest(name) for name in ("Olga", "Ann")}
        table = house.table(tokens["Olga"], rules="catfish-bend", dice="entered")
        seats = {name: house.connect(table, token) for name, token in tokens.items()}
        for number, spoken in enumerate(evening.splitlines()):
            name, _, line = spoken.partition(": ")
            assert seats[name].say(f"k{number}", line)["type"] == "accepted", spoken
        assert main(["verify", f"{house.address}/api/tables/{table}/log"]) == 0
