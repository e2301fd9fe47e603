"""The pit's commands, events and state, except for changing money."""

from typing import Literal

from msgspec import Struct

from sevenout.base.money import Cents, units
from sevenout.crew.payout.motions import Motion
from sevenout.crew.pit.bank import Bank, BankCommand, BankEvent, BankMoved, format_signatures
from sevenout.crew.pit.irregularities import IrregularCommand, IrregularEvent, LastRoll
from sevenout.crew.pit.layout_checks import LayoutCommand, LayoutEvent
from sevenout.crew.pit.money_change import ChangeEvent, MoneyChange
from sevenout.crew.pit.pit_rules import Subject
from sevenout.crew.roll_calls import SpokenCall

Post = Literal["stickperson", "third base", "second base", "boxperson"]
"""Where one of the crew stands. A base dealer who is alone stands at third base and works both ends."""

# --- commands


def the_post(post: Post) -> str:
    """A post as a line names it.

    >>> the_post("stickperson"), the_post("third base")
    ('the stick', 'third base')
    """
    return {"stickperson": "the stick", "boxperson": "the box"}.get(post, post)


class OpenGame(Struct, frozen=True, tag="open-game", omit_defaults=True):
    """`crew: stick Kim, third base Lou, second base Max, box Ned`:
    a crew takes its posts; second base and the box may stay empty."""

    stick: str
    third: str
    second: str = ""
    box: str = ""

    def __str__(self) -> str:
        posts = (("stick", self.stick), ("third base", self.third), ("second base", self.second), ("box", self.box))
        return f"crew: {', '.join(f'{post} {name}' for post, name in posts if name)}"


class PostBox(Struct, frozen=True, tag="post-box", omit_defaults=True):
    """`supervisor posts Ned in the box`, `supervisor empties the box`:
    a boxperson takes the box, or leaves it empty."""

    name: str
    by: str = "supervisor"

    def __str__(self) -> str:
        return f"{self.by} posts {self.name} in the box" if self.name else f"{self.by} empties the box"


class Relieve(Struct, frozen=True, tag="relieve", omit_defaults=True):
    """`Pat relieves third base`: somebody takes a post over."""

    post: Post
    incoming: str

    def __str__(self) -> str:
        return f"{self.incoming} relieves {the_post(self.post)}"


class BoxOk(Struct, frozen=True, tag="box-ok", omit_defaults=True):
    """`boxperson lets the dice go`: a boxperson who has just taken over lets the stick move the dice."""

    def __str__(self) -> str:
        return "boxperson lets the dice go"


class WorkCommand(Struct, frozen=True, tag="work", omit_defaults=True):
    """`crew works`, `crew works 3 steps`:
    the crew takes the next steps of what the last roll left to do; without a number all of them."""

    steps: int | None = None

    def __str__(self) -> str:
        steps = self.steps
        return "crew works" if steps is None else f"crew works {steps} {'step' if steps == 1 else 'steps'}"


class MoveStacks(Struct, frozen=True, tag="move-stacks", omit_defaults=True):
    """`fill 40 chips of 5, signed Ned and Sue`, `credit 40 chips of 5`, `move 20 chips of 5 from bank to working`:
    chips of one value go from one of the house's places to another; `cage` is the place outside the table, and a fill
    or a credit is a slip that people sign."""

    value: Cents
    chips: int
    start: str
    to: str
    signed: tuple[str, ...] = ()

    def __str__(self) -> str:
        chips = f"{self.chips} chips of {units(self.value)}"
        match self.start, self.to:
            case "cage", "bank":
                return f"fill {chips}{format_signatures(self.signed)}"
            case "bank", "cage":
                return f"credit {chips}{format_signatures(self.signed)}"
            case start, to:
                return f"move {chips} from {start} to {to}"


class ReturnHouseMoney(Struct, frozen=True, tag="return-house-money", omit_defaults=True):
    """`house money returned`: the dealers put all chips of the house back where the bank is."""

    def __str__(self) -> str:
        return "house money returned"


class GoDead(Struct, frozen=True, tag="go-dead", omit_defaults=True):
    """`game goes dead`: the game is left without players: the stick across, the bowl with all dice on it."""

    def __str__(self) -> str:
        return "game goes dead"


class Revive(Struct, frozen=True, tag="revive", omit_defaults=True):
    """`game opens again`: a dead game is dealt again."""

    def __str__(self) -> str:
        return "game opens again"


class VerifyCall(Struct, frozen=True, tag="verify-call", omit_defaults=True):
    """`boxperson verifies the call 8`: somebody checks the number that was called for the last roll."""

    called: int
    by: str = "boxperson"

    def __str__(self) -> str:
        return f"{self.by} verifies the call {self.called}"


class Dispute(Struct, frozen=True, tag="dispute", omit_defaults=True):
    """`Ann disputes the cocked die`: a player questions a call, or something does not agree."""

    seat: str
    about: Subject

    def __str__(self) -> str:
        return f"{self.seat} disputes the {self.about.replace('-', ' ')}"


class Settle(Struct, frozen=True, tag="settle", omit_defaults=True):
    """`supervisor rules on the cocked die: it reads 4`, `… on the discrepancy, 25 to the player: it was short`,
    `… on the cocked die, roll 3 4: it falls to the 4`, `… on the cocked die, no roll: nobody can tell`:
    somebody rules on what is in dispute; `amount` goes from the bank to whoever raised it, below zero back;
    with `dice` the last roll counts as these, with `void` it does not count."""

    about: Subject
    ruling: str
    by: str = "supervisor"
    amount: Cents = 0
    dice: tuple[int, int] | None = None
    void: bool = False

    def __str__(self) -> str:
        to = "the player" if self.amount > 0 else "the house"
        moved = f", {units(abs(self.amount))} to {to}" if self.amount else ""
        if self.dice is not None:
            moved = f", roll {self.dice[0]} {self.dice[1]}"
        elif self.void:
            moved = ", no roll"
        ruling = f": {self.ruling}" if self.ruling else ""
        return f"{self.by} rules on the {self.about.replace('-', ' ')}{moved}{ruling}"


