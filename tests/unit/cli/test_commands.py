"""The commands: each is a module with its arguments and its run, imported when it is asked for."""

import re
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path

import pytest

from sevenout import Game, open_book
from sevenout.analysis.exact import edges, lines_with_odds
from sevenout.analysis.exact.comparison import compare
from sevenout.cli.registry import COMMANDS
from sevenout.reports.figures.stake_ranges import at_one_stake, swept
from sevenout.reports.records.comparison_records import comparison_record
from sevenout.reports.records.edge_records import edges_record, edges_rows, odds_record
from sevenout.reports.records.record_formats import JsonRecord, csv_text
from sevenout.reports.records.reference_records import book_record
from sevenout.reports.records.shooter_records import turn_record
from sevenout.reports.records.stake_records import stake_record, sweep_record
from sevenout.reports.records.strategy_records import strategy_record
from sevenout.strategy.library import read_strategy
from tests.unit.cli.command import run

HEAVY = {"numpy", "rich", "msgspec", "matplotlib", "prompt_toolkit", "sevenout.engine.game"}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_owns_its_arguments_and_its_run(name: str) -> None:
    module = COMMANDS[name].module()
    parser = ArgumentParser(prog=name)
    module.add_arguments(parser)
    assert parser.description
    assert callable(module.run)
    helped = run(name, "--help")
    assert helped.code == 0
    assert helped.out.startswith(f"usage: sevenout {name} ")


def test_every_command_is_listed() -> None:
    listed = run("--help").out
    assert all(re.search(rf"\n    {name}\s", listed) for name in COMMANDS)


@pytest.mark.parametrize(
    ("order", "light"),
    [(["--help"], HEAVY), (["--version"], HEAVY), (["simulate", "--help"], HEAVY - {"msgspec"})],
)
def test_help_waits_for_nothing_heavy(order: list[str], light: set[str]) -> None:
    code = f"import sys; from sevenout.cli.main import main\ntry: main({order})\nexcept SystemExit: pass\n"
    code += f"print(sorted({light} & set(sys.modules)), file=sys.stderr)"
    ran = subprocess.run((sys.executable, "-c", code), capture_output=True, text=True, check=True)
    assert ran.stderr == "[]\n"


# --- what is printed is what the library gives


def _records() -> dict[tuple[str, ...], JsonRecord]:
    rules = open_book("catfish-bend")
    game = Game(rules)
    return {
        ("edges", "catfish-bend", "pass"): edges_record(edges(rules, ("pass",))),
        ("edges", "catfish-bend", "--odds"): odds_record(rules, lines_with_odds(rules)),
        ("edges", "catfish-bend", "--stake", "5"): stake_record(game, 500, at_one_stake(game, 500, ())),
        ("edges", "catfish-bend", "place-6", "--sweep"): sweep_record(
            game, edges(rules, ("place-6",)), swept(game, ("place-6",)), every=True
        ),
        ("edges", "catfish-bend", "--shooter"): turn_record(rules),
        ("edges", "catfish-bend", "pass", "--compare", "typical"): comparison_record(
            compare([rules, open_book("typical")], ["pass"])
        ),
        ("rules", "catfish-bend"): book_record(rules),
        ("strategy", "pass-line"): strategy_record(read_strategy("pass-line")),
    }


def test_the_contracts_json_is_had_without_a_command() -> None:
    for order, record in _records().items():
        assert run(*order, "--json").json == record, order


def test_the_rows_of_a_data_frame_are_those_of_the_csv() -> None:
    rows = edges_rows(edges(open_book("catfish-bend")))
    assert run("edges", "catfish-bend", "--csv").out == csv_text(rows)
    assert rows[0]["wager"] == "pass"


def test_no_other_way_to_write_a_file_or_to_speak() -> None:
    """Pages are written by `write_whole`, and what is said goes through `printable`."""
    source = Path(__file__).parents[3] / "src" / "sevenout"
    texts = {file.relative_to(source).as_posix(): file.read_text(encoding="utf-8") for file in source.rglob("*.py")}
    assert [name for name, text in texts.items() if ".write_text(" in text or "os.replace(" in text] == [
        "base/files.py"
    ]
    assert {name for name, text in texts.items() if "sys.stderr.write(" in text} == {"cli/shared/text_output.py"}
