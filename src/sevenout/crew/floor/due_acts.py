"""What the crew has to do next at a table, by whom and by which clause: the same data that refuses what comes too soon.

The first act is the one that everything else waits for. An act has the line of the notation that says it is done,
with `…` where somebody fills in what only a person sees; none where it is a player's to act.
"""

from collections.abc import Iterator
from typing import assert_never

from msgspec import Struct

from sevenout.base.money import format_amount
from sevenout.base.refusal import Citation
from sevenout.crew.dice.dice_commands import (
    BringBack,
    BringIn,
    Choose,
    DumpBowl,
    InspectDice,
    InspectSet,
    OfferDice,
    PutIn,
    SendOut,
    TakeOff,
)
from sevenout.crew.dice.dice_sets import dice_rules
from sevenout.crew.floor.floor import Floor
from sevenout.crew.pit.money_change import MoneyChange
from sevenout.crew.pit.pit_commands import BoxOk, PitState, WorkCommand
from sevenout.crew.pit.pit_rules import PitRules, pit_rules
from sevenout.crew.pit.posts import is_filled
from sevenout.crew.pit.routine import next_routine
from sevenout.crew.roll_calls import words_of
from sevenout.engine.game import Game
from sevenout.table.handlers.shootout_bonus import inspection_cite


class DueAct(Struct, frozen=True):
    """Something that is to be done: who may do it, what it is, its clause, and the line that says it."""

    who: tuple[str, ...]
    says: str
    cite: Citation
    line: str = ""


def due_acts(floor: Floor) -> tuple[DueAct, ...]:
    """Everything that is due now, what comes first before what waits for it.

    >>> from sevenout.engine.game import Game
    >>> from sevenout.table.commands import Bet, RollDice, Sit
    >>> floor = Floor(Game.open("catfish-bend"), works_by_itself=False)
    >>> _ = floor.execute(Sit("Ann", 10_000)), floor.execute(Bet("Ann", 1000, "pass"))
    >>> [act.says for act in due_acts(floor)]
    ['Call the roll once the dice lie still']
    >>> from sevenout.crew.pit.pit_commands import OpenGame
    >>> _ = floor.execute(OpenGame("Kim", "Lou")), floor.execute(RollDice(4, 2))
    >>> act = due_acts(floor)[0]
    >>> act.who, act.says, act.cite.clause, act.line
    (('stickperson',), 'The stickperson brings the dice in', 'Stickperson 8', 'crew works 1 step')
    """
    return tuple(_acts(floor))


def _acts(floor: Floor) -> Iterator[DueAct]:
    game, table, pit = floor.game, floor.table.state, floor.pit
    rules = pit_rules(game)
    if table.bonus is not None and table.bonus.held_for:
        says = f"{table.bonus.held_for} has hit the Shootout: inspect the dice, and sign"
        line = "supervisor finds the dice sound, signed …"
        yield DueAct(("supervisor",), says, inspection_cite(game), line)
    for dispute in pit.disputed:
        ruling = rules.rulings.by[dispute.about]
        about = dispute.about.replace("-", " ")
        says, line = f"Rule on the {about} that {dispute.seat} disputes", f"supervisor rules on the {about}: …"
        yield DueAct(tuple(sorted(ruling.value)), says, ruling.cite, line)
    if pit.dead:
        yield DueAct(("boxperson", "supervisor"), "Open the game again", rules.dead_game.dice.cite, "game opens again")
        return
    if pit.waits_for_box:
        says = "Let the dice go: you have just taken over the box"
        yield DueAct(("boxperson",), says, rules.relief.boxperson.incoming.cite, str(BoxOk()))
    if pit.bank is not None and pit.bank.owed:
        says = f"The bank is short of {format_amount(pit.bank.owed)} that it owes: fill it"
        yield DueAct(("supervisor",), says, rules.bank.rules.cover.cite, "fill …")
    if pit.changing is not None:
        yield _next_of_change(rules, pit, pit.changing)
    yield from _acts_for_throw(floor)


