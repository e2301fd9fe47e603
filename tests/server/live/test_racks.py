"""No money goes from one player's rack to another's: whatever is said, and whoever else plays."""

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sevenout.base.refusal import Refusal
from sevenout.crew.floor.floor import Floor
from sevenout.engine.game import Game
from sevenout.table.commands import (
    Award,
    Bet,
    BuyIn,
    CallWager,
    Command,
    Leave,
    Parlay,
    PassDice,
    Press,
    Reduce,
    RollDice,
    Sit,
    TakeDown,
    Toke,
    Undo,
)

SEATS = ("Ann", "Bob", "Cleo")
WAGERS = ("pass", "dont-pass", "come", "field", "place-6", "place-8", "hard-8", "any-7", "pass-odds", "buy-4")
GAME = Game.open("typical")

amounts = st.sampled_from([5_00, 6_00, 10_00, 12_00, 25_00, 100_00])
seats, wagers, faces = st.sampled_from(SEATS), st.sampled_from(WAGERS), st.integers(1, 6)
commands: st.SearchStrategy[Command] = st.one_of(
    st.builds(Bet, seats, amounts, wagers),
    st.builds(Bet, seats, amounts, wagers),
    st.builds(Reduce, seats, wagers, amounts),
    st.builds(TakeDown, seats, wagers),
    st.builds(CallWager, seats, wagers, st.sampled_from(["on", "off"])),
    st.builds(Press, seats, wagers, amounts),
    st.builds(Parlay, seats, wagers),
    st.builds(Toke, seats, amounts, wagers),
    st.builds(Undo, seats),
    st.builds(PassDice, seats),
    st.builds(BuyIn, seats, amounts),
    st.builds(Leave, seats),
    st.builds(Sit, seats, amounts),
    st.builds(RollDice, faces, faces),
    st.builds(RollDice, faces, faces),
    st.builds(Award, seats, amounts, st.just("the payoff was short")),
)


def purses(floor: Floor) -> dict[str, int]:
    """What each has in rack and on the layout, less what they bought."""
    return {
        seat.name: seat.rack + sum(bet.stake for bet in seat.layout.lying) - seat.bought
        for seat in floor.snapshot.seats
    }


def told(floor: Floor, played: list[Command]) -> Iterator[tuple[Command, dict[str, int], dict[str, int]]]:
    """What was carried out, with everybody's purse before and after."""
    for command in played:
        before = purses(floor)
        if not isinstance(floor.execute(command), Refusal):
            yield command, before, purses(floor)


@given(st.lists(commands, max_size=60))
def test_whatever_somebody_does_changes_no_other_s_purse(played: list[Command]) -> None:
    for command, before, after in told(Floor(GAME), [*(Sit(seat, 500_00) for seat in SEATS), *played]):
        if isinstance(command, RollDice):
            continue
        whose: str = command.seat  # type: ignore[union-attr]
        others = {name for name in before if name != whose}
        assert {name: before[name] for name in others} == {name: after[name] for name in others}


def doubled(command: Command, but: str) -> Command:
    """The same, with twice the money unless it is this one's."""
    if isinstance(command, RollDice) or command.seat == but:  # type: ignore[union-attr]
        return command
    match command:
        case Bet() | Reduce() | Toke() | BuyIn() | Award() | Press(amount=int()):
            return replace(command, amount=2 * (command.amount or 0))
        case Sit():
            return replace(command, rack=2 * command.rack)
    return command


@given(st.lists(commands, max_size=60), seats)
def test_what_somebody_wins_hangs_on_nobody_else_s_money(played: list[Command], name: str) -> None:
    """Everybody else plays the same for twice as much: this one's purse is the same after every roll."""
    everything = [*(Sit(seat, 500_00) for seat in SEATS), *(Bet(seat, 10_00, "pass") for seat in SEATS), *played]
    carried = [(command, after.get(name)) for command, _, after in told(Floor(GAME), everything)]
    richer = Floor(GAME)
    for command, purse in carried:
        answer = richer.execute(doubled(command, name))
        if isinstance(answer, Refusal):  # twice as much may be above a limit, which all tokes share, or no whole chips
            assert isinstance(command, Bet | Press | Parlay | Toke | Reduce), command
            return
        assert purses(richer).get(name) == purse, command


@given(st.lists(commands, max_size=40))
def test_what_a_supervisor_moves_is_on_record_and_comes_out_of_the_bank(played: list[Command]) -> None:
    floor = Floor(GAME)
    bank = 0
    for command, before, after in told(floor, [*(Sit(seat, 500_00) for seat in SEATS), *played]):
        if isinstance(command, Award):
            assert after[command.seat] - before[command.seat] == command.amount
            assert floor.table.state.ledger.bank == bank - command.amount
            assert floor.record[-1].command == command
        bank = floor.table.state.ledger.bank
