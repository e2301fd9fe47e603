"""An independent referee of craps: it accepts or refuses each action, and settles each roll, one bet at a time."""

from collections.abc import Iterable
from typing import NamedTuple

from .decisions import Decision, Throw, decide, winners_cover_losers
from .grounds import ground_of, never_counts
from .houses import LAYING_KINDS, ONE_ROLL_PROPOSITIONS, TAKING_KINDS, Bet, House, flat_of, is_proposition, odds_of
from .rotation import Rotation, action

Row = tuple[str, str, int, str, int]

INSIDE = (5, 6, 8, 9)
OUTSIDE = (4, 5, 9, 10)


class Win(NamedTuple):
    """What a parlay needs to know of a win on the last roll."""

    stake: int
    won: int
    stayed_up: bool


class Referee(Rotation):
    """One table of one house."""

    def __init__(self, book: str, minimum: int, maximum: int, chip: int) -> None:
        super().__init__()
        self.house = House(book, minimum, maximum, chip)
        self.crew: dict[str, int] = {}
        self.toke_box = 0
        self._calls: dict[str, dict[str, bool]] = {}
        self._wins: dict[str, dict[str, Win]] = {}
        self._locked: dict[str, set[str]] = {}  # New South Wales 6.5
        self._props_down: set[str] = set()

    # ---- coming and going ----

    @action
    def seat(self, name: str, rack: int) -> str | None:
        if name in self.racks:
            return "seated already"
        if rack < 0:
            return "a rack cannot be less than empty"
        self.racks[name] = rack
        self.layouts[name] = {}
        self._calls[name] = {}
        self._wins[name] = {}
        self._locked[name] = set()
        return None

    @action
    def buy_in(self, name: str, amount: int) -> str | None:
        if name not in self.racks:
            return "no such seat"
        if amount <= 0 or amount % self.house.chip:
            return "not an amount in chips"
        self.racks[name] += amount
        return None

    @action
    def award(self, name: str, amount: int, why: str) -> str | None:
        """A ruling, which says why: chips out of the bank, or below zero into it, and no more than the rack holds."""
        if name not in self.racks:
            return "no such seat"
        if not amount or amount % self.house.chip:
            return "not an amount in chips"
        if not why:
            return "a ruling says why"
        if self.racks[name] + amount < 0:
            return "the rack does not cover it"
        self.racks[name] += amount
        return None

    @action
    def leaves(self, name: str) -> str | int:
        """What he takes to the cage."""
        if name not in self.racks:
            return "no such seat"
        closed = self._closed_to("")
        if closed is not None:
            return closed
        if self._thrown and self._dice_with == name:
            return "his dice are in the air"
        bets = [self.house.offers[wager] for wager in self.layouts[name]]
        if any(self.house.contract(bet, self.point) for bet in bets):
            return "a contract bet keeps him here"
        self._dice_leave(name)
        for wager in list(self.layouts[name]):
            self._hand_back(name, wager)
        for gone in (self.layouts, self._calls, self._wins, self._locked):
            del gone[name]
        self._props_down.discard(name)
        self._declined.discard(name)
        return self.racks.pop(name)

    # ---- making bets ----

    def _closed(self) -> str | None:
        """Between the throw and the roll everything is closed, except at Marina Bay Sands (3.2)."""
        return "bets are closed" if self._thrown and not self.house.marina else None

    def _closed_to(self, wager: str) -> str | None:
        """What may be made smaller or taken down at any time, so until the dice rest.

        New South Wales 6.5: a don't bet; Catfish Bend, Wagers 4(d): a don't come; the typical casino: whatever may be.
        """
        bet = self.house.offers.get(wager)
        if self.house.typical or (self.house.south_wales and bet and bet.kind == "dont-pass"):
            return None
        late = self.house.south_wales or self.house.catfish
        if late and bet and bet.kind in ("dont-come", "dont-come-point"):
            return None
        return self._closed()

    def _ground(self, words: str) -> str | None:
        return ground_of(words, marina=self.house.marina)

    def _never_counts(self, ground: str | None) -> bool:
        return never_counts(ground, marina=self.house.marina)

    def _must_complete(self) -> bool:
        return self.house.catfish

    def _closed_to_bets(self, confirmed: Iterable[str], called: bool = False) -> str | None:
        if called and not self.house.marina:  # Catfish Bend, Definitions; New South Wales 6.2
            return "a bet needs chips on the layout"
        if called and not {"boxperson", "stickperson", "dealer"} & set(confirmed):  # Marina Bay Sands 3.10
            return "nobody confirmed the call"
        # New South Wales 6.3: a late bet stands if both of them say so.
        if self._thrown and self.house.south_wales and {"dealer", "boxperson"} <= set(confirmed):
            return None
        return self._closed()

    @action
    def bet(
        self,
        name: str,
        wager: str,
        amount: int,
        *,
        unnoticed: bool = False,
        confirmed: Iterable[str] = (),
        called: bool = False,
    ) -> str | None:
        if name not in self.racks:
            return "no such seat"
        if unnoticed and not self.house.catfish:
            return "this house knows no unnoticed bets"
        return self._closed_to_bets(confirmed, called) or self._book(name, wager, amount, unnoticed)

    def _book(self, name: str, wager: str, amount: int, unnoticed: bool = False) -> str | None:
        """Everything about a seat's own bet except whether bets are open."""
        layout = self.layouts[name]
        if wager in self._locked[name]:
            return "may not be replaced or increased"
        objection = self._objection(layout, wager, amount, unnoticed)
        if objection is not None:
            return objection
        cost = self._cost(layout, wager, amount)
        if cost > self.racks[name]:
            return "the rack does not cover it"
        self.racks[name] -= cost
        layout[wager] = layout.get(wager, 0) + amount
        return None

    def _cost(self, layout: dict[str, int], wager: str, amount: int) -> int:
        bet, present = self.house.offers[wager], layout.get(wager, 0)
        return amount + self.house.commission(bet, present + amount) - self.house.commission(bet, present)

    def _objection(self, layout: dict[str, int], wager: str, amount: int, unnoticed: bool = False) -> str | None:
        """Why this bet may not be added to this layout, whoever pays for it."""
        bet = self.house.offers.get(wager)
        if bet is None:
            return "not offered"
        if amount <= 0 or amount % self.house.chip:
            return "not an amount in chips"
        return self._untimely(layout, wager, bet) or self._improper(
            layout, bet, layout.get(wager, 0) + amount, unnoticed
        )

    def _untimely(self, layout: dict[str, int], wager: str, bet: Bet) -> str | None:
        """Why the puck, or what lies on the layout, does not allow the bet now."""
        if bet.kind == "pass":
            if self.point is None:
                return None
            # Catfish Bend, Wagers 1(c), and Marina Bay Sands 1.1.4 let a pass bet grow after its point.
            if (self.house.catfish or self.house.marina) and "pass" in layout:
                return None
            return "only before the come-out roll"
        if bet.kind == "dont-pass":
            return None if self.point is None else "only before the come-out roll"
        if bet.kind in ("come", "dont-come"):
            return None if self.point is not None else "only while the puck is on"
        if bet.kind == "come-point":
            return None if self.house.marina and wager in layout else "cannot be bet on directly"
        if bet.kind == "dont-come-point":
            return "cannot be bet on directly"
        if bet.kind in TAKING_KINDS or bet.kind in LAYING_KINDS:
            if bet.number == 0 and self.point is None:
                return "there is no point"
            return None if flat_of(bet) in layout else "there is no flat bet"
        return None

    def _improper(self, layout: dict[str, int], bet: Bet, total: int, unnoticed: bool = False) -> str | None:
        """Why a resulting total is not a proper amount for this wager."""
        if total % self.house.unit(bet):
            return "not in whole units"
        if unnoticed:
            return None
        if self.house.too_small(bet, bet.number or self.point or 0, total):
            return "under the minimum"
        if total > self.house.cap(layout, bet, self.point):
            return "over the maximum"
        return None

    @action
    def bet_each(
        self, name: str, group: str, amount: int, *, confirmed: Iterable[str] = (), called: bool = False
    ) -> str | None:
        if name not in self.racks:
            return "no such seat"
        closed = self._closed_to_bets(confirmed, called)
        if closed is not None:
            return closed
        numbers: tuple[int, ...]
        if group == "inside":
            numbers = INSIDE
        elif group == "outside":
            numbers = OUTSIDE
        elif group == "across":
            numbers = self.house.numbers
        else:
            return "no such group"
        layout = self.layouts[name]
        wagers = [f"place-{number}" for number in numbers if number != self.point]
        for wager in wagers:
            objection = self._objection(layout, wager, amount)
            if objection is not None:
                return objection
        if amount * len(wagers) > self.racks[name]:
            return "the rack does not cover it"
        self.racks[name] -= amount * len(wagers)
        for wager in wagers:
            layout[wager] = layout.get(wager, 0) + amount
        return None

    @action
    def press(self, name: str, wager: str, amount: int | None) -> str | None:
        if name not in self.racks:
            return "no such seat"
        present = self.layouts[name].get(wager)
        if present is None:
            return "not up"
        return self._closed() or self._book(name, wager, present if amount is None else amount)

    @action
    def parlay(self, name: str, wager: str) -> str | None:
        if name not in self.racks:
            return "no such seat"
        win = self._wins[name].get(wager)
        if win is None:
            return "did not win on the last roll"
        if win.stayed_up and wager not in self.layouts[name]:
            return "not up any more"
        refusal = self._closed() or self._book(name, wager, win.won if win.stayed_up else win.stake + win.won)
        if refusal is None:
            del self._wins[name][wager]
        return refusal

    @action
    def toke(self, name: str, amount: int, wager: str | None) -> str | None:
        if name not in self.racks:
            return "no such seat"
        if wager is None:
            if amount <= 0 or amount % self.house.chip:
                return "not an amount in chips"
            if amount > self.racks[name]:
                return "the rack does not cover it"
            self.racks[name] -= amount
            self.toke_box += amount
            return None
        objection = self._closed() or self._objection(self.crew, wager, amount)
        if objection is not None:
            return objection
        cost = self._cost(self.crew, wager, amount)
        if cost > self.racks[name]:
            return "the rack does not cover it"
        self.racks[name] -= cost
        self.crew[wager] = self.crew.get(wager, 0) + amount
        return None

    # ---- taking back, calling on and off ----

    def _lock(self, name: str, wager: str) -> None:
        if self.house.south_wales and wager in ("dont-pass", "dont-come"):
            self._locked[name].add(wager)

    @action
    def reduce(self, name: str, wager: str, amount: int) -> str | None:
        if name not in self.racks:
            return "no such seat"
        layout = self.layouts[name]
        if wager not in layout:
            return "not up"
        bet, present = self.house.offers[wager], layout[wager]
        if amount <= 0 or amount % self.house.chip:
            return "not an amount in chips"
        if amount >= present:
            return "take it down instead"
        refusal = self._closed_to(wager) or self._improper(layout, bet, present - amount)
        if refusal is not None:
            return refusal
        if self.house.contract(bet, self.point):
            return "a contract bet"
        layout[wager] = present - amount
        self.racks[name] += amount
        if self.house.catfish:
            self.racks[name] += self.house.commission(bet, present) - self.house.commission(bet, present - amount)
        self._lock(name, wager)
        self._trim_odds(name, bet)
        return None

    def _trim_odds(self, name: str, flat: Bet) -> None:
        """After a flat bet shrank, its odds keep to the new cap."""
        layout, odds = self.layouts[name], odds_of(flat)
        if odds not in layout:
            return
        cap = self.house.cap(layout, self.house.offers[odds], self.point)
        if layout[odds] <= cap:
            return
        self.racks[name] += layout[odds] - cap
        layout[odds] = cap
        if cap == 0:
            self._clear(name, odds)

    def _clear(self, name: str, wager: str) -> None:
        """The spot is empty: whatever was called about it is forgotten."""
        del self.layouts[name][wager]
        self._calls[name].pop(wager, None)

    @action
    def take_down(self, name: str, what: str) -> str | None:
        if name not in self.racks:
            return "no such seat"
        closed = self._closed_to(what)
        if closed is not None:
            return closed
        chosen = [
            wager for wager in self._meant(name, what) if not self.house.contract(self.house.offers[wager], self.point)
        ]
        for wager in chosen:
            self._hand_back(name, wager)
        return None if chosen else "nothing that may come down"

    def _meant(self, name: str, what: str) -> list[str]:
        """The wagers of this seat, now up, that a word names: a group or a single wager."""
        layout = self.layouts[name]
        if what == "all":
            return list(layout)
        if what in ("place", "buy", "hard"):
            return [wager for wager in layout if self.house.offers[wager].kind == what]
        return [what] if what in layout else []

    def _hand_back(self, name: str, wager: str) -> None:
        layout = self.layouts[name]
        if wager not in layout:
            return  # odds that came down with their flat bet a moment ago
        bet = self.house.offers[wager]
        self.racks[name] += layout[wager]
        if self.house.catfish:  # Lay Bets, Buy Bets: the vigorish is returned too
            self.racks[name] += self.house.commission(bet, layout[wager])
        self._clear(name, wager)
        self._lock(name, wager)
        odds = odds_of(bet)
        if odds in layout:
            self._hand_back(name, odds)

    @action
    def call(self, name: str, what: str, on: bool) -> str | None:
        if name not in self.racks:
            return "no such seat"
        closed = None if self.house.south_wales else self._closed()  # New South Wales 6.6.2: at any time
        if closed is not None:
            return closed
        chosen = [wager for wager in self._meant(name, what) if self.house.callable_so(self.house.offers[wager], on)]
        for wager in chosen:
            if self.house.catfish and self.house.offers[wager].kind == "lay":
                self._hand_back(name, wager)  # Lay Bets: no button, it is handed off with its vigorish
            else:
                self._calls[name][wager] = on
        return None if chosen else "nothing that may be called so"

    @action
    def props(self, name: str, up: bool) -> str | None:
        if name not in self.racks:
            return "no such seat"
        if not self.house.catfish:
            return "this house takes no such call"
        closed = self._closed()
        if closed is not None:
            return closed
        if up:
            self._props_down.discard(name)
        else:
            self._props_down.add(name)
        return None

    # ---- the roll ----

    @action
    def roll(self, a: int, b: int) -> str | list[Row]:
        if not (1 <= a <= 6 and 1 <= b <= 6):
            return "no such dice"
        told = (ground for ground in self._told if ground != "cocked")  # it is read as it would fall
        if self._called_off is None and any(self._never_counts(ground) for ground in told):
            return "such a throw never counts"
        thrower = self.throws_now()
        if thrower is None:
            return "nobody may throw"
        self._takes(thrower)
        throw = Throw(a, b, self.point)
        rows: list[Row] = []
        for name in self.racks:
            rows.extend(self._settle_seat(name, throw))
        rows.extend(self._settle_crew(throw))
        self._move_on(thrower, a + b)
        return rows

    def overrules(self, a: int, b: int) -> str | list[Row]:
        if self._called_off is None:
            return "no throw was called off just now"
        if any(self._never_counts(ground) for ground in (self._called_off, *self._told)):
            return "such a throw never counts"
        return self.roll(a, b)

    def _settle_seat(self, name: str, throw: Throw) -> list[Row]:
        layout = self.layouts[name]
        decided = decide(self.house, layout, self._calls[name], throw)
        props_stay = self.house.catfish and name not in self._props_down
        made_good = props_stay and winners_cover_losers(decided)
        rows: list[Row] = []
        wins: dict[str, Win] = {}
        travellers: list[Decision] = []
        for one in decided:
            if one.result == "travel":
                travellers.append(one)
                continue
            rows.append((name, one.wager, one.stake, one.result, one.won))
            excess = one.stake - one.counted
            # Catfish Bend, Invalid Roll 7: what was over the maximum was no bet, so no commission is due on it.
            excess += self.house.commission(one.bet, one.stake) - self.house.commission(one.bet, one.counted)
            if one.result == "win":
                stays = self._stays_up(one.bet, props_stay)
                wins[one.wager] = Win(one.counted, one.won, stays)
                self.racks[name] += one.won + excess
                if stays:
                    layout[one.wager] = one.counted
                else:
                    self.racks[name] += one.counted
                    self._clear(name, one.wager)
            elif one.result == "lose":
                self.racks[name] += excess
                if made_good and is_proposition(one.bet):  # Payoffs 7: bought back out of what the winners won
                    self.racks[name] -= one.counted
                    layout[one.wager] = one.counted
                else:
                    self._clear(name, one.wager)
            else:
                self.racks[name] += one.stake
                self._clear(name, one.wager)
        # Only now, for the bet that lay on the number has been settled and is gone.
        for one in travellers:
            self._clear(name, one.wager)
            layout[f"{one.wager}-{throw.a + throw.b}"] = one.stake
        self._wins[name] = wins
        return rows

    def _stays_up(self, winner: Bet, props_stay: bool) -> bool:
        if winner.kind == "place":
            return True
        if winner.kind == "hard":
            return props_stay or not self.house.catfish
        return props_stay and winner.kind in ONE_ROLL_PROPOSITIONS

    def _settle_crew(self, throw: Throw) -> list[Row]:
        """The dealers' own bets: whatever comes back, stake and all, goes into the toke box."""
        decided = decide(self.house, self.crew, {}, throw)
        rows: list[Row] = []
        for one in decided:
            del self.crew[one.wager]
            if one.result == "travel":
                continue
            rows.append(("crew", one.wager, one.stake, one.result, one.won))
            if one.result != "lose":
                self.toke_box += one.stake + one.won
        for one in decided:
            if one.result == "travel":
                self.crew[f"{one.wager}-{throw.a + throw.b}"] = one.stake
        return rows

    def _move_on(self, thrower: str, total: int) -> None:
        """After the settling: the puck, the dice, and what lasts only until a roll."""
        for locked in self._locked.values():
            locked.discard("dont-come")
            if total in ((2, 3, 7, 11, 12) if self.point is None else (self.point, 7)):
                locked.discard("dont-pass")
        self._declined.clear()
        self._thrown = False
        self._told = ()
        self._warned &= {thrower}
        self._turn_of = None if self.point is not None and total == 7 else thrower
        if self.point is None:
            if total in self.house.numbers:
                self.point = total
            return
        if total not in (self.point, 7):
            return
        if total == 7:
            self._warned.clear()
            # Catfish Bend, Stickperson 18: who finished another's point still has a hand of his own to come.
            self._keeps_dice = self.house.catfish and self._took_over
            self._second_hand = False
        self._took_over = False
        self.point = None
