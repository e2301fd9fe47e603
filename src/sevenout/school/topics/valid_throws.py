"""Is it a roll: a throw is described, and the house's book says whether it counts, who says so, who may reverse it."""

import tomllib
from functools import cache
from importlib import resources
from random import Random

from sevenout.base.vocabulary import CREW_ROLES
from sevenout.engine.game import Game
from sevenout.rulebook.model import Ground
from sevenout.school.answers import ChoiceAnswer, NamesAnswer
from sevenout.school.questions import Because, Drawn, Topic

_GOOD, _COCKED = "good throw", "cocked die"
_COUNTS = ("it counts", "it is always no roll", "it may be called no roll")
_CALL = {"always": 1, "may": 2}
_PLAIN = 0.2
"""How often it is asked of a usual ground whether it counts: elsewhere it is to be found among others."""
_OVERRULED = 3
"""The level that asks who may overrule a call."""


@cache
def _sentences() -> dict[str, dict[str, str]]:
    file = resources.files("sevenout.school") / "data" / "throws.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _describe_throw(ground: Ground) -> str:
    """Describes the throw; a ground of the house's own is called by its name."""
    return _sentences()["grounds"].get(ground.key, f"On this throw: {ground.key.replace('-', ' ')}.")


def seen_of(game: Game, ground: str) -> str:
    """Describes a throw that is a no roll on one of the house's grounds."""
    known = game.rules.book.no_roll.ground(ground)
    assert known is not None, "it is one of this house's"
    return _describe_throw(known)


def where_it_fell(side: str) -> str:
    """On which side of the table a die is down, in other words than the stick's."""
    return _sentences()["down"][side]


def cards(game: Game, level: int) -> tuple[str, ...]:
    """The grounds of the house, and throws with nothing wrong; nobody is asked whether somebody overrules himself."""
    rules = game.rules.book.no_roll
    own = (rules.overruled_by.value,) if level == _OVERRULED else ()
    grounds = tuple(ground.key for ground in rules.grounds if not own or ground.called_by.value != own)
    return (*grounds, _GOOD, _COCKED) if level == 1 and grounds else grounds


def draw(game: Game, level: int, card: str, rng: Random) -> Drawn:
    """A throw to judge."""
    rules = game.rules.book.no_roll
    if card in (_GOOD, _COCKED):
        return _nothing_wrong(game, card, rng)
    ground = rules.ground(card)
    assert ground is not None, "it is a card of this house"
    if level == 1 and (not _is_usual(game, ground, level) or rng.random() < _PLAIN):
        right = _COUNTS[_CALL[ground.call.value]]
        return _ask_if_counts(_describe_throw(ground), right, Because(right, ground.call.cite), rng)
    if _is_usual(game, ground, level):
        return _one_of_these(game, ground, level, rng)
    if level == 2:
        said = ", ".join(ground.called_by.value)
        prompt = f"{_describe_throw(ground)} Who calls no roll? ({', '.join(CREW_ROLES)})"
        because = Because(f"It is called by: {said}", ground.called_by.cite)
        return Drawn(prompt, NamesAnswer(ground.called_by.value, CREW_ROLES), (because, Because("", ground.call.cite)))
    return _ask_who_overrules(game, ground)


def _people(game: Game, ground: Ground, level: int) -> tuple[str, ...]:
    """The right answer on a level: the call, who makes it, or who may overrule it."""
    if level == 1:
        return (ground.call.value,)
    if level == 2:
        return ground.called_by.value
    return () if ground.call.value == "always" else (game.rules.book.no_roll.overruled_by.value,)


def _is_usual(game: Game, ground: Ground, level: int) -> bool:
    """True if the same people would do for most grounds of the house: then the throw is asked for, not the person."""
    everywhere = [_people(game, other, level) for other in game.rules.book.no_roll.grounds]
    return 2 * everywhere.count(_people(game, ground, level)) > len(everywhere)


def _one_of_these(game: Game, ground: Ground, level: int, rng: Random) -> Drawn:
    """A throw that some people call or overrule, among those with nothing wrong and those for others."""
    rules = game.rules.book.no_roll
    people = _people(game, ground, level)
    apart = [other for other in rules.grounds if level > 1 and _people(game, other, level) != people]
    others = [_describe_throw(other) for other in apart]
    others += _sentences()["good"].values()
    if rules.cocked.value == "natural fall, else no roll":
        others += _sentences()["cocked"].values()
    right = _describe_throw(ground)
    choices = [right, *rng.sample(others, min(3, len(others)))]
    rng.shuffle(choices)
    names = " or the ".join(people)
    if level == 1:
        call = _COUNTS[_CALL[ground.call.value]].removeprefix("it ")
        prompt, because = f"One of these {call}. Which?", Because(f"it {call}", ground.call.cite)
    elif level == 2:
        prompt = f"One of these is for the {names} to call no roll. Which?"
        because = Because(f"It is called by: {', '.join(people)}", ground.called_by.cite)
    elif people:
        prompt = f"One of these may be called no roll, and the {names} may overrule it. Which?"
        because = Because(f"It may be overruled by: {names}", rules.overruled_by.cite)
    else:
        prompt = "One of these is no roll, and nobody may overrule it. Which?"
        because = Because("Such a throw never counts", ground.call.cite)
    answer = ChoiceAnswer(tuple(choices), choices.index(right), True)
    return Drawn(prompt, answer, (because, Because("", ground.call.cite)))


def _nothing_wrong(game: Game, card: str, rng: Random) -> Drawn:
    rules = game.rules.book.no_roll
    if card == _COCKED:
        (sentence,) = _sentences()["cocked"].values()
        falls = rules.cocked.value == "natural fall, else no roll"
        text = "It is read as it would fall" if falls else "A cocked die is no roll"
        return _ask_if_counts(sentence, _COUNTS[0 if falls else 1], Because(text, rules.cocked.cite), rng)
    sentence = rng.choice(tuple(_sentences()["good"].values()))
    return _ask_if_counts(sentence, _COUNTS[0], Because("None of the house's grounds for a no roll is there"), rng)


def _ask_if_counts(seen: str, right: str, because: Because, rng: Random) -> Drawn:
    """Returns whether a throw counts; the answers come in any order."""
    choices = rng.sample(_COUNTS, len(_COUNTS))
    return Drawn(f"{seen} Does it count?", ChoiceAnswer(tuple(choices), choices.index(right), True), (because,))


def _ask_who_overrules(game: Game, ground: Ground) -> Drawn:
    """Returns who can make a throw count after all that was called no roll."""
    rules = game.rules.book.no_roll
    always = ground.call.value == "always"
    right = "nobody" if always else rules.overruled_by.value
    choices = ("nobody", *CREW_ROLES)
    prompt = f"{_describe_throw(ground)} No roll is called. Who may overrule it?"
    because = (
        Because("Such a throw never counts", ground.call.cite)
        if always
        else Because(f"It may be overruled by: {right}", rules.overruled_by.cite)
    )
    return Drawn(prompt, ChoiceAnswer(choices, choices.index(right)), (because,))


TOPIC = Topic(
    "no-roll",
    "Is it a roll",
    ("does it count", "who calls it", "who may overrule it"),
    cards,
    draw,
    tells="rule",
)
