"""The pit at one table: posts and reliefs, the work a roll leaves, stacks and fills, rulings, the dead game.

Commands in, events out; `changing` has the money that players change. What wagers win is the table's to know, and a
ruling that touches them is told to the table by its own command (`told_to_table`).
"""

from collections.abc import Iterator
from typing import assert_never

from msgspec.structs import replace

from sevenout.base.dice import FACES
from sevenout.base.money import format_amount
from sevenout.base.refusal import Citation, Refusal
from sevenout.crew.calls.announcements import below_minimum
from sevenout.crew.dice.dice_sets import DiceState
from sevenout.crew.layout.chips import Chips, Denomination, Stack
from sevenout.crew.manual.chapter_loader import refused_role
from sevenout.crew.payout.sequence import sequence
from sevenout.crew.pit.bank import (
    Bank,
    BankCommand,
    BankEvent,
    BankMoved,
    BankOpened,
    Presented,
    decide_bank,
    follow_bank,
    merge_stacks,
    reversal_of,
)
from sevenout.crew.pit.irregularities import (
    BelowMinimum,
    BetVerified,
    IrregularCommand,
    IrregularEvent,
    LastRoll,
    Scene,
    decide_irregular,
)
from sevenout.crew.pit.layout_checks import (
    LayoutCommand,
    LayoutScene,
    OddsStood,
    PayoutsVerified,
    PuckChecked,
    decide_layout,
)
from sevenout.crew.pit.money_change import (
    ChangeAsked,
    ChangeCommand,
    ChangeEvent,
    ChangeReturned,
    ChangeStepped,
    decide_change,
)
from sevenout.crew.pit.pit_commands import (
    BoxPosted,
    BoxReady,
    CallVerified,
    Dispute,
    Disputed,
    GameOpened,
    GoDead,
    HouseMoneyReturned,
    MoveStacks,
    OpenGame,
    PitCommand,
    PitEvent,
    PitState,
    PostCommand,
    Relieved,
    ReturnHouseMoney,
    Revive,
    Revived,
    Ruled,
    RuleOnThrow,
    RulingCommand,
    Settle,
    StacksMoved,
    TablePlayed,
    VerifyCall,
    WentDead,
    WorkCommand,
    Worked,
)
from sevenout.crew.pit.pit_rules import PitRules, Subject, pit_rules
from sevenout.crew.pit.posts import refused_empty_post
from sevenout.crew.pit.relief import decide_post, rail_of, refused_rolling
from sevenout.engine.game import Game
from sevenout.table import events
from sevenout.table.commands import Award, BuyIn, Command, CorrectRoll, Overrule, Reduce, RuleNoRoll
from sevenout.table.handlers.dispatch import decide_command
from sevenout.table.table_snapshot import Snapshot, state_of

_CAGE, _BANK = "cage", "bank"


def decide_pit(
    game: Game, table: Snapshot, dice: DiceState, state: PitState, command: PitCommand | ChangeCommand
) -> PitEvent | Refusal:
    """The event that a command leads to, or why the house says no.

    >>> from sevenout.table import Table
    >>> game, dice = Game.open("catfish-bend"), DiceState()
    >>> decide_pit(game, Table(game).snapshot(), dice, PitState(), WorkCommand()).reason
    'the game is not open: a crew takes its posts first'
    """
    rules = pit_rules(game)
    refusal = _refused_closed(rules, state, command) or refused_empty_post(game, state.posts, command)
    if refusal is not None:
        return refusal
    if isinstance(command, PostCommand):
        return decide_post(game, table, dice, state, command)
    if isinstance(command, RulingCommand):
        return _rule(game, table, state, command)
    if isinstance(command, ChangeCommand):
        stepped = decide_change(game, table, dice, rail_of(table, state), state.changing, command)
        return _refused_cut(rules, state.bank, stepped) or stepped
    if isinstance(command, BankCommand):
        return decide_bank(game, table, state.bank, command)
    if isinstance(command, IrregularCommand):
        scene = Scene(table, rail_of(table, state), state.last, len(state.left))
        return decide_irregular(game, scene, command)
    if isinstance(command, LayoutCommand):
        looked_at = LayoutScene(table, state.left, state.paid, rolled=state.last is not None)
        return decide_layout(game, looked_at, command)
    match command:
        case WorkCommand():
            return _work(rules, state, command)
        case MoveStacks():
            return _move_stacks(game, state.bank, command)
        case ReturnHouseMoney():
            return HouseMoneyReturned()
        case GoDead():
            return _go_dead(rules, table, dice, state)
        case Revive():
            return Revived() if state.dead else Refusal("not-now", "the game is not dead", rules.dead_game.bets.cite)
        case _:
            assert_never(command)


