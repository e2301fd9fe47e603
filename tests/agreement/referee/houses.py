"""The facts of each house that the referee judges by: what is offered, what it pays, how much may be staked."""

from typing import NamedTuple


class Bet(NamedTuple):
    """A wager key taken apart: its kind, the number it is about (0 if none) and, for a hop, the lower die."""

    kind: str
    number: int = 0
    low_die: int = 0


TAKING_KINDS = frozenset({"pass-odds", "come-odds"})
LAYING_KINDS = frozenset({"dont-pass-odds", "dont-come-odds"})
COMPOSITE_KINDS = frozenset({"horn", "horn-high", "three-way", "hi-lo"})
ONE_ROLL_PROPOSITIONS = COMPOSITE_KINDS | {"any-7", "any-craps", "craps", "eleven", "c-and-e", "hop"}

BOX_NUMBERS = (4, 5, 6, 8, 9, 10)
CRAPLESS_NUMBERS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)

# Catfish Bend, Wagers 10(i): the list is exhaustive, so 1-1, 2-1, 6-5 and 6-6 cannot be hopped.
HOPS = (
    (2, 2), (3, 3), (4, 4), (5, 5),
    (3, 1), (3, 2), (4, 1), (4, 2), (5, 1), (4, 3), (5, 2), (6, 1), (5, 3), (6, 2), (5, 4), (6, 3), (6, 4),
)  # fmt: skip

BOOKS = ("catfish-bend", "new-south-wales", "marina-bay-sands", "typical", "typical-bar-2", "crapless")


def true_odds(number: int) -> tuple[int, int]:
    """Odds against the number before a 7, for whoever takes them: odds bets and buy bets."""
    if number in (2, 12):
        return 6, 1
    if number in (3, 11):
        return 3, 1
    if number in (4, 10):
        return 2, 1
    if number in (5, 9):
        return 3, 2
    return 6, 5


def lay_odds(number: int) -> tuple[int, int]:
    """The same odds from the other side: laying odds and lay bets."""
    wins, staked = true_odds(number)
    return staked, wins


def place_odds(number: int) -> tuple[int, int]:
    if number in (2, 12):
        return 11, 2
    if number in (3, 11):
        return 11, 4
    if number in (4, 10):
        return 9, 5
    if number in (5, 9):
        return 7, 5
    return 7, 6


def place_lose_odds(number: int) -> tuple[int, int]:
    if number in (4, 10):
        return 5, 11
    if number in (5, 9):
        return 5, 8
    return 4, 5


def single_number_odds(total: int) -> int:
    """What 2, 3, 11 and 12 pay to one, alone or as a part of a composite."""
    return 30 if total in (2, 12) else 15


def parts(bet: Bet) -> dict[int, int]:
    """How many units of a composite lie on each number."""
    if bet.kind == "hi-lo":
        return {2: 1, 12: 1}
    if bet.kind == "three-way":
        return {2: 1, 3: 1, 12: 1}
    units = {2: 1, 3: 1, 11: 1, 12: 1}
    if bet.kind == "horn-high":
        units[bet.number] += 1
    return units


def is_proposition(bet: Bet) -> bool:
    """Catfish Bend's Definitions count the hardways among the propositions, though they outlast a roll."""
    return bet.kind == "hard" or bet.kind in ONE_ROLL_PROPOSITIONS


def flat_of(odds: Bet) -> str:
    """The key of the flat bet that odds lean on."""
    flat = odds.kind.removesuffix("-odds")
    return f"{flat}-{odds.number}" if odds.number else flat


def odds_of(flat: Bet) -> str:
    """The key of the odds that lean on a flat bet; no layout ever holds the empty key."""
    if flat.kind in ("pass", "dont-pass"):
        return f"{flat.kind}-odds"
    if flat.kind == "come-point":
        return f"come-odds-{flat.number}"
    if flat.kind == "dont-come-point":
        return f"dont-come-odds-{flat.number}"
    return ""


