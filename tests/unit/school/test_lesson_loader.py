"""What only a hand can do: the facts as data, and questions of them answered by a list written from the documents."""

import re
import tomllib
from pathlib import Path

import pytest

from sevenout.crew.dice.dice_sets import dice_rules
from sevenout.engine.game import Game
from sevenout.rulebook import shipped
from sevenout.rulebook.compiler.book_compiler import CompiledBook, check_book, open_book
from sevenout.rulebook.source import parse
from sevenout.school.answers import ChoiceAnswer, LineNumber, OrderAnswer
from sevenout.school.catalogue import check, every_card, remake_question
from sevenout.school.lesson_loader import PEOPLE, lessons
from sevenout.school.topics.manual_facts import facts, orders
from sevenout.school.topics.procedure import TOPICS

LESSONS = Path(__file__).parents[3] / "src" / "sevenout" / "school" / "data" / "lessons"
DOCUMENTS = sorted(file.stem for file in LESSONS.glob("*.toml"))
PRACTICE = [topic.key for topic in TOPICS]

TAUGHT = {
    "catfish-bend": {
        *(f"Taking and Paying {number}" for number in (3, 5, 6, 7, 8)),
        *(f"Stickperson {number}" for number in (1, 2, 3, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20)),
        *(f"Stickperson 21{letter}" for letter in "abcde"),
        *(f"Base Dealer {number}" for number in (2, 4, 5, 6, 7, 8, 9)),
        *(f"Base Dealer 10{letter}" for letter in "abcd"),
        *(f"Boxperson {number}" for number in (1, 2, 3, 5, 6)),
        *("Come Bets", "Don't Come and Lay Bets", "Lay Bets", "Place Bets", "Buy Bets", "Wagers", "Dead Games"),
        *(f"Money and Color Change {number}" for number in ("1a", "1b", "1c", "2")),
        *(f"Dice Inspection {number}" for number in ("1", "2", "3", "4", "5", "6.1", "6.2", "6.3")),
        *(f"Relieving Dealers: {post}" for post in ("Stickperson", "Base Dealer", "Boxperson")),
        *(f"Craps Shootout {number}" for number in (2, 3, 4, 14)),
        *("Payoffs 2", "Payoffs 5", "Payoffs 6", "Tokes"),
        *(f"Invalid Roll {number}" for number in (1, 4, 6, 7)),
        *("Shooting 6", "Shooting 7", "Shooting 10", "Shooting 11", "General Rules", "Dealer Responsibilities"),
    },
    "marina-bay-sands": {
        *(f"3.{number}" for number in ("2", "3", "5", "6", "7", "8", "9", "10", "11", "12", "13")),
        *("5.1", "5.2", "1.1.16"),
    },
    "new-south-wales": {"6.2", "6.3", "6.4", "6.5", "6.6.1", "6.7"},
    "typical": {"Rules of play", "Come-out", "Point"},
}
"""The clauses that have something for hands, eyes and voices, read from the documents."""


def clauses_asked(game: Game) -> set[str]:
    """Every clause that some question of the practical topics rests on."""
    return {
        line.cite.clause
        for topic in PRACTICE
        for level in (1, 2, 3, 4)
        for card in every_card(game, topic, level)
        for seed in range(8 if "-out" in card or "lies" in card else 1)
        for line in remake_question(game, topic, level, card, seed).because
    }


@pytest.mark.parametrize("house", TAUGHT)
def test_every_clause_for_a_hand_is_asked(house: str) -> None:
    assert TAUGHT[house] - clauses_asked(Game(open_book(house))) == set()


# --- the data


@pytest.mark.parametrize("house", shipped())
def test_every_fact_can_be_told_from_what_is_wrong(house: str) -> None:
    game = Game(open_book(house))
    acts: list[str] = []
    for key, fact in facts(game).items():
        assert fact.who in (*PEOPLE, "dealer"), key
        assert set(fact.also) <= set(PEOPLE), key
        assert len({fact.does, *fact.wrongly}) == len(fact.wrongly) + 1 >= 3, key
        assert fact.when.endswith((".", "?")), key
        assert not fact.does.endswith("."), key
        assert fact.cite.says, key
        assert fact.cite.clause, key
        acts.append(fact.does)
    assert len(set(acts)) == len(acts)
    right = set(acts)
    assert [wrong for fact in facts(game).values() for wrong in fact.wrongly if wrong in right] == []
    for key, work in orders(game).items():
        assert len(set(work.steps)) == len(work.steps) >= 3, key


