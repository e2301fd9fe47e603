"""Somebody who knows the first day: answers its questions from their text, as they stand on a screen.

Money and legality are the referee's; what a throw, a word or a motion is, is looked up in the house's own data.
"""

import re
import tomllib
from collections.abc import Iterable
from importlib import resources

from sevenout.base.refusal import Refusal
from sevenout.crew.layout.chips import Chips
from sevenout.crew.layout.rail import Rail
from sevenout.crew.markers import locate_wager
from sevenout.engine.game import Game
from sevenout.school.lesson_loader import lessons
from sevenout.school.topics.manual_facts import facts
from tests.unit.school.answering import Learner


class Student:
    """A student of one house."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.learner = Learner(game.rules.book.name, game.minimum, game.maximum, game.chip)
        text = (resources.files("sevenout.school") / "data" / "throws.toml").read_text(encoding="utf-8")
        self.throws = tomllib.loads(text)

    def answer(self, lines: list[str]) -> str:
        """What to type: the lines of the question, those to choose from among them."""
        prompt = [line for line in lines if not line.startswith(" ")]
        choices = _choices(line for line in lines if line.startswith(" "))
        asked = " ".join(prompt)
        if parts := re.match(r"Cut out ([\d.]+) ", asked):
            cut = Chips.of(self.game.rules.book).cut(round(float(parts[1]) * 100))
            assert not isinstance(cut, Refusal)
            return ", ".join(map(str, cut))
        if asked.endswith("Does it count?"):
            return _letter(choices, self._counts(asked.removesuffix(" Does it count?")))
        if asked.startswith("One of these ") and asked.endswith("no roll. Which?"):
            seen = {*self.throws["good"].values(), *self.throws["cocked"].values()}
            return next(letter for letter, text in choices.items() if text not in seen)
        if asked.endswith(": which word is that?"):
            means = asked.removesuffix(": which word is that?").lower()
            words = {word.means.lower(): key.replace("-", " ") for key, word in lessons(self.game).words.items()}
            return _letter(choices, words[means])
        if parts := re.fullmatch(r"Where does ([\w-]+) lie\?", asked):
            there = locate_wager(self.game, parts[1], Rail(("Ann", "Bob"), ("Cy",)), "Ann")
            assert not isinstance(there, Refusal)
            return _letter(choices, re.sub(r"^the \w+ edge", "an edge", there.at))
        if choices:
            done = {fact.does for fact in facts(self.game).values()}
            return next(letter for letter, text in choices.items() if text in done)
        return self.learner.answer("\n".join(prompt))

    def _counts(self, seen: str) -> str:
        if seen in (*self.throws["good"].values(), *self.throws["cocked"].values()):
            return "it counts"
        (key,) = (key for key, text in self.throws["grounds"].items() if text == seen)
        ground = self.game.rules.book.no_roll.ground(key)
        assert ground is not None
        return "it is always no roll" if ground.call.value == "always" else "it may be called no roll"


def _choices(lines: Iterable[str]) -> dict[str, str]:
    """Lettered lines, each with what was wrapped below it."""
    choices: dict[str, str] = {}
    letter = ""
    for line in lines:
        if parts := re.fullmatch(r"  ([a-z])  (.*)", line):
            letter = parts[1]
            choices[letter] = parts[2]
        else:
            choices[letter] += f" {line.strip()}"
    return choices


def _letter(choices: dict[str, str], text: str) -> str:
    return next(letter for letter, choice in choices.items() if choice == text)