def offered(book: str) -> dict[str, Bet]:
    """Every wager key that may ever lie on this house's layout."""
    numbers = CRAPLESS_NUMBERS if book == "crapless" else BOX_NUMBERS
    bets = {"pass": Bet("pass"), "come": Bet("come"), "pass-odds": Bet("pass-odds"), "field": Bet("field")}
    bets["any-7"] = Bet("any-7", 7)
    bets["any-craps"] = Bet("any-craps")
    bets["eleven"] = Bet("eleven", 11)
    bets["horn"] = Bet("horn")
    for number in (2, 3, 12):
        bets[f"craps-{number}"] = Bet("craps", number)
    for number in (2, 3, 11, 12):
        bets[f"horn-high-{number}"] = Bet("horn-high", number)
    for number in (4, 6, 8, 10):
        bets[f"hard-{number}"] = Bet("hard", number)
    for number in numbers:
        bets[f"come-{number}"] = Bet("come-point", number)
        bets[f"come-odds-{number}"] = Bet("come-odds", number)
        bets[f"place-{number}"] = Bet("place", number)
        bets[f"buy-{number}"] = Bet("buy", number)
        bets[f"lay-{number}"] = Bet("lay", number)
    if book != "crapless":
        bets["dont-pass"] = Bet("dont-pass")
        bets["dont-pass-odds"] = Bet("dont-pass-odds")
        bets["dont-come"] = Bet("dont-come")
        for number in numbers:
            bets[f"dont-come-{number}"] = Bet("dont-come-point", number)
            bets[f"dont-come-odds-{number}"] = Bet("dont-come-odds", number)
    if book == "new-south-wales":
        for number in numbers:
            bets[f"place-lose-{number}"] = Bet("place-lose", number)
    if book in ("catfish-bend", "new-south-wales"):
        bets["big-6"] = Bet("big", 6)
        bets["big-8"] = Bet("big", 8)
    if book in ("new-south-wales", "marina-bay-sands"):
        bets["c-and-e"] = Bet("c-and-e")
    if book == "catfish-bend":
        bets["hi-lo"] = Bet("hi-lo")
        bets["three-way"] = Bet("three-way")
        for high, low in HOPS:
            bets[f"hop-{high}-{low}"] = Bet("hop", high, low)
    return bets