def _refused_closed(rules: PitRules, state: PitState, command: PitCommand | ChangeCommand) -> Refusal | None:
    if isinstance(command, OpenGame) or state.open or (state.dead and isinstance(command, Revive | PostCommand)):
        return None
    why = "the game is dead" if state.dead else "the game is not open: a crew takes its posts first"
    return Refusal("not-open", why, rules.dead_game.bets.cite if state.dead else rules.crew.base.cite)


# --- hands


def _work(rules: PitRules, state: PitState, command: WorkCommand) -> PitEvent | Refusal:
    count = len(state.left) if command.steps is None else command.steps
    if not 0 < count <= len(state.left):
        reason = f"{len(state.left)} steps of the last roll are left" if state.left else "nothing is left to do"
        return Refusal("no-steps", reason, rules.dice_out.when.cite)
    if state.bank is not None and state.bank.owed and rules.bank.rules.cover.value:
        reason = f"the bank is {format_amount(state.bank.owed)} short of what is to be paid: 'fill …' comes first"
        return Refusal("bank-short", reason, rules.bank.rules.cover.cite)
    return Worked(state.left[:count])


def _refused_cut(rules: PitRules, bank: Bank | None, stepped: ChangeEvent | Refusal) -> Refusal | None:
    """Returns whether change was cut from chips that the bank does not hold."""
    if bank is None or not isinstance(stepped, ChangeStepped) or stepped.step != "cut":
        return None
    return bank.refused_chips(rules.bank.rules, stepped.changing.cut)


def _move_stacks(game: Game, bank: Bank | None, command: MoveStacks) -> PitEvent | Refusal:
    """Full stacks between bank, dealers and cage: a fill comes from the cage, a credit goes there."""
    rules, chips = pit_rules(game).bank, Chips.of(game.rules.book)
    start, to = command.start, command.to
    for place in (start, to):
        if place != _CAGE and place not in rules.places:
            return Refusal("not-here", f"this house keeps no chips in a {place}", rules.places[_BANK].cite)
    if start == to or (_CAGE in (start, to) and _BANK not in (start, to)):
        return Refusal("not-here", f"no chips go from {start} to {to}", rules.rules.cage.cite)
    chip = next((chip for chip in chips.denominations if chip.cents == command.value), None)
    if chip is None:
        return Refusal("no-such-chip", f"this house has chips of {chips.describe()}", chips.rules.denominations.cite)
    stacks = chips.full_stacks(chip, command.chips)
    if isinstance(stacks, Refusal):
        return stacks
    refusal = None if bank is None else bank.refused_move(rules.rules, chip, command.chips, start)
    return refusal or StacksMoved(command.value, command.chips, start, to, chip.colour, command.signed)


def _go_dead(rules: PitRules, table: Snapshot, dice: DiceState, state: PitState) -> PitEvent | Refusal:
    """A dead game: no bet, no work, no change under way, the house's chips in the bank and every die in the bowl."""
    dead = rules.dead_game
    rolling = refused_rolling(dice, table, dead.dice.cite)
    if rolling is not None:
        return rolling
    if table.crew.lying or any(seat.layout.lying for seat in table.seats):
        return Refusal("bets-up", "there are bets on the layout", dead.bets.cite)
    if state.left or state.changing is not None or state.disputed:
        return Refusal("unfinished", "finish what is under way first: a change, a dispute or a new set", dead.bets.cite)
    if state.out:
        reason = f"return the house's chips from {' and '.join(sorted(state.out))} to the bank first"
        return Refusal("money-out", reason, dead.money.cite)
    untold = dice == DiceState()  # a set of which nothing was told lies in the bowl until dice are first needed
    if not untold and (dice.playing is None or set(dice.playing.places) != {"bowl"}):
        return Refusal("dice-out", "put every die of the set in the bowl first", dead.dice.cite)
    return WentDead(dead.money.value, dead.stick.value, dead.bowl.value, dead.dice.value)


