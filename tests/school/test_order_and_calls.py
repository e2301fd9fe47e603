"""Orders and calls are held against what was written by hand: the manual's phases, and the list of the calls."""

import random
import re
import tomllib
from pathlib import Path

import pytest

from sevenout.compile import open_book
from sevenout.crew.manual import chapter
from sevenout.crew.sequence import SequenceRules
from sevenout.game import Game
from sevenout.school.answers import LETTERS
from sevenout.school.topics import check, every_card, question
from tests.referee.houses import BOOKS
from tests.school.answering import Learner
from tests.school.finder import LINES, OUTER, Right, Said, said_in
from tests.school.reading import read

SEEDS = 30
CALLS = tomllib.loads((Path(__file__).parents[1] / "crew" / "calls.toml").read_text(encoding="utf-8"))["states"]


class Orderer:
    """Puts the steps of a roll in order from the text alone, by the sentences of the manual."""

    def __init__(self, learner: Learner, text: str) -> None:
        prompt, *lines = re.split(r"\n  [a-z]  ", text)
        self.rails = {
            stand[1].lower(): stand[2].split(", ")
            for stand in re.finditer(r"(Third base|Second base), from the base to the stick: (.*)\.", prompt)
        }
        self.ends = {name: end for end, names in self.rails.items() for name in names}
        shooter = re.search(r"^(\w+) shoots\.$", prompt, re.MULTILINE)
        self.at_shooter = self.ends[shooter[1]] if shooter else ""
        scene = [line for line in prompt.split("\n")[:-1] if "shoots." not in line]
        self.right = Right(learner, read("\n".join([*scene, "?"])))
        self.lines = [said_in(line, self.ends) for line in lines]

    def answer(self) -> str:
        order = sorted(range(len(self.lines)), key=lambda at: self.rank(self.lines[at]))
        return " ".join(LETTERS[at] for at in order)

    def rank(self, line: Said) -> tuple[object, ...]:
        """Phase by phase; the end opposite the shooter first; from the outside in; odds before the flat bet."""
        phase = self.right.phase(line)
        end = line.end == self.at_shooter if self.at_shooter else 0
        if line.act in ("dice in", "puck"):
            return (phase, end)
        along = self.rails[line.end]
        player = along.index(line.name)
        if phase == 13:  # place and buy bets: from the stick to the base
            player = -player
        if phase == 10:  # behind the numbers: all of a player's, from the inside out
            number = int(line.wager.rsplit("-", 1)[1])
            inside = number if line.end == "third base" else -number
            return (phase, end, 0, player, inside, "odds" not in line.wager)
        return (phase, end, _depth(line.wager), player, 0, "odds" not in line.wager, line.act != "deducts")


def _depth(wager: str) -> int:
    outside_in = (r"pass(-odds)?", LINES, r"big-\d+", OUTER, "come", "dont-come")
    return next((rank for rank, names in enumerate(outside_in) if re.fullmatch(names, wager)), len(outside_in))


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("book", BOOKS)
def test_every_order_is_the_manuals(book: str, level: int) -> None:
    game = Game(open_book(book))
    learner = Learner(book, game.minimum, game.maximum, game.chip)
    for card in every_card(game, "order", level):
        for seed in range(SEEDS):
            asked = question(game, "order", level, card, seed)
            said = Orderer(learner, asked.text).answer()
            said = said[0] if level == 1 else said
            assert check(asked, said).right, f"{asked.text}\nby hand: {said}, school: {asked.answer.shown}"


def _listed(book: str) -> dict[str, dict[str, str]]:
    return {state["name"]: state["rolls"] for state in CALLS if state["book"] == book}


