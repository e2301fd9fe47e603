"""What happens to the dice: passed, declined, accepted, thrown, called off, overruled, and rolled."""

from msgspec.structs import replace

from sevenout.base.dice import ROLLS, roll
from sevenout.base.money import Cents
from sevenout.base.refusal import Refusal
from sevenout.base.vocabulary import CREW, is_line
from sevenout.engine.betting import PLAIN, Position, Settled, settle
from sevenout.engine.game import Game
from sevenout.engine.vouchers import lost_on, without, worth
from sevenout.rulebook.compiler.puck_machine import PuckEvent
from sevenout.rulebook.model import Breach, Ground, NoRollRules
from sevenout.rulebook.phrase_matching import meant_by, same
from sevenout.table.commands import OrderPass, PassDice, Warn
from sevenout.table.events import (
    Declined,
    DiceAccepted,
    NoRollCalled,
    Overruled,
    Passed,
    Rolled,
    SeatResult,
    Thrown,
    Warned,
)
from sevenout.table.handlers.command_outcome import CommandOutcome
from sevenout.table.handlers.shooter_rules import (
    clockwise_from,
    has_line_bet,
    heir,
    keeps_dice,
    next_bettor,
    next_to_throw,
    puck_before,
    thrower,
    waits_for_line_bet,
)
from sevenout.table.handlers.shootout_bonus import after_pass, after_roll, refused_throw
from sevenout.table.named_layout import layout_of
from sevenout.table.state import REMEMBERED_ROLLS, Bonus, PastRoll, Seat, ShooterWarning, TableDice, TableState


def pass_dice(game: Game, state: TableState, command: PassDice | OrderPass) -> CommandOutcome | Refusal:
    """The shooter gives up the dice; with a point on the next seat with a line bet takes over."""
    dice, name, ordered = state.dice, command.seat, isinstance(command, OrderPass)
    ground = command.ground if isinstance(command, OrderPass) else ""
    if dice.thrown:
        return Refusal("closed", "the dice are in the air")
    if name != next_to_throw(game, state):
        return Refusal("not-shooter", f"{name} does not have the dice")
    refusal = _refused_order(game, command) if isinstance(command, OrderPass) else refused_passing_on(game, state, name)
    if refusal is not None:
        return refusal
    if state.point is None:
        passed = _given_up(game, dice, name)
    else:
        successor = heir(game, state, name)
        if successor is None:
            cite = game.rules.book.shooter.line.cite
            return Refusal("no-shooter", "nobody else has a line bet, so nobody else can finish the point", cite)
        passed = _taken_over(game, dice, successor)
    after = replace(state, dice=passed, bonus=after_pass(state))
    return CommandOutcome(Passed(name, passed, next_to_throw(game, after), ordered, after.bonus, ground), after)


def refused_passing_on(game: Game, state: TableState, name: str) -> Refusal | None:
    """Whoever took over dice that were given up within a turn completes the hand, where the house says so."""
    dice, rules = state.dice, game.rules.book.shootout
    if rules is None or not rules.taker_completes.value:
        return None
    taken_over = state.point is not None and name != dice.holder
    if not taken_over and not (dice.inherited and keeps_dice(state)):
        return None
    reason = f"{name} took over dice that were passed and has to shoot until the seven-out"
    return Refusal("completes-hand", reason, rules.taker_completes.cite)


def end_wait(game: Game, state: TableState) -> CommandOutcome | Refusal:
    """The shooter has had the time to make a line bet: the dice go to the next seat clockwise that has one."""
    if state.dice.thrown:
        return Refusal("closed", "the dice are in the air")
    name = waits_for_line_bet(game, state)
    if name is None:
        return Refusal("not-now", "nobody is holding up the game: the shooter has a line bet, or there is no shooter")
    taker = next_bettor(game, state)
    if taker is None:
        return Refusal(
            "no-shooter", "nobody else can shoot: no other player has a line bet", game.rules.book.shooter.line.cite
        )
    dice = replace(_given_up(game, state.dice, name), holder=taker, move_on=False, declined=state.dice.declined)
    after = replace(state, dice=dice, bonus=after_pass(state))
    return CommandOutcome(Passed(name, dice, next_to_throw(game, after), bonus=after.bonus, late=True), after)


