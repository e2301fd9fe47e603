"""The commands by name: a new one is a module with its arguments and its run, its place and one line below.

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
    says: str

    def module(self) -> Module:
        """The module that runs it."""
        return cast(Module, import_module(f"sevenout.cli.{_PLACES[self.name]}"))


_PLACES = {
    "best": "solver.best_command",
    "completion": "completion_command",
    "dice": "dice.dice_command",
    "edges": "edges.edges_command",
    "exact": "analysis.exact_command",
    "glossary": "reference.glossary_command",
    "house": "admin.house_command",
    "layout": "reference.layout_command",
    "learn": "solver.learn_command",
    "notice": "reference.notice_command",
    "play": "play.play_command",
    "replay": "reference.replay_command",
    "rules": "reference.rules_command",
    "school": "school.school_command",
    "serve": "admin.serve_command",
    "shift": "reference.shift_command",
    "simulate": "analysis.simulate_command",
    "solve": "solver.solve_command",
    "strategy": "analysis.strategy_command",
    "verify": "admin.verify_command",
}
_EVERY = (
    Subcommand("best", "what to do now for a goal, and what it is worth"),
    Subcommand("completion", "print a script by which bash, zsh or fish complete these commands"),
    Subcommand("dice", "test recorded rolls: are the dice fair, and what would they be worth"),
    Subcommand("edges", "the house's edge on every wager, exactly"),
    Subcommand("exact", "all that can come of a strategy's session, with its probability"),
    Subcommand("glossary", "the names of wagers and the meanings of words, house by house"),
    Subcommand("house", "copy a store, restore a copy, print the house's key, say who is crew, close a table"),
    Subcommand("layout", "draw a house's layout as SVG"),
    Subcommand("learn", "tasks of the learning environment, their solved optimum, and what baselines reach"),
    Subcommand("notice", "print the notice a house posts: wagers, payouts, limits, its bonus"),
    Subcommand("play", "take a seat at a table in this terminal"),
    Subcommand("replay", "play a transcript and show the game"),
    Subcommand("rules", "list the rulebooks, show one or one of its wagers, or check a file"),
    Subcommand("school", "learn to deal: drills, a memory, an exam"),
    Subcommand("serve", "run a house: live tables for many players"),
    Subcommand("shift", "report on the shift that a transcript is: drop, win, hold, handle"),
    Subcommand("simulate", "play millions of sessions of strategies and count what came of them"),
    Subcommand("solve", "the best chance to reach a goal before ruin, proved, and the play that has it"),
    Subcommand("strategy", "list the strategies, show one, check, explain or format a file, or play one session"),
    Subcommand("verify", "check a log, a house's store, a shooter's dice or a solver's certificate"),
)
COMMANDS = {command.name: command for command in _EVERY}
