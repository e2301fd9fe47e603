"""The rules of handling dice: commands in, events out. A set is brought, inspected, offered, thrown and retired.

Who shoots and whether there is a point is the table's to know; what a set has to be stands in `dice_sets`.
"""

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from sevenout.base.dice import FACES
from sevenout.base.refusal import Refusal
from sevenout.crew.dice.dice_commands import (
    BringBack,
    BringIn,
    BringSet,
    Cancel,
    Cancelled,
    Choose,
    Condemned,
    DiceCommand,
    DiceEvent,
    DiceInspected,
    DiceShifted,
    Doubt,
    DumpBowl,
    Gather,
    GoDown,
    InspectDice,
    InspectionDue,
    InspectionLifted,
    InspectSet,
    LoseSight,
    Mishandle,
    Mishandled,
    NewDice,
    OfferDice,
    PutIn,
    Recover,
    Recovered,
    SameDice,
    Scribe,
    Scribed,
    SendOut,
    SetBrought,
    SetCommand,
    SetInspected,
    SetPutIn,
    SetTakenOff,
    TakeOff,
    ThrowOut,
    Wrap,
    Wrapped,
)
from sevenout.crew.dice.dice_sets import (
    DiceRules,
    DiceSet,
    DiceState,
    Die,
    Occasion,
    Packet,
    Place,
    dice_rules,
    refused_dice,
    refused_set,
)
from sevenout.crew.manual.chapter_loader import refused_role
from sevenout.crew.roll_calls import words_of
from sevenout.engine.game import Game
from sevenout.table import events
from sevenout.table.handlers.shooter_rules import thrower
from sevenout.table.table_snapshot import Snapshot, state_of


def decide_dice(game: Game, table: Snapshot, state: DiceState, command: DiceCommand) -> DiceEvent | Refusal:
    """The event that a command leads to, or why the house says no.

    >>> from sevenout.crew.dice.dice_sets import make_dice
    >>> from sevenout.table import Table
    >>> game = Game.open("catfish-bend")
    >>> decide_dice(game, Table(game).snapshot(), DiceState(), BringSet(make_dice("4711", 7550, 4))).reason
    'a set has 5 dice, but there are 4 here'
    """
    rules = dice_rules(game)
    match command:
        case BringSet(dice):
            return _bring(rules, state, dice)
        case InspectSet() | Scribe():
            return _prepare(rules, state, command)
        case PutIn():
            return _put_in(rules, table, state)
        case Recover() | Cancel() | Wrap():
            return _retire(rules, state, command)
        case _:
            return _with_the_set(game, table, state, command)


def _with_the_set(game: Game, table: Snapshot, state: DiceState, command: SetCommand) -> DiceEvent | Refusal:
    """The event of a command about the set on the game, or the refusal."""
    rules, playing = dice_rules(game), state.playing
    if playing is None:
        return Refusal("no-dice", "there are no dice on the game: bring a set and put it in first", rules.set.dice.cite)
    match command:
        case TakeOff():
            return _refused_switch(rules, table, playing) or SetTakenOff()
        case LoseSight():
            return InspectionDue("out-of-sight")
        case Doubt():
            return InspectionDue("questioned")
        case InspectDice():
            return _inspect(rules, state, playing, command)
        case Mishandle():
            return _mishandle(rules, state, playing, command)
        case GoDown() | BringBack():
            return _fall(rules, state, playing, command)
        case OfferDice() | SendOut() | ThrowOut():
            return _to_the_shooter(game, table, state, playing, command)
        case Choose():
            return _choose(rules, state, playing, command)
        case NewDice() | SameDice() | DumpBowl():
            return _change_dice(rules, state, playing, command)
        case BringIn() | Gather():
            return _bring_in(rules, state, playing, command)
        case _:
            assert_never(command)


def _all_at(dice: tuple[Die, ...], place: Place) -> tuple[Place, ...]:
    return tuple(place for _ in dice)