@pytest.mark.parametrize("house", DOCUMENTS)
def test_words_that_are_like_others_name_words_that_are_there(house: str) -> None:
    words = lessons(Game(open_book(house))).words
    assert [like for word in words.values() for like in word.like if like not in words] == []
    meanings = [word.means for word in words.values()]
    assert len(set(meanings)) == len(meanings)


@pytest.mark.parametrize("house", DOCUMENTS)
def test_every_need_is_something_that_houses_have(house: str) -> None:
    raw = tomllib.loads((LESSONS / f"{house}.toml").read_text(encoding="utf-8"))
    known = {"puck", "line", "shootout", "closed", "refund", "noticed late"}
    for name in shipped():
        known |= {spot.wager.family for spot in open_book(name).spots}
    for entries in (raw["facts"], raw.get("orders", {})):
        assert {need for entry in entries.values() for need in entry.get("needs", ())} <= known


# --- whose facts they are


def test_a_house_states_its_own_and_takes_the_rest_as_assumed() -> None:
    sands = facts(Game(open_book("marina-bay-sands")))
    assert (sands["first-offer"].clause, sands["first-offer"].provenance) == ("3.5", "stated")
    assert (sands["pointing"].clause, sands["pointing"].provenance) == ("Catfish Bend: Stickperson 21d", "assumed")
    assert "lays an off button" in sands["lay-off"].does  # 3.4.11, where Catfish Bend hands the bet back
    assert "lays an off button" in " ".join(facts(Game(open_book("catfish-bend")))["lay-off"].wrongly)


def test_a_variant_takes_what_its_book_says_before_the_general_manual() -> None:
    crapless = facts(Game(open_book("crapless")))
    assert (crapless["on-side"].clause, crapless["on-side"].provenance) == ("A typical casino: Point", "assumed")
    assert crapless["never-toss"].clause.startswith("Catfish Bend: ")


def own(text: str) -> CompiledBook:
    compiled, faults = check_book(parse(text, "own.toml"))
    assert compiled is not None, faults
    return compiled


def test_a_house_of_ones_own_gets_what_applies() -> None:
    field = '[wagers.field]\nwin = [2, 12]\notherwise = "lose"\npays = "2:1"\n'
    game = Game(own(f'format = 1\nname = "field-only"\ntitle = "Field only"\n{field}'))
    known = facts(game)
    assert "never-toss" in known
    assert not {"come-paid", "lay-off", "point-checked", "six-verified", "puck-on", "buy-vig"} & known.keys()
    assert "shootout-hit" not in orders(game)
    assert "shootout-hit" in orders(Game(open_book("catfish-bend")))


def test_what_a_houses_own_rules_speak_against_is_not_taught_there() -> None:
    catfish, typical = (Game(open_book(house)) for house in ("catfish-bend", "typical"))
    for key in ("lay-off", "below-minimum"):  # commission comes back, and a small bet stands, at Catfish Bend alone
        assert (key in facts(catfish), key in facts(typical)) == (True, False)
    assert ("too-much-lost" in orders(catfish), "too-much-lost" in orders(typical)) == (True, False)


def test_propositions_after_the_dice_went_out_are_only_barred_where_bets_are_closed_by_then() -> None:
    for house, closed in (("catfish-bend", True), ("new-south-wales", False), ("marina-bay-sands", False)):
        assert ("set-up" in facts(Game(open_book(house)))) == closed


# --- what the manual has as data


def test_facts_of_the_dice_are_the_manuals() -> None:
    game = Game(open_book("catfish-bend"))
    rules = dice_rules(game)
    known = facts(game)
    assert known["dice-of-a-set"].does == f"brings a set of {rules.set.dice.value} dice to the game"
    assert known["cancelled"].does.endswith(f"its {rules.retire.number.value}")
    assert known["two-of-them"].does.startswith(f"picks {rules.offer.choose.value} ")
    assert known["size"].cite.clause == "Dice Inspection 2"


def test_the_order_of_a_change_is_the_documents() -> None:
    """Money and Color Change 2: leave, the middle, the count, the cut, the check, the player."""
    game = Game(open_book("catfish-bend"))
    for seed in range(6):
        asked = remake_question(game, "change", 3, "changing-color", seed)
        words = ("allows", "in front of the box", "calls the amount", "cuts the change", "checks", "sets the chips")
        order = [mark for word in words for mark, line in asked.choice_lines if word in line]
        assert check(asked, " ".join(order)).right, asked.text


