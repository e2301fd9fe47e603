"""The pit's chapters of a manual: posts and reliefs, money that is changed, the bank, rulings, the dead game."""

from typing import Literal

from msgspec import Struct

from sevenout.base.errors import BadInput
from sevenout.crew.manual.chapter_loader import Fact, chapter
from sevenout.engine.game import Game
from sevenout.rulebook.model import Ground

Kind = Literal["currency", "checks", "color"]
"""What is changed: money into chips, chips into others, or chips into such as are worth more."""

ChangeStep = Literal["permit", "bring", "count", "drop", "cut", "verify", "hand over"]
"""What is done about it, by one of the crew at a time."""

Subject = Literal["invalid-roll", "cocked-die", "discrepancy"]
"""What somebody rules on."""

SaidAtRelief = Literal["shooter", "point", "propositions", "donts", "drop", "ok"]
"""What one tells the other."""


class CrewRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The size of a crew."""

    base: Fact[frozenset[int]]
    box: Fact[Literal["when the supervisor wants one"]]


class ChangeWords(Struct, frozen=True, forbid_unknown_fields=True):
    """The words while money is changed."""

    color: Fact[str]
    amount: Fact[str]
    handed: Fact[str]


class ChangeManners(Struct, frozen=True, forbid_unknown_fields=True):
    """The dealer who changes money, when hands stay back, and the colour that is given."""

    dealer: Fact[Literal["own end"]]
    wait: Fact[Literal["until the dice have gone by"]]
    higher: Fact[bool]


class ChangeRules(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The way money is changed: the steps of each kind, and who takes each of them."""

    flow: dict[Kind, Fact[tuple[ChangeStep, ...]]]
    by: dict[str, Fact[frozenset[str]]]
    """By the name of a step, with a hyphen for a space."""
    words: ChangeWords
    rules: ChangeManners

    def does(self, step: ChangeStep) -> Fact[frozenset[str]]:
        """Returns who takes a step."""
        return self.by[step.replace(" ", "-")]


class BankManners(Struct, frozen=True, forbid_unknown_fields=True):
    """The rules for the bank: who counts it, what it should hold, and what passes between bank and cage."""

    count: Fact[frozenset[str]]
    basis: Fact[Literal["fewest chips"]]
    cover: Fact[bool]
    """Whether no more chips leave than are there."""
    cage: Fact[Literal["fills and credits"]]


class BankRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The places of the house's chips: the ground on which a die that rests on them voids a throw, if any does."""

    places: dict[str, Fact[str]]
    rules: BankManners


class BoxCountRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The persons who count the boxes of the table."""

    drop: Fact[frozenset[str]]
    toke: Fact[frozenset[str]]


class WageringRules(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The chips that wagers are made with, and the persons who may touch a player's chips."""

    made_with: Fact[frozenset[Literal["chips", "token", "voucher"]]]
    presented: Fact[Literal["drop box"]]
    """Where tokens and vouchers go that lose."""
    promotional_cashed: Fact[bool]
    """Whether they are changed for chips, which are cashed like any; else they are laid as they are."""
    own_money: Fact[Literal["when asked", "always"]]
    """When a dealer may touch it."""
    help: Fact[Literal["every bet is paid", "at any time"]]
    tossed: Fact[Literal["may be caught", "are left alone"]]


class IrregularRules(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """Bets that come or go too late, and bets outside the limits."""

    past_post: Fact[Literal["refused"]]
    snatch: Fact[Literal["decided as it lay"]]
    below: Fact[Literal["paid as it lies"]]
    """What is done about a bet below the minimum that wins; what is said of it, the calls say."""
    below_lost: Fact[Literal["taken as it lies"]]
    below_returned: Fact[Literal["given back as it lies"]]
    verify: Fact[frozenset[str]]


class PaceWords(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The words that ask for more pace."""

    encourage: Fact[str]
    step_back: Fact[str]


class PaceRules(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The person who keeps the pace of the game."""

    encourage: Fact[frozenset[str]]
    step_back: Fact[frozenset[str]]
    control: Fact[frozenset[str]]
    """Who does both beside them."""
    words: PaceWords


class Relief(Struct, frozen=True, forbid_unknown_fields=True):
    """When one post may be relieved, and what is said."""

    dice: Fact[Literal["in the box"]]
    done: Fact[Literal["propositions", "own work", "everything"]]
    outgoing: Fact[tuple[SaidAtRelief, ...]]
    incoming: Fact[tuple[SaidAtRelief, ...]]


class ReliefWords(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The words of a relief."""

    shooter: Fact[str]
    no_shooter: Fact[str]
    point: Fact[str]
    come_out: Fact[str]
    propositions: Fact[str]
    donts: Fact[str]
    no_donts: Fact[str]
    drop: Fact[str]
    ok: Fact[str]


class DontBets(Struct, frozen=True, forbid_unknown_fields=True):
    """The bets that a base dealer points out."""

    wagers: Fact[frozenset[str]]


class ReliefRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Relief of stick, base dealer and box."""

    stickperson: Relief
    base: Relief
    boxperson: Relief
    words: ReliefWords
    donts: DontBets


class RulingRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The persons who rule, on what, and on what only once."""

    final: Fact[frozenset[Subject]]
    by: dict[Subject, Fact[frozenset[str]]]


class BoxRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The boxperson's checks after a roll."""

    call: Fact[frozenset[str]]
    payouts: Fact[Literal["opposite the dice", "where the dice landed"]]


class DiceOutRules(Struct, frozen=True, forbid_unknown_fields=True):
    """When the dice go out again."""

    when: Fact[Literal["the dealers are done"]]


class DeadGameRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The way a game without players is left."""

    money: Fact[str]
    stick: Fact[str]
    bowl: Fact[str]
    dice: Fact[str]
    bets: Fact[Literal["none"]]


class PitRules(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """The chapter of a manual about the pit."""

    crew: CrewRules
    change: ChangeRules
    bank: BankRules
    boxes: BoxCountRules
    wagering: WageringRules
    irregular: IrregularRules
    pace: PaceRules
    relief: ReliefRules
    rulings: RulingRules
    box: BoxRules
    dice_out: DiceOutRules
    dead_game: DeadGameRules


def pit_rules(game: Game) -> PitRules:
    """The pit chapter of a house's manual.

    >>> pit_rules(Game.open("catfish-bend")).change.flow["color"].value
    ('permit', 'bring', 'count', 'cut', 'verify', 'hand over')
    """
    return chapter(game.rules.book, "pit", PitRules)


def rests_on(game: Game, place: str) -> Ground | None:
    """The ground on which a throw is called off when a die rests on the house's chips there; none if it counts.

    >>> mbs = Game.open("marina-bay-sands")
    >>> rests_on(mbs, "bank").call.cite.clause, rests_on(mbs, "working")
    ('3.11.6', None)
    """
    key = pit_rules(game).bank.places[place].value
    ground = game.rules.book.no_roll.ground(key)
    if key and ground is None:
        raise BadInput(
            f"the manual has a die on the {place} void a throw as {key!r}, and the house knows no such ground"
        )
    return ground
