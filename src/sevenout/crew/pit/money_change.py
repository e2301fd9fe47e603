"""Money that is changed at the table: currency for chips, chips for others, colour for chips of higher value.

The house's manual has the steps and who takes each; a step out of turn, by the wrong person or with the wrong amount
is refused. What comes out is what went in.
"""

from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from sevenout.base.money import Cents, format_amount, units
from sevenout.base.refusal import Refusal
from sevenout.crew.dice.dice_sets import DiceState
from sevenout.crew.layout.chips import Chips, Stack
from sevenout.crew.layout.rail import ENDS, Rail
from sevenout.crew.pit.pit_rules import ChangeRules, ChangeStep, Kind, pit_rules
from sevenout.crew.roll_calls import SpokenCall
from sevenout.engine.game import Game
from sevenout.table.commands import BuyIn
from sevenout.table.handlers.dispatch import decide_command
from sevenout.table.table_snapshot import Snapshot, state_of

_DEALER = "dealer"


class MoneyChange(Struct, frozen=True):
    """Money that is being changed: whose, what came in, what was cut for it, and how far it has come."""

    seat: str
    kind: Kind
    currency: Cents = 0
    chips: tuple[Stack, ...] = ()
    done: int = 0
    cut: tuple[Stack, ...] = ()

    @property
    def amount(self) -> Cents:
        """The amount that came in."""
        return self.currency + worth(self.chips)


def worth(stacks: tuple[Stack, ...]) -> Cents:
    """The worth of some stacks together.

    >>> from sevenout.crew.layout.chips import Denomination
    >>> worth((Stack(Denomination(500, "red"), 20), Stack(Denomination(100, "white"), 3)))
    10300
    """
    return sum(stack.amount for stack in stacks)


# --- commands


def told_stacks(stacks: tuple[Stack, ...]) -> str:
    """Some stacks as a line has them, each with what one of its chips is worth.

    >>> from sevenout.crew.layout.chips import Denomination
    >>> told_stacks((Stack(Denomination(500, "red"), 20), Stack(Denomination(100, "white"), 3)))
    '20 red of 5, 3 white of 1'
    """
    return ", ".join(f"{stack} of {units(stack.denomination.cents)}" for stack in stacks)


class AskChange(Struct, frozen=True, tag="ask-change", omit_defaults=True):
    """`Ann changes 200`, `Ann changes 4 green of 25`, `Ann colors up 40 red of 5`:
    a player wants money changed: currency, or chips."""

    seat: str
    kind: Kind
    currency: Cents = 0
    chips: tuple[Stack, ...] = ()

    def __str__(self) -> str:
        does = "colors up" if self.kind == "color" else "changes"
        return f"{self.seat} {does} {units(self.currency) if self.kind == 'currency' else told_stacks(self.chips)}"


class Permit(Struct, frozen=True, tag="permit", omit_defaults=True):
    """`supervisor permits the color`: colour may come in."""

    by: str = "supervisor"

    def __str__(self) -> str:
        return f"{self.by} permits the color"


class BringMoney(Struct, frozen=True, tag="bring-money", omit_defaults=True):
    """`dealer brings the money`: what is to be changed goes to the middle of the table, before the box."""

    by: str = _DEALER

    def __str__(self) -> str:
        return f"{self.by} brings the money"


class Count(Struct, frozen=True, tag="count", omit_defaults=True):
    """`supervisor counts 200`: the amount is counted and called."""

    amount: Cents
    by: str = "supervisor"

    def __str__(self) -> str:
        return f"{self.by} counts {units(self.amount)}"


class Drop(Struct, frozen=True, tag="drop", omit_defaults=True):
    """`boxperson drops the money`: currency goes into the drop box."""

    by: str = "boxperson"

    def __str__(self) -> str:
        return f"{self.by} drops the money"


class CutOut(Struct, frozen=True, tag="cut-out", omit_defaults=True):
    """`dealer cuts the change`, `dealer cuts 2 black of 100`:
    the change is cut on the come; without chips, as few as the house's denominations allow."""

    chips: tuple[Stack, ...] = ()
    by: str = _DEALER

    def __str__(self) -> str:
        return f"{self.by} cuts {told_stacks(self.chips) if self.chips else 'the change'}"


class Verify(Struct, frozen=True, tag="verify", omit_defaults=True):
    """`supervisor verifies the change`: what was cut is checked."""

    by: str = "supervisor"

    def __str__(self) -> str:
        return f"{self.by} verifies the change"