class House:
    """One house's book together with the table's own minimum, maximum and smallest chip."""

    def __init__(self, book: str, minimum: int, maximum: int, chip: int) -> None:
        if book not in BOOKS:
            raise ValueError(f"no such book: {book}")
        self.minimum, self.maximum, self.chip = minimum, maximum, chip
        self.catfish = book == "catfish-bend"
        self.south_wales = book == "new-south-wales"
        self.marina = book == "marina-bay-sands"
        self.crapless = book == "crapless"
        self.typical = book in ("typical", "typical-bar-2", "crapless")
        self.bar = 2 if book in ("new-south-wales", "typical-bar-2") else 12
        self.numbers = CRAPLESS_NUMBERS if self.crapless else BOX_NUMBERS
        self.offers = offered(book)

    def whole_chips(self, amount: int, divisor: int = 1) -> int:
        """The largest number of whole chips, in cents, within amount / divisor."""
        return amount // (divisor * self.chip) * self.chip

    def paid(self, stake: int, odds: tuple[int, int]) -> int:
        """A win as the house hands it over: up to the next chip in New South Wales (6.7), down elsewhere."""
        wins, staked = odds
        if self.south_wales:
            return -self.whole_chips(-stake * wins, staked)
        return self.whole_chips(stake * wins, staked)

    def commission(self, bet: Bet, stake: int) -> int:
        """What a buy or lay of this stake holds: 5% of it, or of what the lay could win, and at least a chip."""
        if stake == 0:
            return 0
        if bet.kind == "buy":
            return max(self.chip, self.whole_chips(stake * 5, 100))
        if bet.kind == "lay":
            return max(self.chip, self.whole_chips(self.paid(stake, lay_odds(bet.number)) * 5, 100))
        return 0

    def unit(self, bet: Bet) -> int:
        """Stakes come in multiples of this: a chip, or a chip for every part of a composite."""
        if bet.kind in COMPOSITE_KINDS:
            return sum(parts(bet).values()) * self.chip
        return self.chip

    def too_small(self, bet: Bet, number: int, total: int) -> bool:
        """Whether a total stake is under the house's minimum for it."""
        if total >= self.minimum:
            return False
        if self.catfish:
            if bet.kind == "field" or bet.kind in ONE_ROLL_PROPOSITIONS:
                return False
            # Wagers 5(a): odds below the minimum only if the house can pay them to the chip.
            if bet.kind in TAKING_KINDS:
                wins, staked = true_odds(number)
                return total * wins % (staked * self.chip) != 0
            if bet.kind in LAYING_KINDS:
                wins, staked = lay_odds(number)
                return total * wins % (staked * self.chip) != 0
        elif self.typical and (bet.kind == "field" or bet.kind in ONE_ROLL_PROPOSITIONS):
            return False
        return True

    def largest(self, bet: Bet, number: int, flat: int) -> int:
        """The largest stake, in whole chips and units, the house takes; `number` and `flat` matter to odds only."""
        if bet.kind in TAKING_KINDS:
            return self.whole_chips(self._taking_multiple(number) * flat)
        if bet.kind in LAYING_KINDS:
            if self.catfish:  # Max Bets 2(b)
                times = 20 if number in (4, 10) else 15 if number in (5, 9) else 12
                return self.whole_chips(times * flat)
            wins, staked = lay_odds(number)
            return self.whole_chips(self._taking_multiple(number) * flat * staked, wins)
        if bet.kind == "lay":
            wins, staked = lay_odds(bet.number)
            return self.whole_chips(self.maximum * staked, wins)
        if bet.kind in COMPOSITE_KINDS:
            return self._largest_composite(bet)
        if self.catfish:
            return self.whole_chips(self._catfish_limit(bet))
        if self.typical:
            if bet.kind == "any-7":
                return self.whole_chips(self.maximum, 4)
            if bet.kind == "field":
                return self.whole_chips(self.maximum, 2)
            if bet.kind == "any-craps":
                return self.whole_chips(self.maximum, 7)
            if bet.kind in ("craps", "eleven"):
                return self.whole_chips(self.maximum, single_number_odds(bet.number))
        return self.whole_chips(self.maximum)

    def _taking_multiple(self, number: int) -> int:
        if self.catfish:
            return 10
        if self.south_wales:
            return 2
        if number in (2, 12):
            return 1
        if number in (3, 11):
            return 2
        if number in (4, 10):
            return 3
        if number in (5, 9):
            return 4
        return 5

    def _catfish_limit(self, bet: Bet) -> int:
        """Catfish Bend's Max Bets, in cents; the table's maximum where the list names none."""
        if bet.kind == "place":
            return 600_00 if bet.number in (6, 8) else 500_00
        if bet.kind == "hard":
            return 200_00
        if bet.kind == "any-7":
            return 400_00
        if bet.kind in ("craps", "eleven"):
            return 50_00 if bet.number in (2, 12) else 100_00
        if bet.kind in ("any-craps", "hop"):
            return self.maximum
        return 500_00

    def _largest_composite(self, bet: Bet) -> int:
        shares = parts(bet)
        units = sum(shares.values())
        if self.catfish:
            # Max Bets 9 and 10 hold for every part by itself.
            share = min(self.whole_chips(50_00 if n in (2, 12) else 100_00, shares[n]) for n in shares)
        elif self.typical:
            share = min(self.whole_chips(self.maximum, shares[n] * single_number_odds(n)) for n in shares)
        else:
            share = self.whole_chips(self.maximum, units)
        return share * units

    def cap(self, layout: dict[str, int], bet: Bet, point: int | None) -> int:
        """A wager's maximum on this layout; that of odds counts the flat bet up to the flat bet's own maximum."""
        if bet.kind in TAKING_KINDS or bet.kind in LAYING_KINDS:
            flat = flat_of(bet)
            counted = min(layout[flat], self.largest(self.offers[flat], 0, 0))
            return self.largest(bet, bet.number or point or 0, counted)
        return self.largest(bet, 0, 0)

    def contract(self, bet: Bet, point: int | None) -> bool:
        """Whether a wager may now be neither reduced nor removed."""
        if bet.kind == "come-point":
            return True
        if bet.kind == "pass":
            return point is not None or not (self.catfish or self.south_wales)
        if bet.kind == "come":
            return not (self.catfish or self.south_wales)
        return False

    def callable_so(self, bet: Bet, on: bool) -> bool:
        """Whether a player's word can turn the wager on, or off."""
        if bet.kind in ("place", "buy", "hard"):
            return True
        if bet.kind == "come-odds":
            return self.south_wales or self.typical
        if bet.kind == "lay":
            return self.marina or (self.catfish and not on)
        return False
