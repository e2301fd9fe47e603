"""Who may say what at a live table: one's own seat, the dice in one's hand, and what each of the crew does.

Least power: a line that says who does it (`boxperson counts …`) is for whoever is that, and what the manual then says
of boxpersons is the floor's business. Nobody deals a game they play in: a seat leaves its person no role, except to
whoever opened a table whose dice are thrown by hand, which is a game at home and has no other crew.
"""

from typing import Literal, TypeAlias, assert_never

from sevenout.base.refusal import Refusal
from sevenout.crew.dice import dice_commands
from sevenout.crew.floor.floor import FloorCommand
from sevenout.crew.pit import bank, irregularities, layout_checks, money_change, pit_commands
from sevenout.table import commands

Role = Literal["stickperson", "boxperson", "dealer", "supervisor", "owner", "house"]
CREW: tuple[Role, ...] = ("stickperson", "boxperson", "dealer", "supervisor")
BOOKERS: tuple[Role, ...] = ("dealer", "stickperson")
"""Who takes the bets of a player who has no phone: a base dealer, and the stick for those in the middle."""
APPOINTED: tuple[Role, ...] = (*CREW, "owner")
"""What somebody can be made; the house itself is nobody."""
DEALS_HERE = Refusal("deals-here", "you cannot play in a game that you deal: give up your job at this table first")
ONLY_ONESELF = Refusal("not-yours", "you can only take a seat for yourself")
_HELD = {
    "third base": "dealer", "second base": "dealer", "base dealer": "dealer", "shift manager": "supervisor",
}  # fmt: skip
"""Which role does what a line says somebody else of the crew does."""

OwnSeat: TypeAlias = (
    commands.Reduce | commands.TakeDown | commands.CallWager | commands.CallProps | commands.Press | commands.Parlay
    | commands.Toke | commands.Undo | commands.PassDice | commands.DeclineDice | commands.AcceptDice | commands.BuyIn
    | commands.Leave | dice_commands.Choose | dice_commands.NewDice | dice_commands.SameDice
    | money_change.AskChange | bank.Present | layout_checks.StandOdds
)  # fmt: skip
"""What a player says for a seat."""
SaidBy: TypeAlias = (
    dice_commands.InspectSet | dice_commands.Scribe | dice_commands.Cancel | dice_commands.InspectDice
    | pit_commands.PostBox
    | pit_commands.VerifyCall | pit_commands.Settle | pit_commands.RuleOnThrow | bank.CountBank | bank.CountBox
    | irregularities.VerifyBet | irregularities.Encourage | irregularities.ClearRail | money_change.StepCommand
    | layout_checks.VerifyPayouts
)  # fmt: skip
"""What says by whom it is done."""
Supervised: TypeAlias = (
    commands.OrderPass | commands.Warn | commands.Overrule | commands.RuleNoRoll | commands.TellTime
    | commands.Inspect | commands.Award
    | dice_commands.BringSet | dice_commands.PutIn | dice_commands.TakeOff | dice_commands.Recover | dice_commands.Wrap
    | pit_commands.OpenGame | pit_commands.Relieve | bank.OpenBank
)  # fmt: skip
"""Orders, signatures, dice sets, posts and the bank as it opens."""
Sticks: TypeAlias = (
    dice_commands.OfferDice | dice_commands.DumpBowl | dice_commands.SendOut | dice_commands.BringIn
    | dice_commands.Gather
    | dice_commands.GoDown | dice_commands.BringBack | dice_commands.LoseSight
    | layout_checks.CheckPuck
)  # fmt: skip
"""What is done with the dice between throws."""
Seen: TypeAlias = (
    dice_commands.Doubt
    | dice_commands.Mishandle
    | irregularities.PastPost
    | irregularities.Snatch
    | pit_commands.WorkCommand
)
"""What anybody of the crew may see, or do."""


