"""`sevenout learn`: the tasks of the learning environment, their solved optimum, and what baselines reach."""

import argparse
from typing import TYPE_CHECKING, NamedTuple

from sevenout.cli.shared.arguments import add_json, add_seed, read_options
from sevenout.cli.shared.number_parsing import parse_whole

if TYPE_CHECKING:
    from sevenout.cli.shared.console import Screen
    from sevenout.player.learning.baselines import Score
    from sevenout.player.learning.learning_tasks import LearningTask
    from sevenout.reports.records.record_formats import JsonRecord


def add_arguments(learn: argparse.ArgumentParser) -> None:
    """What `sevenout learn` takes."""
    learn.description = (
        "The tasks of the learning environment; of one task the solved optimum and what baselines reach."
    )
    learn.add_argument("task", metavar="NAME", nargs="?", help="a task (without one: all of them)")
    learn.add_argument("--episodes", metavar="N", type=parse_whole, default=2_000, help="episodes of a baseline (2000)")
    add_seed(learn)
    add_json(learn)


class LearnOptions(NamedTuple):
    """The command line."""

    task: str | None
    episodes: int
    seed: int
    json: bool


def run(given: argparse.Namespace) -> int:
    """Lists the tasks, or plays the baselines of one."""
    from sevenout.base.errors import BadInput
    from sevenout.base.extras import need
    from sevenout.cli.shared.output_formats import Answer, print_answer

    options = read_options(LearnOptions, given)
    need("gymnasium", "a learning environment")
    from sevenout.player.learning.baselines import baseline_scores
    from sevenout.player.learning.learning_tasks import TASKS, find_task

    if not 1 <= options.episodes <= 1_000_000:
        raise BadInput(f"baselines play 1 to 1,000,000 episodes, not {options.episodes:,}")
    if options.task is None:
        tasks = tuple(TASKS.values())
        answer = Answer(
            lambda: {"tasks": [_task_record(task) for task in tasks]}, list, lambda at: _show_tasks(at, tasks)
        )
        return print_answer(answer, json=options.json, csv=False)
    task = find_task(options.task)
    scores = baseline_scores(task, options.episodes, options.seed)
    answer = Answer(lambda: _scores_record(task, scores), list, lambda screen: _show_scores(screen, task, scores))
    return print_answer(answer, json=options.json, csv=False)


def _task_record(task: "LearningTask") -> "JsonRecord":
    return {
        "task": task.name,
        "house": task.house,
        "bankroll": task.bankroll,
        "goal": task.goal,
        "chip": task.chip,
        "optimum": task.optimum.chance,
    }


def _scores_record(task: "LearningTask", scores: "list[Score]") -> "JsonRecord":
    rows = [
        {"agent": score.agent, "share": score.share, "error": score.error, "rolls": score.rolls} for score in scores
    ]
    return {**_task_record(task), "scores": rows}


def _show_tasks(screen: "Screen", tasks: "tuple[LearningTask, ...]") -> None:
    from sevenout.base.money import units
    from sevenout.cli.shared.output_formats import show_note, show_title
    from sevenout.cli.shared.text_tables import Column, GridSection, show_grid

    show_title(screen, "Tasks to learn", "reach the goal before ruin, with line bets and odds")
    columns = (
        Column("task", justify="left"),
        Column("house", justify="left"),
        Column("from"),
        Column("to"),
        Column("chip"),
        Column("optimum"),
    )
    rows = [
        (task.name, task.house, units(task.bankroll), units(task.goal), units(task.chip), f"{task.optimum.chance:.6f}")
        for task in tasks
    ]
    show_grid(screen, columns, [GridSection("", rows)])
    show_note(screen, 'gymnasium.make("sevenout/Craps-v0", task=…); sevenout learn TASK plays the baselines.')


def _show_scores(screen: "Screen", task: "LearningTask", scores: "list[Score]") -> None:
    from sevenout.base.money import units
    from sevenout.cli.shared.output_formats import show_note, show_title
    from sevenout.cli.shared.text_tables import Column, GridSection, show_grid

    subject = f"{units(task.bankroll)} to {units(task.goal)} at {task.house}, chips of {units(task.chip)}"
    show_title(screen, task.name, subject)
    screen.print(f"  the solved optimum  {task.optimum.chance:.12f}\n")
    rows = [(score.agent, f"{score.share:.4f}", f"±{1.96 * score.error:.4f}", f"{score.rolls:.1f}") for score in scores]
    columns = (Column("agent", justify="left"), Column("reaches the goal"), Column("95 %"), Column("rolls"))
    show_grid(screen, columns, [GridSection("", rows)])
    show_note(screen, "Each with the same seed of dice. Nobody exceeds the optimum in the long run.")