def _given_up(game: Game, dice: TableDice, name: str) -> TableDice:
    """The dice of a come-out roll as they are offered on from a seat."""
    declined = _and(dice.declined, name)
    return replace(
        dice, holder=name, turn=None, move_on=True, declined=declined, warned=(), inherited=_is_inherited(game, dice)
    )


def _is_inherited(game: Game, dice: TableDice) -> bool:
    """Whether whoever takes the dice over now completes a hand: one was begun, and the house says so."""
    rules = game.rules.book.shootout
    return dice.inherited or (dice.turn is not None and rules is not None and rules.taker_completes.value)


def _refused_order(game: Game, command: OrderPass) -> Refusal | None:
    """Whether the house has somebody order a shooter to pass, and for what is said."""
    shooter = game.rules.book.shooter
    order = shooter.ordered_to_pass
    if not order.value:
        return Refusal("not-here", "in this house nobody orders a shooter to pass the dice", order.cite)
    if not is_line(command.ground, _LONGEST_GROUND):
        return Refusal("no-words", "give the ground in a few words on one line, without #")
    known = (*(key.replace("-", " ") for key in order.value), *(breach.title for breach in shooter.breaches))
    if not command.ground or any(same(command.ground, key) for key in known) or shooter.breach(command.ground):
        return None
    reason = f"{command.ground!r} is not a reason to take the dice away. Reasons are: {', '.join(known)}"
    return Refusal("no-ground", reason, order.cite)


def dice_without(game: Game, state: TableState, name: str) -> TableDice:
    """The dice after a seat has left: with a point on somebody finishes it, else they go on clockwise from there."""
    warned = tuple(warning for warning in state.dice.warned if warning.seat != name)
    declined = tuple(other for other in state.dice.declined if other != name)
    dice = replace(state.dice, declined=declined, warned=warned)
    if dice.holder != name:
        return replace(dice, turn=None) if dice.turn == name else dice
    others = [seat.name for seat in clockwise_from(state, name) if seat.name != name]
    if state.point is not None:
        return _taken_over(game, dice, heir(game, state, name) or next(iter(others), None))
    inherited = _is_inherited(game, dice)
    return replace(dice, holder=others[-1] if others else None, turn=None, move_on=True, warned=(), inherited=inherited)


def _taken_over(game: Game, dice: TableDice, successor: str | None) -> TableDice:
    """The dice in other hands with a point on; in nobody's if no seat is left."""
    rule = game.rules.book.shooter.taking_over.value
    own_hand = rule == "finishes the point, then shoots a hand of their own" and successor is not None
    inherited = _is_inherited(game, dice)
    return replace(dice, holder=successor, turn=successor, finishing=own_hand, warned=(), inherited=inherited)


def decline_dice(game: Game, state: TableState, name: str) -> CommandOutcome | Refusal:
    """A seat does not want the dice that may be offered to it next; who has them passes them by that."""
    dice = state.dice
    if dice.thrown or state.point is not None:
        return Refusal("not-now", "the dice are only offered before a come-out roll")
    if dice.holder == name and keeps_dice(state):
        refusal = refused_passing_on(game, state, name)
        if refusal is not None:
            return refusal
        after = replace(state, dice=_given_up(game, dice, name), bonus=after_pass(state))
    else:
        after = replace(state, dice=replace(dice, declined=_and(dice.declined, name)))
    return CommandOutcome(Declined(name, after.dice, next_to_throw(game, after), after.bonus), after)


def accept_dice(game: Game, state: TableState, name: str) -> CommandOutcome | Refusal:
    """Who accepts the dice that are offered is the shooter, whoever has a line bet later."""
    dice = state.dice
    if dice.thrown or state.point is not None:
        return Refusal("not-now", "the dice are only offered before a come-out roll")
    if not has_line_bet(game, state, name):
        return Refusal("no-line-bet", f"{name} needs a line bet to shoot", game.rules.book.shooter.line.cite)
    willing = replace(dice, declined=tuple(other for other in dice.declined if other != name))
    offered = next_to_throw(game, replace(state, dice=willing))
    if offered != name:
        return Refusal("not-shooter", f"the dice are being offered to {offered}, who can accept or decline them")
    after = replace(state, dice=replace(willing, holder=name, move_on=False))
    return CommandOutcome(DiceAccepted(name, after.dice, next_to_throw(game, after), after.bonus), after)