def refused_role(
    command: FloorCommand,
    seat: str,
    roles: tuple[str, ...],
    shooter: str | None,
    *,
    fair: bool,
    callers: tuple[str, ...] = ("stickperson",),
    booked: frozenset[str] = frozenset(),
) -> Refusal | None:
    """Why somebody with this seat (or none) and these roles may not say that; None if they may.

    `callers` are those who by the house's book call no roll on the ground that is said; `booked` are the seats of
    players without a phone, for whom a base dealer or the stick says it.

    >>> refused_role(commands.Leave("Ann"), "Bob", (), "Ann", fair=True).reason
    'only Ann can say that'
    """
    if "house" in roles:
        return None
    held = powers(seat, roles, fair=fair)
    if held & set(BOOKERS) and _is_booked(command, booked):
        return None
    match command:
        case commands.Sit(player="") if not fair:
            return _one_of(held, BOOKERS)
        case commands.Sit():
            return _refused_sit(command, seat, roles, fair=fair)
        case commands.Bet():
            return _refused_bet(command, seat, held)
        case commands.CallWager(confirmed=(_, *_)):
            return _refused_confirmation(command.confirmed, held)
        case commands.NoRoll():
            return _one_of(held, (*callers, "supervisor"))
        case commands.ThrowDice() | commands.RollDice() | commands.CorrectRoll() | dice_commands.ThrowOut():
            return _refused_dice(command, seat, held, shooter, fair=fair)
        case commands.TimeOver():
            told = Refusal("not-yours", "at this table the clock decides when time is up")
            return told if fair else _one_of(held, ("stickperson", "supervisor"))
        case pit_commands.Dispute():  # a player says it, and whoever deals may enter it
            return None if held else _refused_other_seat(command.seat, seat)
        case commands.Remember():
            return Refusal("not-yours", "only the house writes down what a strategy remembers")
        case pit_commands.BoxOk():
            return _one_of(held, ("boxperson",))
        case pit_commands.MoveStacks():
            caged = "cage" in (command.start, command.to)
            return _one_of(held, ("supervisor",) if caged else ("boxperson", "dealer", "supervisor"))
        case pit_commands.ReturnHouseMoney() | irregularities.Assist() | irregularities.CatchChecks():
            return _one_of(held, ("dealer",))
        case pit_commands.GoDead() | pit_commands.Revive():
            return _one_of(held, ("boxperson", "supervisor"))
    return _refused_kind(command, seat, held)


def _is_booked(command: FloorCommand, booked: frozenset[str]) -> bool:
    """Whether a line is what a player says for a seat, and that player has no phone to say it."""
    match command:
        case commands.Bet(seat, confirmed=(), unnoticed=False) | commands.CallWager(seat, confirmed=()):
            return seat in booked
        case commands.CallWager():
            return False
        case dice_commands.ThrowOut(seat):
            return seat in booked
    return isinstance(command, OwnSeat) and command.seat in booked


def _refused_kind(
    command: OwnSeat | SaidBy | Supervised | Sticks | Seen, seat: str, held: frozenset[str]
) -> Refusal | None:
    """Why somebody may not say what is a player's own, or one role's, whatever it is about."""
    if isinstance(command, OwnSeat):
        return _refused_other_seat(command.seat, seat, held)
    if isinstance(command, SaidBy):
        return _one_of(held, (_HELD.get(command.by, command.by),))
    if isinstance(command, Supervised):
        return _one_of(held, ("supervisor",))
    if isinstance(command, Sticks):
        return _one_of(held, ("stickperson",))
    if isinstance(command, Seen):
        return _one_of(held, CREW)
    assert_never(command)


def powers(seat: str, roles: tuple[str, ...], *, fair: bool) -> frozenset[str]:
    """The roles that somebody can use now.

    >>> sorted(powers("", ("dealer",), fair=True)), powers("Ann", ("dealer",), fair=True) == frozenset()
    (['dealer'], True)
    >>> powers("Ann", ("owner",), fair=False) == frozenset(CREW)
    True
    """
    if "owner" in roles and not fair:
        return frozenset(CREW)
    return frozenset() if seat else frozenset(roles) & frozenset(CREW)


def refused_roll(seat: str, roles: tuple[str, ...], shooter: str | None) -> Refusal | None:
    """Why somebody may not have fair dice thrown now."""
    may = "house" in roles or "stickperson" in powers(seat, roles, fair=True) or (seat and seat == shooter)
    return None if may else _shooter(shooter)


def refused_owner(roles: tuple[str, ...], what: str) -> Refusal | None:
    """Why somebody may not do what is for the owner of a table to do."""
    may = {"owner", "supervisor", "house"} & set(roles)
    return None if may else Refusal("not-yours", f"only the owner or a supervisor of a table can {what}")


