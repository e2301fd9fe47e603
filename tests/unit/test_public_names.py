"""What `import sevenout` gives: these names, each with its words, and nothing that takes long to load."""

import inspect
import subprocess
import sys

import pytest

import sevenout

NAMES = [
    "EMPTY",
    "ROLLS",
    "AtStake",
    "BadEntry",
    "BadInput",
    "BadRulebook",
    "BadStrategy",
    "BadTranscript",
    "BetSet",
    "Bot",
    "Change",
    "Citation",
    "ClassTooLarge",
    "Comparison",
    "DiceModel",
    "DiceReport",
    "Disagreement",
    "Distribution",
    "Edges",
    "FalsePlay",
    "Fault",
    "Game",
    "GameRefused",
    "HiddenState",
    "Job",
    "Layout",
    "LineWithOdds",
    "LogEntry",
    "Malformed",
    "MissingExtra",
    "Move",
    "NeverDecided",
    "NoCluster",
    "NoKernelHere",
    "NotOffered",
    "Odds",
    "Offer",
    "OverBudget",
    "PartialResult",
    "PlacedBet",
    "Plan",
    "Position",
    "Reckoning",
    "Refusal",
    "Result",
    "Roll",
    "Rolled",
    "RuleCosts",
    "ScriptedDice",
    "SeededDice",
    "SessionEnd",
    "Settlement",
    "SevenoutError",
    "Snapshot",
    "Strategy",
    "Sweep",
    "SystemDice",
    "Table",
    "TooLarge",
    "Untraceable",
    "View",
    "WagerEdge",
    "WrongType",
    "at_stake",
    "bet_set",
    "call",
    "cents",
    "check_book",
    "compare",
    "describe",
    "distribution",
    "edges",
    "evolve",
    "exact",
    "examine_rolls",
    "format_amount",
    "list_strategies",
    "offer",
    "offers",
    "open_book",
    "open_strategy",
    "parse_amount",
    "parse_line",
    "place",
    "play",
    "read_book",
    "read_dice",
    "read_rolls",
    "reduce",
    "roll",
    "rule_costs",
    "settle",
    "shipped",
    "simulate",
    "sweep",
    "sweeps",
    "take_down",
    "wager_edge",
]
HEAVY = ("numpy", "matplotlib", "msgspec", "rich", "prompt_toolkit", "tomllib", "sevenout.base.errors")


def test_public_names_change_on_purpose_only() -> None:
    assert sevenout.__all__ == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_there_with_words_of_its_own(name: str) -> None:
    thing = getattr(sevenout, name)
    if inspect.isclass(thing) or inspect.isfunction(thing) or inspect.ismodule(thing):
        assert (thing.__doc__ or "").strip()


def test_every_error_comes_from_the_root_and_from_here() -> None:
    errors = {sevenout.SevenoutError}
    while more := {below for error in errors for below in error.__subclasses__()} - errors:
        errors |= more
    house = "sevenout.server."  # an extra, imported by its own name
    ours = {error.__name__ for error in errors if error.__module__.startswith("sevenout.")}
    ours -= {error.__name__ for error in errors if error.__module__.startswith(house)}
    assert {name for name in ours if not name.startswith("_")} <= set(NAMES)


def test_importing_loads_nothing_that_takes_long() -> None:
    code = f"import sys, sevenout; print([name for name in {HEAVY!r} if name in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout.strip() == "[]"


def test_the_module_runs_as_the_command() -> None:
    ran = subprocess.run([sys.executable, "-m", "sevenout", "--version"], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout.split()[-1:]) == (0, [sevenout.__version__])


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'tabel'"):
        sevenout.tabel  # noqa: B018
