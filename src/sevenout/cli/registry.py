"""The commands by name: a new one is a module with its arguments and its run, and one line below.

A module is imported when its command is asked for, so that nothing else waits for it.
"""

from argparse import ArgumentParser, Namespace
from importlib import import_module
from typing import NamedTuple, Protocol, cast


class Module(Protocol):
    """What a command's module has."""

    @staticmethod
    def add_arguments(parser: ArgumentParser, /) -> None:
        """Says what the command takes, and describes it."""

    @staticmethod
    def run(given: Namespace, /) -> int:
        """Does it, and returns the exit code."""


class Subcommand(NamedTuple):
    """A command as `sevenout --help` lists it."""

    name: str
    place: str
    """Its module, within `sevenout.cli`."""
    says: str

    def module(self) -> Module:
        """The module that runs it."""
        return cast(Module, import_module(f"sevenout.cli.{self.place}"))


_EVERY = (
    Subcommand("best", "solver.best_command", "what to do now for a goal, and what it is worth"),
    Subcommand("completion", "completion_command", "print a script by which bash, zsh or fish complete these commands"),
    Subcommand("dice", "dice.dice_command", "test recorded rolls: are the dice fair, and what would they be worth"),
    Subcommand("edges", "edges.edges_command", "the house's edge on every wager, exactly"),
    Subcommand("exact", "analysis.exact_command", "all that can come of a strategy's session, with its probability"),
    Subcommand(
        "glossary", "reference.glossary_command", "the names of wagers and the meanings of words, house by house"
    ),
    Subcommand(
        "house",
        "admin.house_command",
        "copy a store, restore a copy, print the house's key, say who is crew, close a table",
    ),
    Subcommand("layout", "reference.layout_command", "draw a house's layout as SVG"),
    Subcommand(
        "learn",
        "solver.learn_command",
        "tasks of the learning environment, their solved optimum, and what baselines reach",
    ),
    Subcommand(
        "notice", "reference.notice_command", "print the notice a house posts: wagers, payouts, limits, its bonus"
    ),
    Subcommand("play", "play.play_command", "take a seat at a table in this terminal"),
    Subcommand("replay", "reference.replay_command", "play a transcript and show the game"),
    Subcommand(
        "rules", "reference.rules_command", "list the rulebooks, show one or one of its wagers, or check a file"
    ),
    Subcommand("school", "school.school_command", "learn to deal: drills, a memory, an exam"),
    Subcommand("serve", "admin.serve_command", "run a house: live tables for many players"),
    Subcommand("shift", "reference.shift_command", "add up a shift from its transcript: drop, win, hold, handle"),
    Subcommand(
        "simulate", "analysis.simulate_command", "play millions of sessions of strategies and count what came of them"
    ),
    Subcommand(
        "solve", "solver.solve_command", "the best chance to reach a goal before ruin, proved, and the play that has it"
    ),
    Subcommand(
        "strategy",
        "analysis.strategy_command",
        "list the strategies, show one, check, explain or format a file, or play one session",
    ),
    Subcommand(
        "verify", "admin.verify_command", "check a log, a house's store, a shooter's dice or a solver's certificate"
    ),
)
COMMANDS = {command.name: command for command in _EVERY}
