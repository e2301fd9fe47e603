"""Makes up nights on a floor: any command of table, dice and pit at any moment, half of them such as come next."""

from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from sevenout.crew.dice.dice_commands import (
    BringBack,
    BringIn,
    BringSet,
    Cancel,
    Choose,
    Doubt,
    DumpBowl,
    Gather,
    GoDown,
    InspectDice,
    InspectSet,
    LoseSight,
    Mishandle,
    NewDice,
    OfferDice,
    PutIn,
    Recover,
    SameDice,
    Scribe,
    SendOut,
    TakeOff,
    ThrowOut,
    Wrap,
)
from sevenout.crew.dice.dice_sets import DiceSet, Die, make_dice
from sevenout.crew.floor.floor import Floor, FloorCommand
from sevenout.crew.layout.chips import Chips, Stack
from sevenout.crew.layout.rail import ENDS
from sevenout.crew.pit.bank import CountBank, CountBox, OpenBank, Present
from sevenout.crew.pit.irregularities import Assist, CatchChecks, ClearRail, Encourage, PastPost, Snatch, VerifyBet
from sevenout.crew.pit.layout_checks import CheckPuck, StandOdds, VerifyPayouts
from sevenout.crew.pit.money_change import AskChange, BringMoney, Count, CutOut, Drop, HandOver, Permit, Verify
from sevenout.crew.pit.pit_commands import (
    BoxOk,
    Dispute,
    GoDead,
    MoveStacks,
    OpenGame,
    Post,
    PostBox,
    Relieve,
    ReturnHouseMoney,
    Revive,
    RuleOnThrow,
    Settle,
    VerifyCall,
    WorkCommand,
)
from sevenout.crew.pit.pit_rules import Kind, pit_rules
from sevenout.rulebook.compiler.book_compiler import CompiledBook
from sevenout.table.commands import Bet, Leave, NoRoll, OrderPass, RollDice, Sit, ThrowDice
from tests.property.games import NAMES, Rail

ROLES = ("supervisor", "boxperson", "dealer", "stickperson", "third base", "second base", "shift manager")
POSTS = ("stickperson", "third base", "second base", "boxperson")
CREW = ("Kim", "Lou", "Max", "Ned", "Pat", "")
SUBJECTS = ("invalid-roll", "cocked-die", "discrepancy")
PLACES = ("bank", "working", "speed-rack", "cage", "drawer")