class RuleOnThrow(Struct, frozen=True, tag="rule-on-throw", omit_defaults=True):
    """`supervisor rules no roll`, `supervisor rules no roll: on the rail`, `supervisor rules roll 3 4`:
    somebody rules on the last throw: one that was just called no roll stays one, or its dice count after all; one
    that was let pass does not count."""

    dice: tuple[int, int] | None = None
    by: str = "supervisor"
    ground: str = ""

    def __str__(self) -> str:
        if self.dice is not None:
            return f"{self.by} rules roll {self.dice[0]} {self.dice[1]}"
        return f"{self.by} rules no roll{f': {self.ground}' if self.ground else ''}"


PostCommand = OpenGame | PostBox | Relieve | BoxOk
TableWork = WorkCommand | MoveStacks | ReturnHouseMoney | GoDead | Revive
RulingCommand = VerifyCall | Dispute | Settle | RuleOnThrow
PitCommand = PostCommand | TableWork | RulingCommand | BankCommand | IrregularCommand | LayoutCommand

# --- events


class GameOpened(Struct, frozen=True, tag="game-opened"):
    """A crew stands at the table."""

    posts: dict[Post, str]


class BoxPosted(Struct, frozen=True, tag="box-posted"):
    """The box has somebody in it, or nobody any more."""

    name: str


class Relieved(Struct, frozen=True, tag="relieved"):
    """A post has changed hands, and what was said."""

    post: Post
    outgoing: str
    incoming: str
    said: tuple[SpokenCall, ...]
    waits: bool = False
    """Whether the dice stay until the new one lets them go."""


class BoxReady(Struct, frozen=True, tag="box-ready"):
    """The new boxperson has given the stick leave to move the dice."""

    said: tuple[SpokenCall, ...]


class Worked(Struct, frozen=True, tag="worked"):
    """Some of the last roll's work was done."""

    steps: tuple[Motion, ...]


class StacksMoved(Struct, frozen=True, tag="stacks-moved"):
    """Full stacks went from place to place."""

    value: Cents
    chips: int
    start: str
    to: str
    colour: str = ""
    signed: tuple[str, ...] = ()

    @property
    def amount(self) -> Cents:
        """Their worth in cents."""
        return self.value * self.chips


class HouseMoneyReturned(Struct, frozen=True, tag="house-money-returned"):
    """All chips of the house lie where the bank is."""


class WentDead(Struct, frozen=True, tag="went-dead"):
    """The game is dead: where money, stick, bowl and dice are."""

    money: str
    stick: str
    bowl: str
    dice: str


class Revived(Struct, frozen=True, tag="revived"):
    """The game is dealt again."""


class CallVerified(Struct, frozen=True, tag="call-verified"):
    """The number called is the number that the dice show."""

    total: int
    by: str


class Disputed(Struct, frozen=True, tag="disputed"):
    """Something waits for a ruling."""

    seat: str
    about: Subject


class Ruled(Struct, frozen=True, tag="ruled"):
    """A ruling, which is the last word: for a throw the dice that count, if any; of a dispute the money it moved.

    `void`: a roll that was let pass does not count.
    """

    about: Subject
    ruling: str
    by: str
    dice: tuple[int, int] | None = None
    seat: str = ""
    """Who had raised it."""
    amount: Cents = 0
    clause: str = ""
    void: bool = False
    ground: str = ""
    """On which ground of the house, as it was said."""


class TablePlayed(Struct, frozen=True, tag="table-played"):
    """The meaning of the table's last event for the pit: work left to do, money dropped, what the dice showed."""

    left: tuple[Motion, ...]
    dropped: Cents
    total: int | None
    thrown: bool
    """Whether it began a new throw, so that rulings on the last one are over."""
    last: LastRoll | None = None
    """The roll that has just come to rest."""


PitEvent = (
    GameOpened | BoxPosted | Relieved | BoxReady | Worked | StacksMoved | HouseMoneyReturned | WentDead | Revived
    | CallVerified | Disputed | Ruled | TablePlayed | ChangeEvent | BankEvent | IrregularEvent | LayoutEvent
)  # fmt: skip

# --- state


class PitState(Struct, frozen=True):
    """The state of the pit: who is where, what is left to do, and what waits for somebody's word."""

    posts: dict[Post, str] = {}
    left: tuple[Motion, ...] = ()
    """What the crew has yet to do of the last roll."""
    changing: MoneyChange | None = None
    out: frozenset[str] = frozenset()
    """Places other than the bank where chips of the house lie."""
    dropped: Cents = 0
    filled: Cents = 0
    credited: Cents = 0
    dead: bool = False
    waits_for_box: bool = False
    total: int | None = None
    """What the last roll showed."""
    disputed: tuple[Disputed, ...] = ()
    ruled: tuple[Subject, ...] = ()
    """What was ruled on since the last throw."""
    last: LastRoll | None = None
    """The roll that has come to rest, until the next throw."""
    bank: Bank | None = None
    """The bank by colour, if somebody said what it held."""
    with_roll: BankMoved = BankMoved(())
    """What the last roll, and bets since, did to that bank: it goes back if the roll does."""
    paid: tuple[Motion, ...] = ()
    """The payouts of the last roll that are done."""

    @property
    def open(self) -> bool:
        """True if the game is being dealt."""
        return bool(self.posts) and not self.dead
