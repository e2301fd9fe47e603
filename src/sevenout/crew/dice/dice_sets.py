"""Sets of dice: what the house demands of one, what was found of it, and where each of its dice is.

How a set is brought, offered, thrown and retired is `dice_rules`. What the dice show is for the table to know.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from sevenout.base.refusal import Refusal
from sevenout.crew.manual.chapter_loader import Fact, chapter
from sevenout.engine.game import Game

Size: TypeAlias = int
"""Ten-thousandths of an inch: 7500 is three quarters of an inch."""

Place = Literal["bowl", "offered", "middle", "hand", "air", "down"]
"""Where a die is: in the bowl, before a player who chooses, with the stick in the middle of the table, in the shooter's
hand, thrown, or off the table."""

Occasion = Literal["new", "out-of-sight", "passed", "questioned", "brought-back", "shootout"]
"""Why dice have to be inspected."""

Breach = Literal["both-hands", "hand-to-hand", "other-hand", "out-of-view"]
"""How a shooter mishandles the dice: throws with both hands, passes them from one to the other, throws with another
hand than picked them up, or takes them out of the stick's view."""


# --- the chapter


class SetRules(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The conditions under which dice are a set that may be played with."""

    dice: Fact[int]
    numbers: Fact[Literal["alike"]]
    flawless: Fact[bool]
    least: Fact[Size]
    most: Fact[Size]
    uneven: Fact[Size]
    """How much the three widths of a die may differ."""


class InspectionRules(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The persons who inspect dice, and when they do."""

    by: Fact[frozenset[str]]
    after_seven_out: Fact[bool]
    """Whether dice that go on to the next shooter after a seven-out count as passed."""
    when: dict[Occasion, Fact[str]]
    """Each occasion in the words that say so."""


class ScribeRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The person who chooses the mark that is scratched into every die."""

    by: Fact[frozenset[str]]


class SwitchRules(Struct, frozen=True, forbid_unknown_fields=True):
    """When one set may take the place of another."""

    when: Fact[Literal["end of a roll"]]


class RetireRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The end of a set: who retires it, which number is cancelled, and the packet it goes into."""

    by: Fact[frozenset[str]]
    number: Fact[int]
    packet: Fact[Literal["signed"]]


class OfferRules(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The dice a shooter chooses from, and how many."""

    dice: Fact[Literal["complete set"]]
    choose: Fact[int]
    rest: Fact[Literal["bowl"]]
    anew: Fact[Literal["bowl"]]
    any_time: Fact[Literal["shooter"]]


class DownRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The procedure when a die has left the table."""

    then: Fact[Literal["bowl"]]
    same: Fact[Literal["shooter"]]


class SentOutRules(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The totals that may not lie up when the dice go to the shooter."""

    come_out: Fact[frozenset[int]]
    later: Fact[frozenset[int]]
    back: Fact[Literal["middle"]]


class HandlingRules(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The rules for holding dice, by the words that record a breach."""

    both_hands: Fact[str]
    hand_to_hand: Fact[str]
    other_hand: Fact[str]
    out_of_view: Fact[str]

    def against(self, how: Breach) -> Fact[str]:
        """The rule it breaks."""
        known: dict[Breach, Fact[str]] = {
            "both-hands": self.both_hands,
            "hand-to-hand": self.hand_to_hand,
            "other-hand": self.other_hand,
            "out-of-view": self.out_of_view,
        }
        return known[how]


class DiceRules(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The chapter of a manual about dice."""

    set: SetRules
    inspection: InspectionRules
    scribe: ScribeRules
    switch: SwitchRules
    retire: RetireRules
    offer: OfferRules
    down: DownRules
    sent_out: SentOutRules
    handling: HandlingRules


def dice_rules(game: Game) -> DiceRules:
    """The dice chapter of a house's manual.

    >>> rules = dice_rules(Game.open("catfish-bend"))
    >>> rules.set.dice.value, inches(rules.set.least.value), inches(rules.set.most.value)
    (5, '0.7500', '0.7575')
    """
    return chapter(game.rules.book, "dice", DiceRules)


def inches(size: Size) -> str:
    """A size as people write it.

    >>> inches(7575)
    '0.7575'
    """
    return f"{'-' if size < 0 else ''}{abs(size) // 10_000}.{abs(size) % 10_000:04}"


# --- dice


class Die(Struct, frozen=True):
    """One die as an inspection finds it: its serial number, its three widths, and what is wrong to the eye."""

    serial: str
    widths: tuple[Size, Size, Size]
    flaw: str = ""


def make_dice(serial: str, size: Size, dice: int) -> tuple[Die, ...]:
    """Some flawless cubes with one serial number.

    >>> make_dice("4711", 7550, 5)[0]
    Die(serial='4711', widths=(7550, 7550, 7550), flaw='')
    """
    return (Die(serial, (size, size, size)),) * dice


def refused_set(rules: SetRules, dice: tuple[Die, ...]) -> Refusal | None:
    """Why some dice are no set.

    >>> rules = dice_rules(Game.open("catfish-bend")).set
    >>> refused_set(rules, make_dice("4711", 7550, 4)).reason
    'a set has 5 dice, but there are 4 here'
    """
    if len(dice) != rules.dice.value:
        return Refusal(
            "not-a-set", f"a set has {rules.dice.value} dice, but there are {len(dice)} here", rules.dice.cite
        )
    serials = sorted({die.serial for die in dice})
    if len(serials) > 1 or not serials[0]:
        named = f"serial numbers {' and '.join(serials)}" if serials[-1] else "no serial number"
        return Refusal("serial-numbers", f"the dice of a set must have the same number: {named}", rules.numbers.cite)
    return None


def refused_dice(rules: SetRules, dice: tuple[Die, ...]) -> Refusal | None:
    """Why some dice may not be played with, the first reason an inspection comes upon.

    >>> rules = dice_rules(Game.open("catfish-bend")).set
    >>> refused_dice(rules, make_dice("4711", 7576, 5)).reason
    'die 1 measures 0.7576 inch: it has to be 0.7500 to 0.7575'
    """
    refusal = refused_set(rules, dice)
    for number, die in enumerate(dice, start=1):
        refusal = refusal or _refused_die(rules, f"die {number}", die)
    return refusal


def _refused_die(rules: SetRules, name: str, die: Die) -> Refusal | None:
    if die.flaw and rules.flawless.value:
        return Refusal("flawed", f"{name} is flawed: {die.flaw}", rules.flawless.cite)
    for limit, wrong in (
        (rules.least, min(die.widths) < rules.least.value),
        (rules.most, max(die.widths) > rules.most.value),
    ):
        if wrong:
            measured = inches(min(die.widths) if limit is rules.least else max(die.widths))
            allowed = f"{inches(rules.least.value)} to {inches(rules.most.value)}"
            return Refusal("size", f"{name} measures {measured} inch: it has to be {allowed}", limit.cite)
    if max(die.widths) - min(die.widths) > rules.uneven.value:
        widths = ", ".join(inches(width) for width in die.widths)
        return Refusal("not-square", f"{name} is not square: {widths} inch", rules.uneven.cite)
    return None


class DiceSet(Struct, frozen=True):
    """A set: its dice, where each of them is, and what has been done to it."""

    dice: tuple[Die, ...]
    places: tuple[Place, ...]
    due: tuple[Occasion, ...] = ()
    """Why it has to be inspected before it is thrown."""
    scribed: str = ""
    condemned: Refusal | None = None
    """What an inspection found wrong while it was on the game: it is not played with again."""
    cancelled: bool = False

    @property
    def serial(self) -> str:
        """The number that all of its dice bear."""
        return self.dice[0].serial

    def at(self, *places: Place) -> tuple[int, ...]:
        """Returns which of its dice are in some places, counted from 0."""
        return tuple(die for die, place in enumerate(self.places) if place in places)

    @property
    def rolling(self) -> bool:
        """True if a roll is under way: dice are in the shooter's hand or in the air."""
        return bool(self.at("hand", "air"))


class Packet(Struct, frozen=True):
    """A retired set, wrapped in foil, and who signed it."""

    serial: str
    dice: int
    signed: str


class DiceState(Struct, frozen=True):
    """All the dice that belong to a table: those on the game, a new set, sets that are off it, and wrapped ones."""

    new: DiceSet | None = None
    """Brought by the supervisor; once it is inspected and scribed it lies locked up until it is needed."""
    playing: DiceSet | None = None
    off: tuple[DiceSet, ...] = ()
    packets: tuple[Packet, ...] = ()
    shooter: str | None = None
    """Who has chosen the dice in use."""
    offered_to: str | None = None
    fell: bool = False
    """A die went down: the shooter has not yet chosen other dice or asked for the same."""
    thrown_by: str | None = None
    """Who threw the dice last since they were inspected, or since the turn that a seven-out ended."""

    def is_known(self, serial: str) -> bool:
        """True if a set with this number is on the game, was, or is fit for it."""
        fit = (self.new,) if self.new is not None and not self.new.due else ()
        sets = [dice for dice in (*fit, self.playing, *self.off) if dice is not None]
        return serial in {*(dice.serial for dice in sets), *(packet.serial for packet in self.packets)}