def _places_after_move(
    dice: DiceSet, moves: dict[Place, Place], some: Iterable[int] = (), to: Place = "middle"
) -> tuple[Place, ...]:
    """Returns where the dice are once some of them went to one place and the others by where they were."""
    chosen = set(some)
    return tuple(to if die in chosen else moves.get(place, place) for die, place in enumerate(dice.places))


# --- sets that come and go


def _bring(rules: DiceRules, state: DiceState, dice: tuple[Die, ...]) -> DiceEvent | Refusal:
    refusal = refused_set(rules.set, dice)
    if refusal is not None:
        return refusal
    if state.is_known(dice[0].serial):
        reason = f"set {dice[0].serial} has already been at this table"
        return Refusal("known-set", reason, rules.set.numbers.cite)
    if state.new is not None and not state.new.due:
        return Refusal(
            "not-now", f"set {state.new.serial} is already waiting to go on the game", rules.switch.when.cite
        )
    return SetBrought(dice)


def _prepare(rules: DiceRules, state: DiceState, command: InspectSet | Scribe) -> DiceEvent | Refusal:
    if state.new is None:
        return _no_new_set(rules)
    if isinstance(command, InspectSet):
        refusal = refused_role(command.by, rules.inspection.by, "inspects the dice")
        return refusal or refused_dice(rules.set, state.new.dice) or SetInspected(command.by)
    if not command.mark:
        return Refusal("not-scribed", "say which mark goes on every die", rules.scribe.by.cite)
    return refused_role(command.by, rules.scribe.by, "has the dice scribed") or Scribed(command.mark)


def _no_new_set(rules: DiceRules) -> Refusal:
    return Refusal("no-dice", "the supervisor has not prepared a new set", rules.inspection.when["new"].cite)


def _put_in(rules: DiceRules, table: Snapshot, state: DiceState) -> DiceEvent | Refusal:
    new = state.new
    if new is None:
        return _no_new_set(rules)
    if new.due:
        return _refused_uninspected(rules, new)
    if not new.scribed:
        return Refusal("not-scribed", "the dice of the new set are not scribed", rules.scribe.by.cite)
    refusal = None if state.playing is None else _refused_switch(rules, table, state.playing)
    return refusal or SetPutIn()


def _refused_switch(rules: DiceRules, table: Snapshot, playing: DiceSet) -> Refusal | None:
    if not playing.rolling and not table.dice.thrown:
        return None
    return Refusal("mid-roll", "sets are switched only at the end of a roll", rules.switch.when.cite)


def _retire(rules: DiceRules, state: DiceState, command: Recover | Cancel | Wrap) -> DiceEvent | Refusal:
    number, packet = rules.retire.number, rules.retire.packet
    dice = next((dice for dice in state.off if dice.serial == command.serial), None)
    if dice is None:
        return Refusal("no-dice", f"set {command.serial} is not off the game and waiting to be retired", number.cite)
    if isinstance(command, Recover):
        together = Recovered(dice.serial, _all_at(dice.dice, "bowl"))
        return together if dice.at("down") else Refusal("not-there", "no die of that set is down", rules.set.dice.cite)
    if isinstance(command, Cancel):
        if dice.at("down"):
            return Refusal(
                "incomplete", "a die of the set is missing: find it first, every die has to be cancelled", number.cite
            )
        if command.number != number.value:
            return Refusal("wrong-number", f"cancel dice on the {number.value}", number.cite)
        return refused_role(command.by, rules.retire.by, "cancels the dice") or Cancelled(dice.serial, number.value)
    if not dice.cancelled:
        return Refusal("not-cancelled", f"cancel each die on the {number.value} first", number.cite)
    if not command.signed:
        return Refusal("unsigned", "the supervisor has to sign for the dice before they are wrapped", packet.cite)
    return Wrapped(dice.serial, command.signed)


# --- inspecting


def _refused_uninspected(rules: DiceRules, dice: DiceSet) -> Refusal:
    """The answer to whoever would play with dice that wait for an inspection."""
    why = rules.inspection.when[dice.due[0]]
    return Refusal("uninspected", f"inspect the dice first: {why.value}", why.cite)