class HandOver(Struct, frozen=True, tag="hand-over", omit_defaults=True):
    """`dealer hands the chips over`: the chips are set before the player."""

    by: str = _DEALER

    def __str__(self) -> str:
        return f"{self.by} hands the chips over"


StepCommand = Permit | BringMoney | Count | Drop | CutOut | Verify | HandOver
ChangeCommand = AskChange | StepCommand

_STEP: dict[type[StepCommand], ChangeStep] = {
    Permit: "permit",
    BringMoney: "bring",
    Count: "count",
    Drop: "drop",
    CutOut: "cut",
    Verify: "verify",
    HandOver: "hand over",
}

# --- events


class ChangeAsked(Struct, frozen=True, tag="change-asked"):
    """A change has begun."""

    changing: MoneyChange
    said: tuple[SpokenCall, ...] = ()


class ChangeStepped(Struct, frozen=True, tag="change-stepped"):
    """A change went one step further; after the last one the player has the chips."""

    step: ChangeStep
    by: str
    changing: MoneyChange
    last: bool
    said: tuple[SpokenCall, ...] = ()


class ChangeReturned(Struct, frozen=True, tag="change-returned"):
    """The owner of the money has left, so it went back as it came."""

    changing: MoneyChange


ChangeEvent = ChangeAsked | ChangeStepped | ChangeReturned


# --- judging


def decide_change(
    game: Game, table: Snapshot, dice: DiceState, rail: Rail, changing: MoneyChange | None, command: ChangeCommand
) -> ChangeEvent | Refusal:
    """The next step of a change, or why not.

    >>> from sevenout.table import Table
    >>> game, rail, dice = Game.open("catfish-bend"), Rail((), ()), DiceState()
    >>> decide_change(game, Table(game).snapshot(), dice, rail, None, Permit()).reason
    'nobody has asked for change'
    """
    rules = pit_rules(game).change
    if isinstance(command, AskChange):
        return _ask(game, table, rail, changing, command)
    if changing is None:
        return Refusal("not-now", "nobody has asked for change", rules.flow["checks"].cite)
    flow, step = rules.flow[changing.kind], _STEP[type(command)]
    now = flow.value[changing.done]
    if step != now:
        who = " or ".join(sorted(rules.does(now).value))
        return Refusal("out-of-turn", f"{now!r} comes before {step!r}: it is for the {who} to do", flow.cite)
    refusal = _refused_hand(rules, rail, changing, command) or _refused_roll(rules, table, dice, step)
    if refusal is not None:
        return refusal
    return _step(game, rail, changing, command, step)


def _ask(
    game: Game, table: Snapshot, rail: Rail, changing: MoneyChange | None, command: AskChange
) -> ChangeEvent | Refusal:
    rules = pit_rules(game).change
    new = MoneyChange(command.seat, command.kind, command.currency, command.chips)
    seat = table.seat(command.seat)
    if seat is None:
        return Refusal("no-seat", f"nobody called {command.seat} has a seat")
    if changing is not None:
        return Refusal("not-now", f"wait: {changing.seat}'s money is being changed", rules.flow[changing.kind].cite)
    refusal = _refused_money(game, table, new, seat.rack)
    if refusal is not None:
        return refusal
    if command.kind != "color":
        return ChangeAsked(new)
    words = rules.words.color
    return ChangeAsked(new, (SpokenCall(rail.dealer(rail.end_of(new.seat)), words.value, words.cite, to="supervisor"),))


def _refused_money(game: Game, table: Snapshot, new: MoneyChange, rack: Cents) -> Refusal | None:
    """Returns whether what a player puts down can be changed that way."""
    rules, chips = pit_rules(game).change, Chips.of(game.rules.book)
    flow = rules.flow[new.kind]
    if (new.currency if new.kind != "currency" else worth(new.chips)) or any(stack.chips < 0 for stack in new.chips):
        return Refusal("not-chips", "change currency and chips one after the other, not together", flow.cite)
    if new.amount <= 0:
        return Refusal("no-amount", "there is nothing to change", flow.cite)
    if new.kind == "currency":
        bought = decide_command(game, state_of(game, table), BuyIn(new.seat, new.amount))
        refused = bought if isinstance(bought, Refusal) else chips.cut(new.amount)
        return refused if isinstance(refused, Refusal) else None
    if new.amount > rack:
        return Refusal("rack", f"{new.seat}'s rack holds {format_amount(rack)}")
    return _refused_chips(chips, new.chips) or _refused_value(rules, chips, new)


