"""The first lesson of somebody who has never played: chapters of small tasks, and the dice that each of them needs.

Every chapter is played through at a table of the house, so that totals, payouts and what a throw decides are those of
its book; a chapter about a wager that the house does not have is left out.
"""

from collections.abc import Callable, Iterable
from typing import Literal

from msgspec import Struct

from sevenout.analysis.exact import edges
from sevenout.analysis.exact.house_edge import Edges
from sevenout.base.dice import ROLLS, Roll
from sevenout.base.errors import BadInput
from sevenout.base.money import Odds
from sevenout.base.refusal import Refusal
from sevenout.engine.game import Game
from sevenout.rulebook.compiler.transitions import Transition
from sevenout.rulebook.glossary.terms import terms
from sevenout.table import Table
from sevenout.table.events import Rolled

Effect = Literal["wins", "loses", "pushes", "moves", "sets", ""]
"""What a throw does to the wager a task is about; `sets`: it is not decided, and there is a point now."""
_EFFECTS: dict[str, Effect] = {"win": "wins", "lose": "loses", "push": "pushes", "return": "pushes", "move": "moves"}
_YOU = "You"
_RACK = 400
"""Table minimums in the rack with which a lesson is played through."""
_FOLLOWED = ("pass", "pass-odds", "come", "place-n", "dont-pass", "field", "hard-n", "any-7")
"""The wagers and families whose cost the last chapter shows, if the house has them: of a family the cheapest."""


class LessonTask(Struct, frozen=True):
    """One thing to do: put chips on `wagers`, or throw `dice`; with neither, to read, or to do as one likes."""

    says: str
    wagers: tuple[str, ...] = ()
    dice: tuple[int, int] | None = None
    throws: tuple[Effect, ...] = ()
    """What each of the 36 throws would do, in the order 1-1, 1-2, … 6-6."""
    key: str = ""
    """The same as a sentence."""
    done: str = ""
    """What came of it."""


class LessonTerm(Struct, frozen=True):
    """A word of the chapter as the house's document explains it."""

    term: str
    says: str
    clause: str


class LessonChapter(Struct, frozen=True):
    """A few tasks about one thing. It begins without a point."""

    name: str
    title: str
    says: str
    tasks: tuple[LessonTask, ...]
    terms: tuple[LessonTerm, ...]


class LessonCost(Struct, frozen=True):
    """What the house keeps of a wager, on the mean: cents of every 100 dollars bet, and the exact share."""

    wager: str
    title: str
    pays: str
    cents: int
    exactly: str


class FirstLesson(Struct, frozen=True):
    """The lesson at one house."""

    book: str
    title: str
    chapters: tuple[LessonChapter, ...]
    costs: tuple[LessonCost, ...]
    """Cheapest first."""
    clears: tuple[int, int]
    """Dice that end a round in which there is a point: a chapter can then be begun anew."""


def first_lesson(game: Game) -> FirstLesson:
    """The lesson at a house; raises BadInput where there is no line bet to begin with.

    >>> lesson = first_lesson(Game.open("catfish-bend"))
    >>> [chapter.name for chapter in lesson.chapters]
    ['come-out', 'point', 'odds', 'come', 'place', 'hardways', 'dont', 'costs']
    >>> throw = lesson.chapters[0].tasks[1]
    >>> throw.dice, throw.key, throw.done
    ((3, 4), '8 of 36 throws win, 4 lose, 24 set a point.', '7: Pass Line wins, 1 to 1.')
    """
    if "pass" not in game.rules.by_key or not game.rules.puck.has_turns:
        raise BadInput(f"{game.rules.book.title} has no line bet that a lesson could begin with")
    worth = edges(game)
    play = _LessonTable(game, worth)
    chapters = [chapter for make in _CHAPTERS if (chapter := make(play)) is not None]
    return FirstLesson(game.rules.book.name, game.rules.book.title, tuple(chapters), _costs(game, worth), play.clears)