def _refused_set(rules: DiceRules, dice: DiceSet) -> Refusal | None:
    """Why the set on the game may not be used as it is now."""
    if dice.condemned is not None:
        wrong = dice.condemned
        return Refusal("condemned", f"take these dice off the game: {wrong.reason}", wrong.cite)
    if dice.at("down"):
        reason = "a die is down: bring it back, or put in another set"
        return Refusal("incomplete", reason, rules.set.dice.cite)
    return _refused_uninspected(rules, dice) if dice.due else None


def _inspect(rules: DiceRules, state: DiceState, dice: DiceSet, command: InspectDice) -> DiceEvent | Refusal:
    """The dice are brought in, and are what they were, or are found to be something else."""
    refusal = refused_role(command.by, rules.inspection.by, "inspects the dice")
    if refusal is None and dice.at("air"):
        refusal = Refusal("mid-roll", "the dice are in the air", rules.inspection.by.cite)
    if refusal is None and (dice.condemned or dice.at("down")):
        refusal = _refused_set(rules, dice)
    if refusal is not None:
        return refusal
    looked_over = command.seen or dice.dice
    wrong = refused_dice(rules.set, looked_over)
    if wrong is None and looked_over[0].serial != dice.serial:
        reason = f"they are numbered {looked_over[0].serial}, but set {dice.serial} went on the game"
        wrong = Refusal("serial-numbers", reason, rules.set.numbers.cite)
    places = _brought_in(dice, state.shooter)
    return DiceInspected(command.by, places) if wrong is None else Condemned(command.by, wrong, places)


def _mishandle(rules: DiceRules, state: DiceState, dice: DiceSet, command: Mishandle) -> DiceEvent | Refusal:
    """A shooter's breach with the dice in hand; dice that were out of view are inspected."""
    rule = rules.handling.against(command.how)
    if command.seat != state.shooter or not dice.rolling:
        return Refusal("not-shooter", f"{command.seat} has no dice in hand", rule.cite)
    return Mishandled(command.seat, command.how, rule.cite, due=command.how == "out-of-view")


def _brought_in(dice: DiceSet, shooter: str | None) -> tuple[Place, ...]:
    """The pair in use in the middle, everything else in the bowl; without a shooter nothing is in use."""
    in_use: Place = "bowl" if shooter is None else "middle"
    return _places_after_move(dice, {"hand": in_use, "air": in_use, "middle": in_use, "offered": "bowl"})


# --- offering, sending out, throwing


def _to_the_shooter(
    game: Game, table: Snapshot, state: DiceState, dice: DiceSet, command: OfferDice | SendOut | ThrowOut
) -> DiceEvent | Refusal:
    """Whatever is done with whoever shoots now, by the table."""
    rules = dice_rules(game)
    name = _refused_set(rules, dice) or thrower(game, state_of(game, table))
    if isinstance(name, Refusal):
        return name
    if isinstance(command, OfferDice):
        return _offer(rules, state, dice, command, name)
    if state.fell:
        reason = "a die was down: offer other dice first, unless the shooter asks for the same"
        return Refusal("not-chosen", reason, rules.down.then.cite)
    if state.shooter != name:
        return Refusal(
            "not-shooter", f"{name} is the shooter now and has to choose dice first", rules.offer.choose.cite
        )
    if isinstance(command, ThrowOut):
        if command.seat != name:
            return Refusal("not-shooter", f"{name} has the dice", rules.offer.choose.cite)
        if not dice.at("hand"):
            return Refusal("not-out", f"{name} has no dice yet: send them out first", rules.sent_out.back.cite)
        return DiceShifted("thrown", _places_after_move(dice, {"hand": "air"}), name)
    if not dice.at("middle"):
        return Refusal("not-now", "bring the dice to the middle first", rules.sent_out.back.cite)
    refusal = _refused_faces(game, table, command.showing)
    return refusal or DiceShifted("sent out", _places_after_move(dice, {"middle": "hand", "offered": "bowl"}), name)