@pytest.mark.parametrize("book", [book for book in BOOKS if "come-out" in _listed(book)])
def test_every_call_is_the_one_in_the_list(book: str) -> None:
    game, listed = Game(open_book(book)), _listed(book)
    held = 0
    for level in (1, 3):
        for card in every_card(game, "call", level):
            for seed in range(SEEDS):
                asked = question(game, "call", level, card, seed)
                prompt, *choices = re.split(r"\n  [a-z]  ", asked.text)
                seen = read(prompt)
                state = "come-out" if seen.point is None else f"the point is {seen.point}"
                assert seen.dice is not None
                if state not in listed:
                    continue
                words = listed[state][f"{max(seen.dice)}-{min(seen.dice)}"]
                said = LETTERS[choices.index(words)] if choices else words
                assert check(asked, said).right, f"{asked.text}\nlist: {words}, school: {asked.answer.shown}"
                held += 1
    assert held > 100 or book != "catfish-bend"


def test_the_words_of_the_list_are_said_as_the_dice_go_out() -> None:
    game = Game(open_book("catfish-bend"))
    sent = {
        ("OFF", "pass"): "Coming out. All hardways are working unless called off. Dice are out.",
        ("OFF", "dont-pass"): "Coming out. All hardways are working unless called off. Shooting from the don't. "
        "Dice are out.",
        ("ON", "pass"): "Dice are out.",
        ("ON", "dont-pass"): "Shooting from the don't. Dice are out.",
    }
    for seed in range(SEEDS):
        asked = question(game, "call", 2, "dice out", seed)
        prompt, *choices = re.split(r"\n  [a-z]  ", asked.text)
        (line,) = [line for line in prompt.splitlines() if line.startswith("Ann:")]
        words = sent["ON" if "Puck ON" in prompt else "OFF", line.split()[1]]
        assert check(asked, LETTERS[choices.index(words)]).right


def test_only_the_manuals_own_words_are_asked_for_in_a_call() -> None:
    """What the manual does not state may be left out; what it states may not."""
    game = Game(open_book("catfish-bend"))
    rng = random.Random(1)
    for _ in range(SEEDS):
        asked = question(game, "call", 3, "seven-out", rng.getrandbits(30))
        for words, right in (
            ("Seven. Seven out. Line away. Pay the don'ts.", True),
            ("seven out", True),
            ("Seven, seven out, line away", True),
            ("Seven", False),
            ("Line away", False),
            ("Seven winner", False),
        ):
            assert check(asked, words).right == right, words


# --- what the manual only assumes


@pytest.mark.parametrize("book", ["catfish-bend", "marina-bay-sands", "typical"])
def test_the_puck_may_be_moved_at_any_time(book: str) -> None:
    """Base Dealer 3 says who marks the point and not when: whatever place a learner gives it, the rest decides."""
    game = Game(open_book(book))
    tried = 0
    for level in (2, 3):
        for card in ("point set", "point made", "seven-out"):
            for seed in range(SEEDS):
                asked = question(game, "order", level, card, seed)
                puck = [mark for mark, line in asked.listed if "puck" in line]
                others = [mark for mark in asked.answer.shown.split() if mark not in puck]
                for place in range(len(others) + 1) if puck else ():
                    assert check(asked, " ".join([*others[:place], *puck, *others[place:]])).right, asked.text
                    swapped = [*others[:place], *puck, *others[place:]]
                    first, second = (swapped.index(mark) for mark in others[:2])
                    swapped[first], swapped[second] = swapped[second], swapped[first]
                    assert check(asked, " ".join(swapped)).outcome == "wrong", asked.text
                    tried += 1
    assert tried > 50


def test_no_puck_is_a_mistake_for_being_early() -> None:
    game = Game(open_book("catfish-bend"))
    for level in (1, 2, 3):
        for seed in range(3 * SEEDS):
            asked = question(game, "mistake", level, "wrong order", seed)
            wrong = dict(asked.listed)[asked.answer.shown]
            assert "puck" not in wrong, asked.text
            assert not any("puck" in line.text for line in asked.because), asked.text


def test_whatever_is_assumed_in_the_sequence_says_so() -> None:
    """By that word the school knows what it must not mark."""
    rules = chapter(open_book("catfish-bend").book, "sequence", SequenceRules)
    for phase in rules.phases:
        assert phase.provenance != "assumed" or "assumed" in phase.says
    (puck,) = [phase for phase in rules.phases if phase.act == "puck"]
    assert puck.provenance == "assumed" or "assumed" in puck.says