# --- rulings


def _rule(game: Game, table: Snapshot, state: PitState, command: RulingCommand) -> PitEvent | Refusal:
    rules = pit_rules(game)
    match command:
        case VerifyCall(called, by):
            refusal = refused_role(by, rules.box.call)
            if refusal is None and called != state.total:
                shown = "there was no roll" if state.total is None else f"the dice show {state.total}"
                refusal = Refusal("miscalled", f"{called} was called, but {shown}", rules.box.call.cite)
            return refusal or CallVerified(called, by)
        case Dispute():
            return _dispute(rules, table, state, command)
        case Settle():
            return _settle(game, table, state, command)
        case RuleOnThrow():
            return _rule_on_throw(rules, table, state, command)
        case _:
            assert_never(command)


def _final(rules: PitRules, state: PitState, about: Subject) -> Refusal | None:
    if about not in state.ruled or about not in rules.rulings.final.value:
        return None
    return Refusal("final", "that was ruled on, and the ruling is final", rules.rulings.final.cite)


def _dispute(rules: PitRules, table: Snapshot, state: PitState, command: Dispute) -> PitEvent | Refusal:
    cite = rules.rulings.by[command.about].cite
    if table.seat(command.seat) is None:
        return Refusal("no-seat", f"nobody called {command.seat} has a seat", cite)
    if command.about in {dispute.about for dispute in state.disputed}:
        return Refusal("not-now", "that is already waiting for a ruling", cite)
    return _final(rules, state, command.about) or Disputed(command.seat, command.about)


def _settle(game: Game, table: Snapshot, state: PitState, command: Settle) -> PitEvent | Refusal:
    """A ruling on what somebody raised; what it awards them, or takes, has to be in bank or rack."""
    about, by = command.about, pit_rules(game).rulings.by[command.about]
    raised = next((dispute for dispute in state.disputed if dispute.about == about), None)
    if raised is None:
        return Refusal("not-now", "nobody has raised that", by.cite)
    refusal = refused_role(command.by, by)
    if refusal is None and not command.ruling:
        refusal = Refusal("no-ruling", "say what the ruling is", by.cite)
    ground = "cocked" if command.void and about == "cocked-die" else ""
    ruled = Ruled(
        about, command.ruling, command.by, command.dice, raised.seat, command.amount, by.clause, command.void, ground
    )
    award = told_to_table(ruled)
    if refusal is None and isinstance(award, Award):
        moved = decide_command(game, state_of(game, table), award)
        refusal = replace(moved, cite=by.cite) if isinstance(moved, Refusal) else None
    return refusal or ruled


def _rule_on_throw(rules: PitRules, table: Snapshot, state: PitState, command: RuleOnThrow) -> PitEvent | Refusal:
    """The last word on a throw: one that was called no roll, or a roll that was let pass."""
    allowed, shown = rules.rulings.by["invalid-roll"], command.dice
    refusal = _final(rules, state, "invalid-roll") or refused_role(command.by, allowed)
    called_off = table.dice.called_off is not None and not table.dice.thrown
    if refusal is None and not called_off and (shown is not None or table.dice.thrown):
        refusal = Refusal(
            "not-now", "there is no no roll to overrule: the last throw was not called no roll", allowed.cite
        )
    if refusal is None and shown is not None and not all(face in FACES for face in shown):
        refusal = Refusal("no-faces", f"dice cannot show {shown[0]} and {shown[1]}: each shows 1 to 6", allowed.cite)
    ruling, void = "no roll" if shown is None else "roll", shown is None and not called_off
    return refusal or Ruled(
        "invalid-roll", ruling, command.by, shown, clause=allowed.clause, void=void, ground=command.ground
    )