class _LessonTable:
    """A table at which the lesson is played while it is made."""

    def __init__(self, game: Game, worth: Edges) -> None:
        self.game, self.worth = game, worth
        self._table = Table(game, keep_log=False)
        self._table.seat(_YOU, _RACK * game.minimum)
        self._points: list[int] = []
        self.moved_to = ""
        """Where the last throw moved chips to, if it moved any."""
        on = next(state.index for state in game.rules.puck.states if state.point is not None)
        ends = next(roll for roll in ROLLS if game.rules.puck.edges[on][roll.index].event == "seven-out")
        self.clears = (ends.a, ends.b)

    def title(self, wager: str) -> str:
        return self.game.rules.by_key[wager].title

    def has(self, *wagers: str) -> bool:
        return all(wager in self.game.rules.by_key for wager in wagers)

    def has_family(self, family: str) -> bool:
        return any(spot.wager.family == family for spot in self.game.rules.spots)

    def cheapest(self, family: str) -> str:
        """Of a family's wagers those that cost least, and of them one whose number is not the point."""
        rules, point = self.game.rules, self._table.point
        known = [each for each in self.worth if rules.by_key[each.wager].wager.family == family]

        def is_point(wager: str) -> bool:
            number = rules.by_key[wager].wager.n
            return number is not None and number.high == point

        return min(known, key=lambda each: (is_point(each.wager), each.edge)).wager

    # --- tasks

    def bet(self, wager: str, says: str) -> LessonTask:
        """Puts the smallest stake there that pays exactly, unless chips lie there."""
        if wager not in self._table.layout(_YOU):
            offer = self._table.offer(_YOU, wager)
            unit = offer.pays_in or offer.step
            refusal = self._table.bet(_YOU, wager, -(-max(offer.minimum, unit) // unit) * unit)
            assert refusal is None, f"the lesson's bet on {wager} is taken: {refusal}"
        return LessonTask(says, (wager,))

    def throw(self, wager: str, says: str, wanted: Callable[[Roll, Effect], bool]) -> LessonTask:
        """Throws dice that do what is wanted: the likeliest total of those, and one that was no point before."""
        throws = tuple(self.effect(wager, roll) for roll in ROLLS)
        fit = [roll for roll in ROLLS if wanted(roll, throws[roll.index])]
        assert fit, f"some throw does to {wager} what the lesson wants"
        ways = {roll.total: sum(other.total == roll.total for other in fit) for roll in fit}
        best = min(
            fit, key=lambda roll: (roll.total in self._points, -ways[roll.total], roll.hard, abs(roll.a - roll.b))
        )
        pays = self._edge(wager, best)
        happened = self._table.roll(best)
        assert not isinstance(happened, Refusal), f"the lesson's dice are taken: {happened}"
        if happened.event == "established":
            self._points.append(best.total)
        self.moved_to = next((move.to for move in happened.seats[0].moves), "")
        return LessonTask(
            says,
            (wager,),
            (best.a, best.b),
            throws,
            describe_throws(throws),
            self._describe_result(wager, happened, pays),
        )

    def effect(self, wager: str, roll: Roll) -> Effect:
        """What a roll would do to a wager of this seat now."""
        edge = self._edge(wager, roll)
        if edge is not None:
            return _EFFECTS[edge.outcome]
        return "sets" if self.event(roll) == "established" else ""

    def _edge(self, wager: str, roll: Roll) -> Transition | None:
        rules = self.game.rules
        spot = rules.by_key[wager]
        slots = self._table.seats[_YOU].position.slots
        slot = next(slot for slot in slots if spot.first <= slot < spot.end)
        return rules.cells[self._table.puck][roll.index][slot]

    def event(self, roll: Roll) -> str:
        """What a roll would do to the puck now."""
        return self.game.rules.puck.edges[self._table.puck][roll.index].event

    def _describe_result(self, wager: str, rolled: Rolled, edge: Transition | None) -> str:
        title, (mine, *_) = self.title(wager), rolled.seats
        result = next((one for one in mine.results if one.wager == wager), None)
        if result is not None and edge is not None and edge.odds is not None:
            stays = " and stays up" if result.stays else ""
            return f"{rolled.total}: {title} wins{stays}, {_ratio(edge.odds)}."
        if result is not None:
            return f"{rolled.total}: {title} {_EFFECTS[result.result]}."
        if self.moved_to:
            return f"{rolled.total}: your chips move to {self.title(self.moved_to)}."
        if rolled.event == "established":
            return f"{rolled.total} is the point: the puck marks it."
        return f"{rolled.total} decides nothing on {title}."

    # --- words

    def totals(self, wager: str, effect: Effect) -> str:
        """The totals that all do something to a wager now: "7 or 11"."""
        found = dict.fromkeys(roll.total for roll in ROLLS if self.effect(wager, roll) == effect)
        return _either(sorted(found))

    def costs(self, wager: str) -> str:
        edge = self.worth[wager].edge
        if edge == 0:
            return "It pays what it is worth: the house keeps nothing of it."
        return f"The house keeps {float(edge):.2%} of it on the mean."

    def pays(self, wager: str) -> str:
        """What a wager pays now."""
        return _either(_ratio(odds) for odds in self.game.rules.by_key[wager].payouts(self._table.puck))

    def terms(self, *wanted: str) -> tuple[LessonTerm, ...]:
        """What the house's document says of some words, by the first of its words for each."""
        known = {name.lower().replace("-", " "): term for term in terms(self.game.rules.book) for name in term.names}
        found = dict.fromkeys(known[name] for name in wanted if name in known)
        return tuple(LessonTerm(term.term, term.says, term.clause) for term in found)

    def with_a_point(self) -> list[LessonTask]:
        """A line bet and a point: with what most chapters begin."""
        line = self.title("pass")
        return [
            self.bet("pass", f"Begin with a chip on {line}."),
            self.throw("pass", "Throw a point.", lambda _, effect: effect == "sets"),
        ]

    def end(self, wager: str, says: str) -> LessonTask:
        """The throw that ends a round with a point, and what it does to a wager."""
        return self.throw(wager, says, lambda roll, _: self.event(roll) == "seven-out")


def _come_out(play: _LessonTable) -> LessonChapter:
    line = play.title("pass")
    bet = play.bet("pass", f"Put a chip on {line}: press it on the felt.")
    wins, loses = play.totals("pass", "wins"), play.totals("pass", "loses")
    lost = f", {loses} loses" if loses else ""
    says = f"This throw is the come-out: {wins} wins at once{lost}. Any other number becomes the point. Throw the dice."
    throw = play.throw("pass", says, lambda _, effect: effect == "wins")
    intro = "Everybody at the table bets on the same two dice. Whoever throws them is the shooter: here, you."
    return LessonChapter("come-out", "The come-out", intro, (bet, throw), play.terms("shooter", "come out roll"))


def _point(play: _LessonTable) -> LessonChapter:
    line = play.title("pass")
    tasks = [
        play.bet("pass", f"A chip on {line} again."),
        play.throw("pass", "Most come-outs decide nothing. Throw one of those.", lambda _, effect: effect == "sets"),
    ]
    wins, loses = play.totals("pass", "wins"), play.totals("pass", "loses")
    says = f"Now {wins} wins and {loses} loses, whichever comes first. Nothing else counts: throw something else."
    tasks.append(play.throw("pass", says, lambda roll, effect: effect == "" and not roll.hard))
    tasks.append(play.throw("pass", "It goes on until one of them comes. Throw.", lambda _, effect: effect == "wins"))
    intro = "A number that is not decided at once has to come a second time."
    known = play.terms("point", "marker puck", "puck", "contract bet", "contract wager")
    return LessonChapter("point", "The point", intro, tuple(tasks), known)


def _odds(play: _LessonTable) -> LessonChapter | None:
    if not play.has("pass-odds"):
        return None
    tasks, odds = play.with_a_point(), play.title("pass-odds")
    tasks.append(play.bet("pass-odds", f"Put chips on {odds}."))
    says = f"With this point they pay {play.pays('pass-odds')}. Throw it."
    tasks.append(play.throw("pass-odds", says, lambda _, effect: effect == "wins"))
    intro = f"Once there is a point, chips can be added behind the line bet. {play.costs('pass-odds')}"
    return LessonChapter("odds", "Odds", intro, tuple(tasks), play.terms("odds", "flat bet"))


def _come(play: _LessonTable) -> LessonChapter | None:
    if not play.has("come"):
        return None
    tasks, come = play.with_a_point(), play.title("come")
    tasks.append(play.bet("come", f"Put a chip on {come}: its own come-out is the next throw."))
    says = f"{play.totals('come', 'wins')} wins it at once. Any number that can be a point takes it along. Throw one."
    tasks.append(play.throw("come", says, lambda roll, effect: effect == "moves" and play.effect("pass", roll) == ""))
    number = play.moved_to
    says = f"Your chips lie on a number of their own now. Throw {play.totals(number, 'wins')}."
    tasks.append(play.throw(number, says, lambda _, effect: effect == "wins"))
    says = f"And {play.totals('pass', 'loses')} ends the round: what still waits for a number is lost. Throw it."
    tasks.append(play.end("pass", says))
    intro = "A second number while the first is still open, by the rules of the line."
    return LessonChapter("come", come, intro, tuple(tasks), play.terms("come point", "seven out"))


def _place(play: _LessonTable) -> LessonChapter | None:
    if not play.has_family("place-n"):
        return None
    tasks = play.with_a_point()
    number = play.cheapest("place-n")
    title = play.title(number)
    tasks.append(play.bet(number, f"Pick the number yourself: put chips on {title}."))
    says = f"It pays {play.pays(number)} each time it comes. Throw it."
    tasks.append(play.throw(number, says, lambda _, effect: effect == "wins"))
    tasks.append(play.end(number, f"Until {play.totals(number, 'loses')} takes it. Throw that."))
    intro = f"No waiting for the dice to pick a number. {play.costs(number)}"
    return LessonChapter("place", "A number of your own", intro, tuple(tasks), play.terms("box number", "working"))


def _hardways(play: _LessonTable) -> LessonChapter | None:
    if not play.has_family("hard-n"):
        return None
    tasks = play.with_a_point()
    pair = play.cheapest("hard-n")
    title = play.title(pair)
    tasks.append(play.bet(pair, f"Put a chip on {title}, in the middle of the table."))
    wins = sum(play.effect(pair, roll) == "wins" for roll in ROLLS)
    loses = sum(play.effect(pair, roll) == "loses" for roll in ROLLS)
    says = f"Of 36 throws {wins} wins it and {loses} lose it. It pays {play.pays(pair)}. Throw the one."
    tasks.append(play.throw(pair, says, lambda _, effect: effect == "wins"))
    tasks.append(play.end(pair, "Throw the end of the round."))
    intro = f"The same number on both dice, before any other way to make it. {play.costs(pair)}"
    known = play.terms("hard way", "easy way", "proposition bet")
    return LessonChapter("hardways", "Hardways", intro, tuple(tasks), known)


def _dont(play: _LessonTable) -> LessonChapter | None:
    if not play.has("dont-pass"):
        return None
    title = play.title("dont-pass")
    tasks = [play.bet("dont-pass", f"Put a chip on {title}.")]
    wins, loses = play.totals("dont-pass", "wins"), play.totals("dont-pass", "loses")
    barred = play.totals("dont-pass", "pushes")
    nobody = f", {barred} gives it back" if barred else ""
    says = f"Here {wins} wins, {loses} loses{nobody}: almost the line, turned round. Throw a point."
    tasks.append(play.throw("dont-pass", says, lambda _, effect: effect == "sets"))
    says = f"Now {play.totals('dont-pass', 'wins')} wins and the point loses. Throw it."
    tasks.append(play.throw("dont-pass", says, lambda _, effect: effect == "wins"))
    intro = f"One can bet against the point, too. {play.costs('dont-pass')}"
    return LessonChapter("dont", "The other side", intro, tuple(tasks), play.terms("wrong bettor", "right bettor"))


def _cost(play: _LessonTable) -> LessonChapter:
    tasks = (
        LessonTask("A dear bet looks no different on the felt from a cheap one. Compare them, then go on."),
        LessonTask("Now bet as you like: from here on the dice are drawn, and nobody knows what comes."),
    )
    intro = "What the house keeps of 100 dollars that are bet there, on the mean: every wager has its price."
    return LessonChapter("costs", "What a bet costs", intro, tasks, play.terms("vigorish", "one roll bet"))


_CHAPTERS: tuple[Callable[[_LessonTable], LessonChapter | None], ...] = (
    _come_out, _point, _odds, _come, _place, _hardways, _dont, _cost,
)  # fmt: skip


def describe_throws(throws: Iterable[Effect]) -> str:
    """How many of 36 throws do what, as a sentence.

    >>> describe_throws(("wins", "wins", "loses", "sets", ""))
    '2 of 36 throws win, 1 loses, 1 sets a point.'
    """
    said = list(throws)
    verbs: dict[Effect, tuple[str, str]] = {
        "wins": ("win", ""), "loses": ("lose", ""), "pushes": ("give it back", ""), "moves": ("move it", ""),
        "sets": ("set", " a point"),
    }  # fmt: skip
    parts = [
        _count_phrase(said.count(effect), verb, after) for effect, (verb, after) in verbs.items() if effect in said
    ]
    first, *rest = parts or ["none"]
    number, _, what = first.partition(" ")
    lead = f"{number} of 36 throws {what}" if what else "No throw decides anything"
    return f"{', '.join([lead, *rest])}."


def _count_phrase(count: int, verb: str, after: str) -> str:
    head, *tail = verb.split(" ")
    return " ".join([f"{count} {head}{'s' if count == 1 else ''}", *tail]) + after


def _costs(game: Game, worth: Edges) -> tuple[LessonCost, ...]:
    costs: list[LessonCost] = []
    for wanted in _FOLLOWED:
        members = [each for each in worth if wanted in (each.wager, game.rules.by_key[each.wager].wager.family)]
        if members:
            best = min(members, key=lambda each: each.edge)
            costs.append(LessonCost(best.wager, best.title, best.pays, round(10_000 * best.edge), str(best.edge)))
    return tuple(sorted(costs, key=lambda cost: cost.cents))


def _either(several: Iterable[object]) -> str:
    *first, last = [*map(str, several)] or [""]
    return f"{', '.join(first)} or {last}" if first else last


def _ratio(odds: Odds) -> str:
    share = odds.fraction
    return f"{share.numerator} to {share.denominator}"