def _and(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return names if name in names else (*names, name)


def _in_the_hands_of(game: Game, state: TableState, name: str) -> TableDice:
    """The dice as somebody throws them: whoever had them before may have no line bet, and a turn begun is over then."""
    dice = state.dice
    if state.point is not None and dice.holder != name:
        return replace(_taken_over(game, dice, name), move_on=False)
    if dice.turn not in (None, name):
        dice = replace(dice, turn=None, inherited=_is_inherited(game, dice))
    return replace(dice, holder=name, move_on=False)


def thrown_by(game: Game, state: TableState, name: str) -> TableState:
    """The table once somebody has thrown, whatever comes of it: the dice are theirs, and another's Shootout is void."""
    return replace(state, dice=_in_the_hands_of(game, state, name), bonus=_bonus_as_thrown(state, name))


def _bonus_as_thrown(state: TableState, name: str) -> Bonus | None:
    """The bonus as somebody throws: void if the turn was begun by somebody else."""
    return state.bonus if state.dice.turn in (None, name) else after_pass(state)


def warn(game: Game, state: TableState, command: Warn) -> CommandOutcome | Refusal:
    """The shooter is warned: about a ground that needs it, or a rule for shooters; it holds for the turn."""
    book = game.rules.book
    if not is_line(command.about, _LONGEST_GROUND) or not command.about:
        return Refusal("no-words", "give the warning in a few words on one line, without #")
    if command.seat not in (next_to_throw(game, state), None if state.dice.thrown else state.dice.turn):
        return Refusal("not-shooter", f"{command.seat} does not have the dice")
    warned_of = [ground for ground in book.no_roll.grounds if ground.after_warning.value]
    subjects: tuple[Ground | Breach, ...] = (*warned_of, *book.shooter.breaches)
    subject = next(iter(meant_by(command.about, subjects)), None)
    if subject is None:
        listed = ", ".join(subject.title for subject in subjects)
        about = f"a shooter can be warned about: {listed}" if subjects else "this house has no rule about warnings"
        return Refusal("no-ground", about, book.shooter.ordered_to_pass.cite)
    cite = subject.after_warning.cite if isinstance(subject, Ground) else subject.cite
    warned = ShooterWarning(command.seat, subject.key)
    dice = replace(state.dice, warned=tuple(dict.fromkeys((*state.dice.warned, warned))))
    after = replace(state, dice=dice)
    throws = next_to_throw(game, after)
    return CommandOutcome(Warned(command.seat, subject.key, command.about, dice, throws, cite.clause), after)


# --- throws


_LONGEST_GROUND = 200
_NO_LINE_BET = "no-line-bet"
"""The ground that the layout shows to be so or not."""
_FACES = frozenset((roll.a, roll.b) for roll in ROLLS)


def throw_dice(game: Game, state: TableState, told: str = "") -> CommandOutcome | Refusal:
    """The dice leave the hand; what is told of the throw names grounds of the house, one after each comma."""
    if state.dice.thrown:
        return Refusal("closed", "the dice are in the air already")
    name = refused_throw(game, state) or thrower(game, state)
    if isinstance(name, Refusal):
        return name
    facts = _told_facts(game, state, told) if told else ()
    if isinstance(facts, Refusal):
        return facts
    after = thrown_by(game, state, name)
    after = replace(after, dice=replace(after.dice, thrown=True, told=facts))
    return CommandOutcome(Thrown(name, after.dice, after.bonus, told), after)


def no_roll(game: Game, state: TableState, words: str) -> CommandOutcome | Refusal:
    """The throw does not count, on a ground of the house's list: the one that is said, or that the throw told of.

    Without a line for the throw the call itself says that somebody threw.
    """
    state = _as_thrown(game, state, words)
    ground = _ground_of(game, state, words)
    if isinstance(ground, Refusal):
        return ground
    key = "" if ground is None else ground.key
    said = words or next((fact for fact, told in _told_grounds(game, state) if told is ground), "")
    after = replace(state, dice=replace(state.dice, thrown=False, called_off=said))
    return CommandOutcome(NoRollCalled(said, after.dice, key, next_to_throw(game, after), after.bonus), after)


def _as_thrown(game: Game, state: TableState, words: str) -> TableState:
    """The table with the dice of whoever threw them; a shooter called for having no line bet has thrown without one."""
    name = thrower(game, state)
    ground = game.rules.book.no_roll.find_ground(words)
    if state.dice.thrown or isinstance(name, Refusal) or (ground is not None and ground.key == _NO_LINE_BET):
        return state
    return thrown_by(game, state, name)


def _ground_of(game: Game, state: TableState, words: str) -> Ground | Refusal | None:
    """The ground of a call, or why it is none; nothing in a house that lists no grounds."""
    rules = game.rules.book.no_roll
    if not is_line(words, _LONGEST_GROUND):
        return Refusal("no-words", "give the ground in a few words on one line, without #")
    if not rules.grounds:
        return None
    ground = rules.find_ground(words) if words else next((ground for _, ground in _told_grounds(game, state)), None)
    if ground is None:
        return not_a_ground(rules, words)
    untrue = _refused_by_the_layout(game, state, ground)
    if untrue is not None:
        return untrue
    shooter = next_to_throw(game, state)
    if ground.after_warning.value and not any(w.seat == shooter and w.about == ground.key for w in state.dice.warned):
        reason = f"{ground.title}: the shooter has to be warned first, and has not been this turn"
        return Refusal("no-warning", reason, ground.after_warning.cite)
    return ground


def _refused_by_the_layout(game: Game, state: TableState, ground: Ground) -> Refusal | None:
    """That a shooter has no line bet is no ground while there is one.

    A house that must call it means one never placed: with a point on nobody could finish if it had to be called.
    """
    shooter = next_to_throw(game, state)
    if ground.key != _NO_LINE_BET or shooter is None:
        return None
    if has_line_bet(game, state, shooter):
        return Refusal("no-ground", f"{ground.title}: but {shooter} has one", ground.call.cite)
    if ground.call.value == "always" and state.point is not None:
        reason = f"{ground.title}: with a point on, {shooter} may finish it without one"
        return Refusal("no-ground", reason, ground.call.cite)
    return None


def overrule(game: Game, state: TableState, a: int, b: int) -> CommandOutcome | Refusal:
    """A no roll that may be called may be overruled, where the house has somebody to do it, and at once."""
    rules = game.rules.book.no_roll
    if state.dice.called_off is None:
        return Refusal("not-now", "there is no no roll to overrule: the last throw was not called no roll")
    ground = rules.find_ground(state.dice.called_off)
    never = _never_counts(ground) or refused_told_ground(game, state)
    if never is not None:
        return never
    if rules.overruled_by.value == "nobody":
        return Refusal("not-here", "in this house nobody overrules a no roll", rules.overruled_by.cite)
    return roll_dice(game, state, a, b, overruled=True)


def _told_facts(game: Game, state: TableState, told: str) -> tuple[str, ...] | Refusal:
    """What happened to a throw, fact by fact, each of which names a ground."""
    rules = game.rules.book.no_roll
    if not is_line(told, _LONGEST_GROUND):
        return Refusal("no-words", "say what happened to the throw in a few words on one line, without #")
    facts = tuple(fact.strip() for fact in told.split(","))
    for fact in facts:
        ground = rules.find_ground(fact)
        refusal = not_a_ground(rules, fact) if ground is None else _refused_by_the_layout(game, state, ground)
        if refusal is not None:
            return refusal
    return facts


def _told_grounds(game: Game, state: TableState) -> tuple[tuple[str, Ground], ...]:
    """What a throw was told with and the grounds that it names, those that always void it first."""
    rules = game.rules.book.no_roll
    grounds = [(fact, ground) for fact in state.dice.told if (ground := rules.find_ground(fact)) is not None]
    return tuple(sorted(grounds, key=lambda told: told[1].call.value != "always"))


def refused_told_ground(game: Game, state: TableState) -> Refusal | None:
    """A throw of which something was told that always voids it can never count."""
    if not state.dice.told:
        return None
    rules = game.rules.book.no_roll
    voids = (ground for fact, ground in _told_grounds(game, state) if rules.voids(ground, fact))
    return next((refusal for ground in voids if (refusal := _never_counts(ground))), None)


def _never_counts(ground: Ground | None) -> Refusal | None:
    if ground is None or ground.call.value != "always":
        return None
    return Refusal("no-roll", f"{ground.title}: such a throw never counts", ground.call.cite)


def not_a_ground(rules: NoRollRules, words: str) -> Refusal:
    """Words that name no ground of the house, answered with all that are."""
    listed = ", ".join(ground.title for ground in rules.grounds) or "none"
    said = f"{words!r} is not a ground for a no roll here" if words else "say why it is no roll"
    return Refusal("no-ground", f"{said}. The grounds are: {listed}", rules.called_by.cite)


def roll_dice(game: Game, state: TableState, a: int, b: int, *, overruled: bool = False) -> CommandOutcome | Refusal:
    """Settles every seat and the crew's tokes, moves the puck and, on a seven-out, the dice."""
    if (a, b) not in _FACES:
        return Refusal("no-dice", f"dice cannot show {a} and {b}: each shows 1 to 6")
    name = refused_throw(game, state) or refused_told_ground(game, state) or thrower(game, state)
    if isinstance(name, Refusal):
        return name
    puck, dice = puck_before(game, state, name), roll(a, b)
    seats, results = [], []
    bank = refunded = collected = 0
    for seat in state.seats:
        done = settle(game, seat.position, puck, dice)
        bank += done.bank
        refunded += done.refunded
        rack = seat.rack + done.back
        vouchers = seat.vouchers
        if vouchers and (lost := lost_on(game, seat.position, done.results)):
            vouchers = without(vouchers, lost)
            collected += worth(lost)
        kept = (seat.place, seat.player, seat.bought, (), seat.memory, vouchers)
        seats.append(Seat(seat.name, rack, done.position, done.results, *kept))
        if done.moves or seat.position.marks is not PLAIN:
            results.append(_result(game, seat.name, rack, seat.position, done))
        else:
            results.append(SeatResult(seat.name, rack, done.back, done.results))
    tokes = settle(game, state.crew, puck, dice, riding=bool(state.crew.slots))
    bank, refunded = bank + tokes.bank, refunded + tokes.refunded
    ledger = state.ledger.plus(bank=bank, drop=collected, toke_box=tokes.back, commission=-refunded)
    crew = _result(game, CREW, ledger.toke_box, state.crew, tokes)
    edge = game.rules.puck.edges[puck][dice.index]
    event, point = edge.event, game.rules.puck.states[edge.goto].point
    rolls = (*state.rolls[1 - REMEMBERED_ROLLS :], PastRoll(a, b, name, event, point))
    bonus = after_roll(game, replace(state, bonus=_bonus_as_thrown(state, name)), name, event)
    held = _after_roll(_in_the_hands_of(game, state, name), name, event)
    after = TableState(tuple(seats), tokes.position, point, held, ledger, bonus, rolls)
    lines, kind = game.on_the_line(puck, dice.index), Overruled if overruled else Rolled
    throws = next_to_throw(game, after)
    rolled = kind(name, a, b, event, point, lines, tuple(results), crew, bank, after.dice, throws, bonus, refunded)
    return CommandOutcome(rolled, after)


def _after_roll(dice: TableDice, shooter: str, event: PuckEvent) -> TableDice:
    out, finishing = event == "seven-out", dice.finishing
    return TableDice(
        holder=shooter,
        turn=None if out else shooter,
        move_on=out and not finishing,
        finishing=finishing and event not in ("made", "seven-out"),
        inherited=dice.inherited and not out,
        warned=() if out else tuple(warning for warning in dice.warned if warning.seat == shooter),
    )


def _result(game: Game, name: str, rack: Cents, before: Position, done: Settled) -> SeatResult:
    marked = before.marks is not PLAIN and before.marks != PLAIN  # a mark may have gone with this roll
    layout = layout_of(game, done.position) if done.moves or marked else None
    return SeatResult(name, rack, done.back, done.results, done.moves, layout)
