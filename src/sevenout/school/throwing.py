"""Is it a roll: a throw is described, and the house's book says whether it counts, who says so, who may reverse it."""

import tomllib
from functools import cache
from importlib import resources
from random import Random

from sevenout.game import Game
from sevenout.rulebook.model import Ground
from sevenout.school.answers import Choice, Names
from sevenout.school.question import Because, Drawn, Topic
from sevenout.words import CREW_ROLES

_GOOD, _COCKED = "good throw", "cocked die"
_COUNTS = ("it counts", "it is always no roll", "it may be called no roll")
_CALL = {"always": 1, "may": 2}


@cache
def _sentences() -> dict[str, dict[str, str]]:
    file = resources.files(__package__) / "throws.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _happened(ground: Ground) -> str:
    """What was seen; a ground of a house's own is named."""
    return _sentences()["grounds"].get(ground.key, f"On this throw: {ground.key.replace('-', ' ')}.")


def cards(game: Game, level: int) -> tuple[str, ...]:
    """The grounds of the house, and throws with nothing wrong."""
    rules = game.rules.book.no_roll
    grounds = tuple(ground.key for ground in rules.grounds)
    return (*grounds, _GOOD, _COCKED) if level == 1 and grounds else grounds


def draw(game: Game, level: int, card: str, rng: Random) -> Drawn:
    """A throw to judge."""
    rules = game.rules.book.no_roll
    if card in (_GOOD, _COCKED):
        return _nothing_wrong(game, card, rng)
    ground = rules.ground(card)
    assert ground is not None, "it is a card of this house"
    if level == 1:
        right = _CALL[ground.call.value]
        because = Because(_COUNTS[right], ground.call.cite)
        return Drawn(f"{_happened(ground)} Does it count?", Choice(_COUNTS, right, True), (because,))
    if level == 2 and _alike(game, level):
        callers = _names(ground.called_by.value)
        return _odd_one_out(game, ground, f"No roll may be called on one of these, by the {callers}", rng)
    if level == 2:
        said = ", ".join(ground.called_by.value)
        prompt = f"{_happened(ground)} Who calls no roll? ({', '.join(CREW_ROLES)})"
        because = Because(f"It is called by: {said}", ground.called_by.cite)
        return Drawn(prompt, Names(ground.called_by.value, CREW_ROLES), (because, Because("", ground.call.cite)))
    if _alike(game, level):
        reversed_by = "nobody may overrule it" if ground.call.value == "always" else "it may be overruled"
        return _odd_one_out(game, ground, f"One of these is called no roll, and {reversed_by}", rng)
    return _reversed(game, ground)


def _alike(game: Game, level: int) -> bool:
    """Whether one answer would do for every ground of the house: then the throw is asked for, not the person."""
    grounds = game.rules.book.no_roll.grounds
    if level == 2:
        return len({ground.called_by.value for ground in grounds}) == 1
    return len({ground.call.value for ground in grounds}) == 1


def _names(people: tuple[str, ...]) -> str:
    return " or the ".join(people)


def _odd_one_out(game: Game, ground: Ground, question: str, rng: Random) -> Drawn:
    """A throw with something wrong among those with nothing wrong."""
    rules = game.rules.book.no_roll
    good = list(_sentences()["good"].values())
    if rules.cocked.value == "natural fall, else no roll":
        good += _sentences()["cocked"].values()
    wrong = _happened(ground)
    choices = [wrong, *rng.sample(good, min(3, len(good)))]
    rng.shuffle(choices)
    said = ", ".join(ground.called_by.value)
    because = (Because(f"It is called by: {said}", ground.called_by.cite), Because("", ground.call.cite))
    return Drawn(f"{question}. Which?", Choice(tuple(choices), choices.index(wrong), True), because)


def _nothing_wrong(game: Game, card: str, rng: Random) -> Drawn:
    rules = game.rules.book.no_roll
    if card == _COCKED:
        (sentence,) = _sentences()["cocked"].values()
        falls = rules.cocked.value == "natural fall, else no roll"
        text = "It is read as it would fall" if falls else "A cocked die is no roll"
        because = (Because(text, rules.cocked.cite),)
        return Drawn(f"{sentence} Does it count?", Choice(_COUNTS, 0 if falls else 1, True), because)
    sentence = rng.choice(tuple(_sentences()["good"].values()))
    because = (Because("None of the house's grounds for a no roll is there"),)
    return Drawn(f"{sentence} Does it count?", Choice(_COUNTS, 0, True), because)


def _reversed(game: Game, ground: Ground) -> Drawn:
    """Who can make a throw count after all that was called no roll."""
    rules = game.rules.book.no_roll
    always = ground.call.value == "always"
    right = "nobody" if always else rules.overruled_by.value
    choices = ("nobody", *CREW_ROLES)
    prompt = f"{_happened(ground)} No roll is called. Who may overrule it?"
    because = (
        Because("Such a throw never counts", ground.call.cite)
        if always
        else Because(f"It may be overruled by: {right}", rules.overruled_by.cite)
    )
    return Drawn(prompt, Choice(choices, choices.index(right)), (because,))


TOPIC = Topic(
    "no-roll",
    "Is it a roll",
    ("does it count", "who calls it", "who may overrule it"),
    cards,
    draw,
)