def _offer(rules: DiceRules, state: DiceState, dice: DiceSet, command: OfferDice, name: str) -> DiceEvent | Refusal:
    if command.seat != name:
        return Refusal("not-shooter", f"the dice are offered to {name} now", rules.offer.dice.cite)
    if dice.rolling:
        return Refusal("mid-roll", f"{state.shooter} has the dice in hand or has thrown them", rules.offer.dice.cite)
    if state.thrown_by not in (None, name):
        why = rules.inspection.when["passed"]
        return Refusal("uninspected", f"inspect the dice first: {why.value}", why.cite)
    if state.shooter == name and dice.at("middle", "offered"):  # not where a seven-out was entered by mistake
        reason = f"{name} has already chosen, but may ask for other dice"
        return Refusal("chosen", reason, rules.offer.any_time.cite)
    return DiceShifted("offered", _all_at(dice.dice, "offered"), None, name)


def _refused_faces(game: Game, table: Snapshot, showing: tuple[int, int]) -> Refusal | None:
    """Whether the faces that lie up are such that no dice go out with them; a game without a puck has no such faces."""
    rules = dice_rules(game).sent_out
    if not all(face in FACES for face in showing):
        return Refusal(
            "no-faces", f"dice cannot show {showing[0]} and {showing[1]}: each shows 1 to 6", rules.come_out.cite
        )
    come_out = table.point is None
    barred = rules.come_out if come_out else rules.later
    if not table.house.puck or sum(showing) not in barred.value:
        return None
    when = "before a come-out roll" if come_out else "with a point on"
    return Refusal("showing", f"do not send the dice out showing {sum(showing)} {when}: turn them first", barred.cite)


def _choose(rules: DiceRules, state: DiceState, dice: DiceSet, command: Choose) -> DiceEvent | Refusal:
    """The shooter's choice; a set that has to be inspected meanwhile can be chosen from, but not thrown."""
    if state.offered_to is None or command.seat != state.offered_to:
        offered = "no dice are offered" if state.offered_to is None else f"the dice are offered to {state.offered_to}"
        return Refusal("no-offer", offered, rules.offer.choose.cite)
    wanted = rules.offer.choose
    if len(command.dice) != wanted.value or len(set(command.dice)) != wanted.value:
        return Refusal("not-two", f"the shooter picks {wanted.value} dice", wanted.cite)
    if not set(command.dice) <= set(dice.at("offered")):
        return Refusal("not-there", "those dice are not among the ones offered", wanted.cite)
    rest: dict[Place, Place] = {"offered": "bowl", "middle": "bowl"}
    return DiceShifted("chosen", _places_after_move(dice, rest, command.dice, "hand"), command.seat)


def _change_dice(
    rules: DiceRules, state: DiceState, dice: DiceSet, command: NewDice | SameDice | DumpBowl
) -> DiceEvent | Refusal:
    """Other dice than those in use, or expressly the same."""
    shooter = state.shooter
    if isinstance(command, NewDice | SameDice) and (shooter is None or command.seat != shooter):
        only = rules.offer.any_time if isinstance(command, NewDice) else rules.down.same
        return Refusal(
            "not-shooter", f"only the shooter may ask for that, and {command.seat} is not the shooter", only.cite
        )
    if isinstance(command, SameDice | DumpBowl) and not state.fell:
        return Refusal("not-now", "no die was down", rules.down.then.cite)
    if isinstance(command, SameDice):
        return DiceShifted("same", dice.places, shooter)
    if dice.at("air"):
        return Refusal("mid-roll", "the dice are in the air", rules.offer.anew.cite)
    places = _places_after_move(dice, {"hand": "middle", "bowl": "offered"})
    return DiceShifted("offered", places, shooter, shooter, fell=state.fell)