def _next_of_change(rules: PitRules, pit: PitState, changing: MoneyChange) -> DueAct:
    """The next step of money that is being changed."""
    step = rules.change.flow[changing.kind].value[changing.done]
    allowed = rules.change.does(step)
    who = tuple(role for role in sorted(allowed.value) if is_filled(pit.posts, role)) or tuple(sorted(allowed.value))
    first = who[0]
    does = {
        "permit": ("permit the color", f"{first} permits the color"),
        "bring": ("bring the money in", f"{first} brings the money"),
        "count": ("count it", f"{first} counts {format_amount(changing.amount)}"),
        "drop": ("drop the money", f"{first} drops the money"),
        "cut": ("cut the chips", f"{first} cuts the change"),
        "verify": ("verify what is cut", f"{first} verifies the change"),
        "hand over": ("hand the chips over", f"{first} hands the chips over"),
    }
    says, line = does[step]
    return DueAct(who, f"{changing.seat} changes {format_amount(changing.amount)}: {says}", allowed.cite, line)


def _acts_for_throw(floor: Floor) -> Iterator[DueAct]:
    """What stands between now and the next roll."""
    game, pit, playing = floor.game, floor.pit, floor.dice.playing
    called, shooter = words_of(game).roll.called_by, floor.table.thrower()
    call = DueAct((called.value,), "Call the roll once the dice lie still", called.cite, "roll … …")
    if floor.table.state.dice.thrown:
        yield call
    elif pit.left:
        step = pit.left[0]
        yield DueAct((step.who,), step.sentence, step.cite, str(WorkCommand(1)))
    elif (act := _set_act(floor)) is not None:
        yield act
        if playing is None and floor.dice.new is None and shooter is not None:
            yield call  # who tells of no set has one: the roll can be entered as it is
    elif shooter is None:
        holder = floor.table.shooter()
        says = "Nobody has the dice: a line bet is needed" if holder is None else f"{holder} needs a line bet to throw"
        yield DueAct((), says, game.rules.book.shooter.line.cite)
    else:
        routine = next_routine(game, shooter, floor.dice, pit) if floor.is_posted else None
        if isinstance(routine, OfferDice | Choose | SendOut | BringIn | DumpBowl):
            yield _dice_act(game, routine)
        yield call


def _set_act(floor: Floor) -> DueAct | None:
    """What has to be done to the set before its dice go on; None where it is fit, or no crew is posted."""
    if not floor.is_posted:
        return None
    rules, playing, new = dice_rules(floor.game), floor.dice.playing, floor.dice.new
    inspectors = [role for role in sorted(rules.inspection.by.value) if is_filled(floor.pit.posts, role)]
    if playing is not None:
        if playing.condemned is not None:
            says = f"Take set {playing.serial} off the game: {playing.condemned.reason}"
            return DueAct(("supervisor",), says, playing.condemned.cite, str(TakeOff()))
        if playing.due:
            why = rules.inspection.when[playing.due[0]]
            says = f"Inspect the dice: {why.value}"
            return DueAct(tuple(inspectors), says, why.cite, str(InspectDice(inspectors[0])))
        down = playing.at("down")
        if down:
            line = str(BringBack(down))
            return DueAct(("stickperson",), "A die is down: bring it back", rules.down.then.cite, line)
        return None
    if new is None:
        says = f"No dice are on the game: bring a set of {rules.set.dice.value}"
        return DueAct(("supervisor",), says, rules.set.dice.cite, "set … brought: …")
    if new.due:
        says, line = f"Inspect set {new.serial}", str(InspectSet("supervisor"))
        return DueAct(("supervisor",), says, rules.inspection.when["new"].cite, line)
    if not new.scribed:
        line = "supervisor scribes the new set …"
        return DueAct(("supervisor",), f"Scribe set {new.serial}", rules.scribe.by.cite, line)
    return DueAct(("supervisor",), f"Put set {new.serial} in", rules.switch.when.cite, str(PutIn()))


def _dice_act(game: Game, routine: OfferDice | Choose | SendOut | BringIn | DumpBowl) -> DueAct:
    """What the routine would do with the dice, as somebody does it by hand."""
    rules, line = dice_rules(game), str(routine)
    match routine:
        case OfferDice(seat):
            return DueAct(("stickperson",), f"Offer the dice to {seat}", rules.offer.dice.cite, line)
        case Choose(seat):
            chosen = rules.offer.choose
            return DueAct((), f"{seat} chooses {chosen.value} of the dice", chosen.cite, line)
        case SendOut():
            sent = pit_rules(game).dice_out.when
            return DueAct(("stickperson",), "Send the dice out, and say so", sent.cite, line)
        case BringIn():
            return DueAct(("stickperson",), "Bring the dice in", rules.sent_out.back.cite, line)
        case DumpBowl():
            return DueAct(("stickperson",), "Dump the bowl before the shooter", rules.down.then.cite, line)
        case _:
            assert_never(routine)