def refused_appointment(
    giver: tuple[str, ...], before: tuple[str, ...], wanted: tuple[str, ...], seat: str, *, fair: bool
) -> Refusal | None:
    """Why somebody with the giver's roles may not make somebody, with this seat or none, what is wanted.

    >>> refused_appointment(("supervisor",), (), ("supervisor",), "", fair=True).reason
    'only the person who opened the table can appoint a supervisor'
    """
    unknown = [role for role in wanted if role not in APPOINTED]
    if unknown:
        return Refusal("bad-role", f"there is no role {unknown[0][:40]!r}: choose from {', '.join(APPOINTED)}")
    touched = set(before) ^ set(wanted)
    if "owner" in touched and "house" not in giver:
        return Refusal("not-yours", "who owns a table is for the operator of the house to say")
    if "supervisor" in touched and not {"owner", "house"} & set(giver):
        return Refusal("not-yours", "only the person who opened the table can appoint a supervisor")
    if not {"owner", "supervisor", "house"} & set(giver):
        return Refusal("not-yours", "only the person who opened the table, or its supervisor, can appoint dealers")
    return refused_dealing(wanted, seat, fair=fair)


def refused_dealing(wanted: tuple[str, ...], seat: str, *, fair: bool) -> Refusal | None:
    """Why somebody with this seat or none cannot be that: nobody deals a game they play in."""
    if seat and set(wanted) & set(CREW) and not ("owner" in wanted and not fair):
        return Refusal("has-seat", "nobody can deal a game that they play in: leave the seat first")
    return None


def _refused_sit(command: commands.Sit, seat: str, roles: tuple[str, ...], *, fair: bool) -> Refusal | None:
    if command.seat != seat:
        return ONLY_ONESELF
    if set(roles) & set(CREW) and not ("owner" in roles and not fair):
        return DEALS_HERE
    return None


def _refused_bet(command: commands.Bet, seat: str, held: frozenset[str]) -> Refusal | None:
    if command.unnoticed:
        return _one_of(held, ("supervisor",))
    if command.confirmed:
        return _refused_confirmation(command.confirmed, held)
    return _refused_other_seat(command.seat, seat, held)


def _refused_confirmation(roles: tuple[str, ...], held: frozenset[str]) -> Refusal | None:
    others = [role for role in roles if role not in held]
    return _one_of(held, (others[0],)) if others else None


def _refused_dice(
    command: commands.ThrowDice | commands.RollDice | commands.CorrectRoll | dice_commands.ThrowOut,
    seat: str,
    held: frozenset[str],
    shooter: str | None,
    *,
    fair: bool,
) -> Refusal | None:
    match command:
        case commands.RollDice() if fair:
            return Refusal("not-yours", "the house throws the dice at this table: type roll")
        case commands.RollDice(called_by=by):
            return _one_of(held, (_HELD.get(by, by),) if by else ("stickperson", "supervisor"))
        case commands.CorrectRoll():
            return _one_of(held, ("stickperson", "supervisor"))
        case dice_commands.ThrowOut(name):
            return _refused_other_seat(name, seat)
        case commands.ThrowDice(told):
            if told or not fair:
                return _one_of(held, ("stickperson", "supervisor"))
            mine = "stickperson" in held or (seat and seat == shooter)
            return None if mine else _shooter(shooter)


def _refused_other_seat(name: str, seat: str, held: frozenset[str] = frozenset()) -> Refusal | None:
    if not seat and held & set(CREW):
        return Refusal("not-yours", f"that is for {name} to say: dealers and the stick bet for players without a phone")
    if not seat:
        return Refusal("no-seat", "sit down first, as in: sits 100")
    return None if name == seat else Refusal("not-yours", f"only {name} can say that")


def _shooter(shooter: str | None) -> Refusal:
    whose = "nobody has the dice: make a line bet" if shooter is None else f"{shooter} has the dice"
    return Refusal("not-shooter", whose)


def _one_of(held: frozenset[str], wanted: tuple[str, ...]) -> Refusal | None:
    if held & set(wanted):
        return None
    *others, last = dict.fromkeys(wanted)
    return Refusal("not-yours", f"only the {', '.join(others)}{' or ' if others else ''}{last} can do that")