def _fall(rules: DiceRules, state: DiceState, dice: DiceSet, command: GoDown | BringBack) -> DiceEvent | Refusal:
    where: Place = "air" if isinstance(command, GoDown) else "down"
    if not command.dice or not set(command.dice) <= set(dice.at(where)):
        missing = "not in the air" if where == "air" else "not down"
        return Refusal("not-there", f"those dice are {missing}", rules.down.then.cite)
    if isinstance(command, GoDown):
        return DiceShifted(
            "went down", _places_after_move(dice, {"air": "middle"}, command.dice, "down"), state.shooter, fell=True
        )
    in_use = len(dice.at("hand", "middle")) + len(command.dice)
    back: Place = "middle" if state.shooter and in_use <= rules.offer.choose.value else "bowl"
    places = _places_after_move(dice, {}, command.dice, back)
    return DiceShifted("brought back", places, state.shooter, state.offered_to, state.fell)


def _bring_in(rules: DiceRules, state: DiceState, dice: DiceSet, command: BringIn | Gather) -> DiceEvent | Refusal:
    if isinstance(command, BringIn):
        if not dice.at("hand"):
            return Refusal("not-out", "there are no dice out", rules.sent_out.back.cite)
        return DiceShifted("brought in", _places_after_move(dice, {"hand": "middle"}), state.shooter)
    if dice.rolling:
        return Refusal("mid-roll", "the shooter has the dice in hand or has thrown them", rules.offer.rest.cite)
    return DiceShifted("gathered", _brought_in(dice, None), None)


# --- what the table's events do


def follow_dice(game: Game, before: Snapshot, state: DiceState, event: events.SingleEvent) -> tuple[DiceEvent, ...]:
    """The effect of an event on the dice: brought in, given up, held for an inspection or inspected.

    >>> from sevenout.crew.dice.dice_sets import make_dice
    >>> from sevenout.table import Table
    >>> from sevenout.table.state import TableDice
    >>> game, rolling = Game.open("catfish-bend"), ("air", "air", "bowl", "bowl", "bowl")
    >>> state = DiceState(playing=DiceSet(make_dice("4711", 7550, 5), rolling), shooter="Ann")
    >>> event = events.NoRollCalled("", TableDice(holder="Ann", called_off=""))
    >>> [shifted.places for shifted in follow_dice(game, Table(game).snapshot(), state, event)]
    [('middle', 'middle', 'bowl', 'bowl', 'bowl')]
    """
    dice, shooter = state.playing, state.shooter
    if dice is None:
        return ()
    match event:
        case events.Rolled() | events.Overruled():
            keeps = None if event.dice.move_on else shooter
            come_in = DiceShifted("brought in", _brought_in(dice, keeps), keeps)
            held_before = before.bonus.held_for if before.bonus else ""
            hit = event.bonus is not None and event.bonus.held_for != "" and not held_before
            passed = event.dice.move_on and dice_rules(game).inspection.after_seven_out.value
            goes_on = passed and len(event.seats) > 1  # alone, a shooter has them back
            shootout = (InspectionDue("shootout"),) if hit else ()
            return (come_in, *shootout, InspectionDue("passed")) if goes_on else (come_in, *shootout)
        case events.RollVoided():
            come_in = DiceShifted("brought in", _brought_in(dice, event.shooter), event.shooter)
            lifted = tuple(why for why in dice.due if why in _BY_A_ROLL)
            return (come_in, InspectionLifted(lifted)) if lifted else (come_in,)
        case events.NoRollCalled():
            was_down = event.ground == words_of(game).no_roll.down.value
            come_in = DiceShifted("brought in", _brought_in(dice, shooter), shooter, fell=was_down or state.fell)
            due = (InspectionDue("brought-back"),) if was_down else ()
            return (come_in, *due) if dice.at("air") else ()
        case events.Passed(name) | events.Declined(name) | events.Left(name):
            given_up = DiceShifted("given up", _brought_in(dice, None), None)
            return (given_up, InspectionDue("passed")) if name == shooter else ()
        case events.Inspected():
            return () if dice.condemned else (_after_a_hit(game, state, dice, event),)
        case events.Thrown() | events.DiceAccepted() | events.Warned():
            return ()
        case events.Opened() | events.Seated() | events.BoughtIn() | events.Changed():
            return ()
        case events.Undone() | events.Toked() | events.Awarded() | events.Remembered() | events.TimePassed():
            return ()
        case _:
            assert_never(event)