def told_to_table(event: PitEvent) -> Command | None:
    """The command that carries a pit's event to the table, if it touches chips or dice there.

    >>> told_to_table(Ruled("invalid-roll", "roll", "supervisor", (3, 4)))
    Overrule(a=3, b=4)
    """
    match event:
        case ChangeStepped(last=last, changing=changing):
            return BuyIn(changing.seat, changing.amount) if last and changing.kind == "currency" else None
        case Ruled(void=True, ground=ground):
            return RuleNoRoll(ground)
        case Ruled(_, ruling, _, shown, seat, amount, clause):
            if amount:
                return Award(seat, amount, ruling, clause)
            if shown is None:
                return None
            return CorrectRoll(*shown) if seat else Overrule(*shown)  # who disputes a roll has it read anew
        case Presented(seat, amount, medium, cashed=cashed):
            return BuyIn(seat, amount, "" if cashed else medium)
        case BetVerified(seat=seat, wager=wager, returned=over) if over:
            return Reduce(seat, wager, over)
        case _:
            return None


# --- what the table's events do


def follow_pit(game: Game, before: Snapshot, state: PitState, event: events.SingleEvent) -> tuple[PitEvent, ...]:
    """The pit's part in an event of the table: work, money for the drop box, a throw to rule on.

    >>> from sevenout.table import Table
    >>> game, bought = Game.open("catfish-bend"), events.BoughtIn("Ann", 10_000, 20_000)
    >>> [played.dropped for played in follow_pit(game, Table(game).snapshot(), PitState(), bought)]
    [10000]
    """
    moved = None
    if state.bank is not None:
        voided = isinstance(event, events.RollVoided)
        moved = reversal_of(state.with_roll) if voided else follow_bank(game, state.bank, event, state.changing)
    return (*_table_consequences(game, before, state, event), *(() if moved is None else (moved,)))


def _table_consequences(
    game: Game, before: Snapshot, state: PitState, event: events.SingleEvent
) -> tuple[PitEvent, ...]:
    """The pit's events that follow an event of the table, but for those of the bank."""
    match event:
        case events.Rolled() | events.Overruled():
            rail = rail_of(before, state)
            work = tuple(motion for motion in sequence(game, event, rail) if motion.who != "player")
            fresh = not before.dice.thrown and before.dice.called_off is None
            last = LastRoll.of(before, event)
            played = TablePlayed((*state.left, *work), event.collected, event.total, fresh, last)
            return (played, *_below(game, before, event))
        case events.Seated() | events.BoughtIn():
            return (TablePlayed(state.left, event.bought, state.total, False, state.last),)
        case events.RollVoided():
            return (TablePlayed((), event.ledger.drop - before.ledger.drop, None, False),)
        case events.Thrown():
            return (TablePlayed(state.left, 0, state.total, True),)
        case events.Left(name):
            changing = state.changing
            return (ChangeReturned(changing),) if changing and changing.seat == name else ()
        case events.Changed() | events.Toked() | events.Opened() | events.Undone() | events.Awarded():
            return ()
        case events.Remembered() | events.TimePassed() | events.Inspected() | events.Warned():
            return ()
        case events.Passed() | events.Declined() | events.DiceAccepted() | events.NoRollCalled():
            return ()
        case _:
            assert_never(event)


def _below(game: Game, before: Snapshot, event: events.Rolled) -> Iterator[BelowMinimum]:
    """The record of bets below their minimum that a roll decided; what is said of them is said at the table."""
    rules = pit_rules(game).irregular
    for name, result, least in below_minimum(game, before, event):
        done: tuple[str, Citation] = rules.below_returned.value, rules.below_returned.cite
        if result.result == "win":
            done = rules.below.value, rules.below.cite
        elif result.result == "lose":
            done = rules.below_lost.value, rules.below_lost.cite
        yield BelowMinimum(name, result.stake, result.wager, least, *done)