class Night:
    """A floor, and commands for it by the dice."""

    def __init__(self, rules: CompiledBook, dice: Random) -> None:
        self.rail = Rail(rules, dice)
        """Makes up what players do; its table is the floor's."""
        self.dice = dice
        self.floor = Floor(self.rail.table.game)
        self.rail.table = self.floor.table
        for name in NAMES[: dice.randint(1, len(NAMES))]:
            self.floor.execute(Sit(name, 200 * self.rail.minimum))
        self.chips = Chips.of(rules.book)
        self.sets = 0

    def command(self) -> FloorCommand:
        """What comes next, or anything."""
        return self._next() if self.dice.random() < 0.55 else self._any()

    def _any(self) -> FloorCommand:
        kind = self.dice.random()
        if kind < 0.4:
            return self.rail.action()
        return self._of(self._with_dice()) if kind < 0.7 else self._of(self._of_the_pit())

    def _of(self, makers: list[Callable[[], FloorCommand]]) -> FloorCommand:
        return self.dice.choice(makers)()

    # --- what would come next

    def _next(self) -> FloorCommand:
        floor, playing = self.floor, self.floor.dice.playing
        shooter = floor.table.shooter()
        if floor.pit.dead:
            return Revive()
        if not floor.pit.posts:
            return OpenGame("Kim", "Lou", self.dice.choice(("", "Max")), self.dice.choice(("", "Ned")))
        if floor.pit.waits_for_box:
            return BoxOk()
        if floor.pit.changing is not None and self.dice.random() < 0.5:
            return self._next_of_a_change()
        if self.dice.random() < 0.15:
            return self._housekeeping(shooter or "Ann")
        if playing is None or playing.condemned is not None:
            return self._next_of_a_set()
        if floor.pit.left:
            return WorkCommand(self.dice.choice((None, 1)))
        if floor.table.state.dice.thrown:
            return self._landing(playing)
        if shooter is None:
            return Bet(self.dice.choice(NAMES), self.rail.minimum, "pass")
        return self._next_of_the_dice(playing, shooter)

    def _housekeeping(self, shooter: str) -> FloorCommand:
        """What happens in between: sets are retired, calls verified, posts relieved, and an idle game is left dead."""
        floor, playing = self.floor, self.floor.dice.playing
        post: Post = "boxperson" if "boxperson" in floor.pit.posts else "third base"
        some: list[FloorCommand] = [
            VerifyCall(floor.pit.total or 7, "supervisor"),
            OrderPass(shooter, "delay"),
            InspectDice("supervisor", self._dice()),
            Relieve(post, f"Rae-{len(floor.log)}"),
            *(Settle(dispute.about, "as it lies") for dispute in floor.pit.disputed),
            PostBox("" if "boxperson" in floor.pit.posts else "Ned"),
            Bet(shooter, floor.game.chip, "pass", unnoticed=True),
        ]
        if floor.pit.last is not None:
            some += [Snatch(seat, done.stake, done.wager) for seat, done in floor.pit.last.decided[:1]]
        for seat in floor.snapshot.seats[:1]:
            some += [VerifyBet(seat.name, bet.stake, bet.wager) for bet in seat.layout.lying[:1]]
        if floor.pit.changing is not None:
            some.append(Leave(floor.pit.changing.seat))
        if floor.pit.changing is None and floor.table.seats:
            kind: Kind = self.dice.choice(("checks", "color"))
            some.append(
                AskChange(
                    self.dice.choice(tuple(floor.table.seats)), kind, 0, (Stack(self.chips.denominations[0], 30),)
                )
            )
        for old in floor.dice.off:
            some += [Recover(old.serial), Cancel(old.serial, 4), Wrap(old.serial, "Lee")]
        if not any(seat.position.slots for seat in floor.table.state.seats):
            idle = playing is not None and set(playing.places) == {"bowl"}
            some += [ReturnHouseMoney() if floor.pit.out else GoDead() if idle else Gather()] * 4
        return self.dice.choice(some)

    def _landing(self, playing: DiceSet) -> FloorCommand:
        if not playing.at("air"):
            return NoRoll("off the table")
        if self.dice.random() < 0.1:
            return GoDown(self._some(playing.at("air")))
        return RollDice(self._face(), self._face()) if self.dice.random() < 0.9 else NoRoll("on the rail")

    def _next_of_the_dice(self, playing: DiceSet, shooter: str) -> FloorCommand:
        floor = self.floor
        if playing.at("down"):
            return BringBack(playing.at("down")) if self.dice.random() < 0.4 else self._next_of_a_set()
        if playing.due:
            return InspectDice()
        if floor.dice.fell and floor.dice.offered_to is None:
            return self.dice.choice((SameDice(shooter), DumpBowl()))
        if floor.dice.offered_to is not None:
            offered = playing.at("offered")
            return Choose(floor.dice.offered_to, tuple(self.dice.sample(offered, min(2, len(offered)))))
        if floor.dice.shooter != shooter:
            return BringIn() if playing.rolling else OfferDice(shooter)
        return ThrowDice() if playing.at("hand") else SendOut((self._face(), self._face()))

    def _next_of_a_set(self) -> FloorCommand:
        new = self.floor.dice.new
        if new is None:
            self.sets += 1
            return BringSet(make_dice(f"S{self.sets}", 7550, 5))
        if new.due:
            return InspectSet()
        return PutIn() if new.scribed else Scribe("CB")

    def _next_of_a_change(self) -> FloorCommand:
        changing = self.floor.pit.changing
        assert changing is not None
        step = pit_rules(self.floor.table.game).change.flow[changing.kind].value[changing.done]
        by = "boxperson" if "boxperson" in self.floor.pit.posts else "supervisor"
        commands: dict[str, FloorCommand] = {
            "permit": Permit(),
            "bring": BringMoney(),
            "count": Count(changing.amount),
            "drop": Drop(by),
            "cut": CutOut(),
            "verify": Verify(),
            "hand over": HandOver(),
        }
        return commands[step]

    # --- anything

    def _face(self) -> int:
        return self.dice.randint(1, 6)

    def _some(self, dice: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(self.dice.sample(dice, self.dice.randint(1, len(dice))))

    def _name(self) -> str:
        return self.dice.choice((*NAMES, "Zed"))

    def _role(self) -> str:
        return self.dice.choice(ROLES)

    def _serial(self) -> str:
        return f"S{self.dice.randint(1, max(1, self.sets))}"

    def _dice(self) -> tuple[Die, ...]:
        dice = list(
            make_dice(
                self._serial(), self.dice.choice((7499, 7500, 7550, 7575, 7576)), self.dice.choice((4, 5, 5, 5, 6))
            )
        )
        if self.dice.random() < 0.3:
            wrong = (replace(dice[0], flaw="a scratch"), replace(dice[0], widths=(7500, 7550, 7575)))
            dice[0] = self.dice.choice((*wrong, replace(dice[0], serial="another")))
        return tuple(dice)

    def _stacks(self) -> tuple[Stack, ...]:
        chips = self.dice.sample(self.chips.denominations, 2)
        return tuple(Stack(chip, self.dice.randint(-1, 30)) for chip in chips)

    def _with_dice(self) -> list[Callable[[], FloorCommand]]:
        dice = self.dice
        return [
            lambda: BringSet(self._dice()),
            lambda: InspectSet(self._role()),
            lambda: Scribe(dice.choice(("CB", "")), self._role()),
            PutIn,
            TakeOff,
            lambda: OfferDice(self._name()),
            lambda: Choose(self._name(), tuple(dice.sample(range(-1, 7), dice.randint(0, 3)))),
            lambda: NewDice(self._name()),
            lambda: SameDice(self._name()),
            DumpBowl,
            lambda: SendOut((dice.randint(0, 7), self._face())),
            BringIn,
            Gather,
            lambda: ThrowOut(self._name()),
            lambda: GoDown(tuple(dice.sample(range(-1, 6), 2))),
            lambda: BringBack(tuple(dice.sample(range(-1, 6), 2))),
            LoseSight,
            Doubt,
            lambda: Mishandle(self._name(), dice.choice(("both-hands", "hand-to-hand", "other-hand", "out-of-view"))),
            lambda: InspectDice(self._role(), dice.choice(((), (), self._dice()))),
            lambda: Recover(self._serial()),
            lambda: Cancel(self._serial(), dice.choice((4, 4, 4, 5)), self._role()),
            lambda: Wrap(self._serial(), dice.choice(("Lee", ""))),
        ]

    def _stand(self) -> StandOdds:
        """Odds that lie there, if any do, set against their flat bet or across it."""
        seats = self.floor.table.seats
        lying = [(name, wager) for name in seats for wager in self.floor.table.layout(name) if "dont-" in wager]
        odds = [one for one in lying if "odds" in one[1]] or [(self._name(), "dont-pass-odds")]
        name, wager = self.dice.choice(odds)
        if self.dice.random() < 0.7:
            return StandOdds(name, wager, "heeled")
        return StandOdds(name, wager, "bridged", (self.dice.choice(("white", "red", "pink")),))

    def _voucher_bet(self) -> Bet:
        """A bet with a voucher that somebody holds, if anybody does."""
        held = [(name, one) for name, seat in self.floor.table.seats.items() for one in seat.held_vouchers]
        wager = self.dice.choice(self.rail.offered)
        if not held:
            return Bet(self._name(), self.rail.minimum, wager, voucher="voucher")
        name, voucher = self.dice.choice(held)
        return Bet(name, voucher.amount, wager, voucher=voucher.kind)

    def _of_the_pit(self) -> list[Callable[[], FloorCommand]]:
        dice = self.dice
        amount = self.rail.minimum * dice.randint(-1, 40)
        return [
            lambda: OpenGame(*(dice.choice(CREW) for _ in range(4))),
            lambda: PostBox(dice.choice(CREW), self._role()),
            lambda: Relieve(dice.choice(POSTS), dice.choice(CREW)),  # type: ignore[arg-type]
            BoxOk,
            lambda: WorkCommand(dice.choice((None, -1, 0, 1, 3))),
            lambda: MoveStacks(
                dice.choice((500, 2500, 700)), dice.choice((20, 40, 10)), dice.choice(PLACES), dice.choice(PLACES)
            ),
            ReturnHouseMoney,
            GoDead,
            Revive,
            lambda: VerifyCall(dice.randint(1, 13), self._role()),
            lambda: Dispute(self._name(), dice.choice(SUBJECTS)),  # type: ignore[arg-type]
            lambda: Settle(
                dice.choice(SUBJECTS),  # type: ignore[arg-type]
                dice.choice(("as it lies", "")),
                self._role(),
                dice.choice((0, amount, -amount)),
            ),
            lambda: OpenBank(self._stacks(), dice.choice((None, self._stacks()))),
            lambda: CountBank(self._stacks(), self._role()),
            lambda: CountBox(dice.choice(("drop", "toke")), amount, self._role()),
            lambda: Present(self._name(), amount, dice.choice(("token", "voucher"))),
            self._voucher_bet,
            lambda: PastPost(self._name(), amount, dice.choice(self.rail.offered)),
            lambda: Snatch(self._name(), amount, dice.choice(self.rail.offered)),
            lambda: VerifyBet(self._name(), amount, dice.choice(self.rail.offered), self._role()),
            lambda: Assist(self._name(), dice.random() < 0.8),
            lambda: CatchChecks(self._name(), amount),
            lambda: Encourage(self._name(), self._role()),
            lambda: ClearRail(self._role()),
            self._stand,
            lambda: CheckPuck(dice.choice(ENDS), dice.choice((None, 4, 6, 8))),
            lambda: VerifyPayouts(dice.choice(ENDS), self._role()),
            lambda: RuleOnThrow(dice.choice((None, (dice.randint(0, 7), self._face()))), self._role()),
            lambda: OrderPass(self._name(), dice.choice(("delay", "bad luck"))),
            lambda: AskChange(self._name(), dice.choice(("currency", "checks", "color")), amount, ()),
            lambda: AskChange(self._name(), dice.choice(("checks", "color")), 0, self._stacks()),
            lambda: Permit(self._role()),
            lambda: BringMoney(self._role()),
            lambda: Count(amount, self._role()),
            lambda: Drop(self._role()),
            lambda: CutOut(dice.choice(((), self._stacks())), self._role()),
            lambda: Verify(self._role()),
            lambda: HandOver(self._role()),
        ]