_BY_A_ROLL = frozenset[Occasion](("passed", "shootout"))
"""Occasions for an inspection that a roll, or what came of it, can bring about."""


def _after_a_hit(game: Game, state: DiceState, dice: DiceSet, event: events.Inspected) -> DiceEvent:
    """The supervisor's word on the dice of a Shootout; nobody signs for dice that were tampered with."""
    places = _brought_in(dice, state.shooter)
    if event.supervisor:
        return DiceInspected("supervisor", places)
    cite = dice_rules(game).inspection.when["shootout"].cite
    return Condemned("supervisor", Refusal("tampered", "they were tampered with", cite), places)


# --- applying


def evolve_dice(state: DiceState, event: DiceEvent) -> DiceState:
    """The dice after an event.

    >>> from sevenout.crew.dice.dice_sets import make_dice
    >>> evolve_dice(DiceState(), SetBrought(make_dice("4711", 7550, 5))).new.due
    ('new',)
    """
    match event:
        case SetBrought(dice):
            return replace(state, new=DiceSet(dice, _all_at(dice, "bowl"), ("new",)))
        case SetPutIn():
            off = state.off if state.playing is None else (*state.off, state.playing)
            return DiceState(None, state.new, off, state.packets)
        case Cancelled(serial):
            off = tuple(replace(dice, cancelled=True) if dice.serial == serial else dice for dice in state.off)
            return replace(state, off=off)
        case Recovered(serial, places):
            off = tuple(replace(dice, places=places) if dice.serial == serial else dice for dice in state.off)
            return replace(state, off=off)
        case Wrapped(serial, signed):
            packet = next(Packet(serial, len(dice.dice), signed) for dice in state.off if dice.serial == serial)
            off = tuple(dice for dice in state.off if dice.serial != serial)
            return replace(state, off=off, packets=(*state.packets, packet))
        case SetInspected() | Scribed():
            return replace(state, new=_prepare_set(state.new, event))
        case _:
            return _on_the_game(state, event)


def _prepare_set(new: DiceSet | None, event: SetInspected | Scribed) -> DiceSet:
    if new is None:
        raise LookupError("the log speaks of a new set, and there is none")
    return replace(new, scribed=event.mark) if isinstance(event, Scribed) else replace(new, due=())


def _on_the_game(
    state: DiceState,
    event: SetTakenOff | DiceShifted | InspectionDue | InspectionLifted | Mishandled | DiceInspected | Condemned,
) -> DiceState:
    dice = state.playing
    if dice is None:
        raise LookupError("the log speaks of dice on the game, and there are none")
    match event:
        case SetTakenOff():
            return DiceState(state.new, None, (*state.off, dice), state.packets)
        case InspectionDue(why):
            return replace(state, playing=replace(dice, due=_and(dice.due, why)))
        case InspectionLifted(lifted):
            return replace(state, playing=replace(dice, due=tuple(why for why in dice.due if why not in lifted)))
        case Mishandled(due=unseen):
            return replace(state, playing=replace(dice, due=_and(dice.due, "out-of-sight"))) if unseen else state
        case DiceInspected(_, places):
            return replace(state, playing=replace(dice, places=places, due=()), offered_to=None, thrown_by=None)
        case Condemned(_, wrong, places):
            return replace(state, playing=replace(dice, places=places, condemned=wrong), offered_to=None)
        case DiceShifted(act, places, shooter, offered_to, fell):
            due = _and(dice.due, "brought-back") if act == "brought back" else dice.due
            playing, by = replace(dice, places=places, due=due), shooter if act == "thrown" else state.thrown_by
            by = None if act == "brought in" and shooter is None else by  # the turn is over
            return DiceState(state.new, playing, state.off, state.packets, shooter, offered_to, fell, by)
        case _:
            assert_never(event)


def _and(due: tuple[Occasion, ...], why: Occasion) -> tuple[Occasion, ...]:
    return due if why in due else (*due, why)