@pytest.mark.parametrize("house", ["catfish-bend", "typical"])
def test_no_craps_on_a_come_out_and_no_seven_later(house: str) -> None:
    """Stickperson 2, by hand: which dice go out."""
    game = Game(open_book(house))
    seen = set()
    for seed in range(60):
        asked = remake_question(game, "stick", 1, "sending-out", seed)
        a, b = map(int, re.search(r"show (\d)-(\d)", asked.prompt).groups())  # type: ignore[union-attr]
        come_out = "Puck OFF" in asked.prompt
        stays = a + b in ((2, 3, 12) if come_out else (7,))
        assert check(asked, "no" if stays else "yes").right, asked.text
        seen.add((come_out, stays))
    assert len(seen) == 4


# --- each kind of question, answered from the documents

KNOWN = {
    ("hands", "cut-with"): "inside hand",
    ("hands", "hand-off-with"): "outside hand",
    ("hands", "apron"): "on the apron",
    ("hands", "largest-nearest"): "largest chips of a payoff nearest the box",
    ("stick", "pointing"): "the layout before the player",
    ("stick", "brought-round"): "round the outside",
    ("stick", "held-upright"): "upright",
    ("dice", "die-grip"): "palm open and up",
    ("dice", "cancelled"): "on its 4",
    ("change", "to-the-apron"): "on the apron and says the amount",
    ("procedure", "box-payouts"): "where the dice did not land",
    ("procedure", "dead-stick"): "on the stick across the propositions",
}


@pytest.mark.parametrize(("topic", "card"), KNOWN)
def test_what_is_done_and_what_is_wrong(topic: str, card: str) -> None:
    game, words = Game(open_book("catfish-bend")), KNOWN[topic, card]
    for seed in range(4):
        asked = remake_question(game, topic, 1, card, seed)
        (mark,) = [mark for mark, line in asked.choice_lines if words in line]
        assert check(asked, mark).right, asked.text
        assert all(line.cite.clause for line in asked.because)
        scene = remake_question(game, topic, 4, card, seed)
        assert not any(words in line for _, line in scene.choice_lines)
        answer = scene.answer
        assert isinstance(answer, LineNumber)
        right = {
            f"{fact.when} {fact.sentence()}" if fact.when[-1] == "." else fact.sentence()
            for fact in facts(game).values()
        }
        wrong = [number for number, line in scene.choice_lines if line not in right]
        assert wrong == [answer.as_typed]
        assert words in " ".join(line.text for line in scene.because)


def test_what_has_a_condition_is_seen_with_it() -> None:
    """Base Dealer 5: a dealer follows the dice when it is too loud to hear the call, and else does not."""
    game = Game(open_book("catfish-bend"))
    glances = [
        line
        for card in every_card(game, "hands", 4)
        for seed in range(6)
        for _, line in remake_question(game, "hands", 4, card, seed).choice_lines
        if "glances at the far dice" in line
    ]
    assert len(glances) > 5
    assert {line.partition(". ")[0] for line in glances} == {
        "The rail is so loud that the call from the other end cannot be made out"
    }


@pytest.mark.parametrize("house", shipped())
def test_a_task_is_one_persons_and_the_others_are_not(house: str) -> None:
    game = Game(open_book(house))
    by_act = {fact.does: fact for fact in facts(game).values()}
    for topic in PRACTICE:
        for card in every_card(game, topic, 2):
            asked = remake_question(game, topic, 2, card, 3)
            (person,) = re.findall(r"for the ([a-z ]+)\?", asked.prompt)
            answer = asked.answer
            assert isinstance(answer, ChoiceAnswer)
            for at, act in enumerate(answer.choices):
                fact = by_act[act]
                theirs = person == fact.who or person in fact.also
                assert theirs == (at == answer.right), (asked.text, act)


def test_steps_are_shuffled_and_go_back_in_order() -> None:
    game = Game(open_book("catfish-bend"))
    retired = (
        *("comes to its end", "exchanged", "cancelled", "signs on the foil", "wrapped in the foil", "ends are taped"),
    )
    shown = set()
    for seed in range(5):
        asked = remake_question(game, "dice", 3, "retired", seed)
        assert isinstance(asked.answer, OrderAnswer)
        order = [mark for words in retired for mark, line in asked.choice_lines if words in line]
        assert check(asked, " ".join(order)).right, asked.text
        shown.add(asked.answer.as_typed)
    assert len(shown) > 1