def _refused_chips(chips: Chips, stacks: tuple[Stack, ...]) -> Refusal | None:
    """Returns whether there is a kind of chip that the house does not have."""
    strange = [stack for stack in stacks if stack.denomination not in chips.denominations]
    if not strange:
        return None
    return Refusal(
        "no-such-chip", f"this house has no {strange[0].denomination.colour} chips of that value", chips.cite
    )


def _refused_value(rules: ChangeRules, chips: Chips, new: MoneyChange) -> Refusal | None:
    """Returns whether colour could be changed into chips that are worth more at all."""
    fewest = chips.count(new.amount)
    if isinstance(fewest, Refusal):
        return fewest
    if new.kind != "color" or not rules.rules.higher.value or fewest < _chips_in(new.chips):
        return None
    return Refusal("no-higher", "that amount cannot be made up of chips of higher value", rules.rules.higher.cite)


def _chips_in(stacks: tuple[Stack, ...]) -> int:
    return sum(stack.chips for stack in stacks)


def _refused_hand(rules: ChangeRules, rail: Rail, changing: MoneyChange, command: StepCommand) -> Refusal | None:
    """Returns whether somebody may take a step; of the dealers, the one at the player's end."""
    allowed, by = rules.does(_STEP[type(command)]), command.by
    if by in allowed.value or (_DEALER in allowed.value and rail.is_dealer_of(by, changing.seat)):
        return None
    if _DEALER not in allowed.value:
        who, cite = " or ".join(sorted(allowed.value)), allowed.cite
    else:
        own = rail.dealer(rail.end_of(changing.seat))
        who, cite = own, rules.rules.dealer.cite if by in {*ENDS, "base dealer"} else allowed.cite
    return Refusal("not-yours", f"that is for the {who} to do, not for the {by}", cite)


def _refused_roll(rules: ChangeRules, table: Snapshot, dice: DiceState, step: ChangeStep) -> Refusal | None:
    """Returns whether hands stay back: nobody reaches over the layout while the dice roll."""
    rolling = table.dice.thrown or (dice.playing is not None and bool(dice.playing.at("air")))
    if not rolling or step not in {"bring", "hand over"}:
        return None
    return Refusal("mid-roll", "the dice are rolling: wait until they have gone by", rules.rules.wait.cite)


def _step(
    game: Game, rail: Rail, changing: MoneyChange, command: StepCommand, step: ChangeStep
) -> ChangeEvent | Refusal:
    rules = pit_rules(game).change
    after = replace(changing, done=changing.done + 1)
    said: tuple[SpokenCall, ...] = ()
    match command:
        case Count(amount, by):
            if amount != changing.amount:
                reason = f"{format_amount(amount)} was called, and {format_amount(changing.amount)} came in"
                return Refusal("wrong-amount", reason, rules.does(step).cite)
            words = rules.words.amount
            said = (SpokenCall(by, words.value.format(amount=units(amount)), words.cite),)
        case CutOut(chips):
            cut = _cut(game, changing, chips)
            if isinstance(cut, Refusal):
                return cut
            after = replace(after, cut=cut)
        case HandOver():
            words = rules.words.handed
            handed = words.value.format(amount=units(changing.amount), player=changing.seat)
            said = (SpokenCall(rail.dealer(rail.end_of(changing.seat)), handed, words.cite, to=changing.seat),)
        case Permit() | BringMoney() | Drop() | Verify():
            pass
        case _:
            assert_never(command)
    last = after.done == len(rules.flow[changing.kind].value)
    return ChangeStepped(step, command.by, after, last, said)


def _cut(game: Game, changing: MoneyChange, stacks: tuple[Stack, ...]) -> tuple[Stack, ...] | Refusal:
    """The chips that are cut for what came in: as much, and of colour fewer."""
    rules, chips = pit_rules(game).change, Chips.of(game.rules.book)
    if not stacks:
        return chips.cut(changing.amount)
    refusal = _refused_chips(chips, stacks)
    if refusal is not None:
        return refusal
    if any(stack.chips < 0 for stack in stacks) or worth(stacks) != changing.amount:
        reason = f"{format_amount(worth(stacks))} was cut for {format_amount(changing.amount)}"
        return Refusal("wrong-amount", reason, rules.does("verify").cite)
    if changing.kind == "color" and rules.rules.higher.value and _chips_in(stacks) >= _chips_in(changing.chips):
        return Refusal("no-higher", "a colour change is into chips that are worth more", rules.rules.higher.cite)
    return stacks