# --- applying


def evolve_pit(state: PitState, event: PitEvent) -> PitState:
    """The pit after an event.

    >>> evolve_pit(PitState(), StacksMoved(500, 40, "cage", "bank")).filled
    20000
    """
    if isinstance(event, BankEvent):
        return _apply_to_bank(state, event)
    if isinstance(event, IrregularEvent):
        return replace(state, last=None if state.last is None else state.last.apply_event(event))
    match event:
        case GameOpened(posts):
            return replace(state, posts=posts)
        case BoxPosted(name):
            posts = {post: other for post, other in state.posts.items() if post != "boxperson"}
            return replace(state, posts={**posts, "boxperson": name} if name else posts, waits_for_box=False)
        case Relieved(post, _, incoming, _, waits):
            posts = {**state.posts, post: incoming}
            return replace(state, posts=posts, waits_for_box=state.waits_for_box or waits)
        case BoxReady():
            return replace(state, waits_for_box=False)
        case TablePlayed():
            return _table_played(state, event)
        case Worked(steps):
            taken = {"working"} if any(motion.act == "take" for motion in steps) else set()
            paid = (*state.paid, *(motion for motion in steps if motion.act == "pay"))
            return replace(state, left=state.left[len(steps) :], out=state.out | taken, paid=paid)
        case StacksMoved():
            return _stacks_moved(state, event)
        case HouseMoneyReturned():
            return replace(state, out=frozenset())
        case WentDead() | Revived():
            return replace(state, dead=isinstance(event, WentDead))
        case Disputed():
            return replace(state, disputed=(*state.disputed, event))
        case Ruled(about):
            disputed = tuple(dispute for dispute in state.disputed if dispute.about != about)
            return replace(state, disputed=disputed, ruled=(*state.ruled, about))
        case ChangeAsked() | ChangeStepped() | ChangeReturned():
            return _changing(state, event)
        case CallVerified() | OddsStood() | PuckChecked() | PayoutsVerified():
            return state
        case _:
            assert_never(event)


def _table_played(state: PitState, event: TablePlayed) -> PitState:
    return replace(
        state,
        with_roll=BankMoved(()) if event.thrown or event.last != state.last else state.with_roll,
        left=event.left,
        dropped=state.dropped + event.dropped,
        total=event.total,
        ruled=() if event.thrown else state.ruled,
        last=event.last,
        paid=() if event.last is None else state.paid,
    )


def _changing(state: PitState, event: ChangeEvent) -> PitState:
    """After the last step of a change the bank has the chips that came in, and not those that were cut for them."""
    changing, bank = event.changing, state.bank
    if isinstance(event, ChangeAsked):
        return replace(state, changing=changing)
    if isinstance(event, ChangeStepped) and not event.last:
        return replace(state, changing=changing)
    if isinstance(event, ChangeStepped) and bank is not None and changing.kind != "currency":
        bank = bank.plus((*changing.chips, *(Stack(cut.denomination, -cut.chips) for cut in changing.cut)))
    return replace(state, changing=None, bank=bank)


def _apply_to_bank(state: PitState, event: BankEvent) -> PitState:
    """Without an opening by colour there is no bank by colour."""
    if state.bank is None and not isinstance(event, BankOpened):
        return state
    moved = state.with_roll
    if isinstance(event, BankMoved) and event.with_roll:
        moved = BankMoved(merge_stacks((*moved.chips, *event.chips)), moved.odd + event.odd, moved.owed + event.owed)
    return replace(state, bank=(state.bank or Bank()).apply_event(event), with_roll=moved)


def _stacks_moved(state: PitState, event: StacksMoved) -> PitState:
    stack = Stack(Denomination(event.value, event.colour), event.chips)
    return replace(
        state,
        bank=None if state.bank is None else state.bank.move_stack(stack, event.start, event.to),
        out=state.out if event.to in (_BANK, _CAGE) else state.out | {event.to},
        filled=state.filled + (event.amount if event.start == _CAGE else 0),
        credited=state.credited + (event.amount if event.to == _CAGE else 0),
    )
