"""What a floor refuses, judged simply: chips by full stacks, dice by their faces, propositions by where the dice are.

Catfish Bend is the house whose document speaks of it; others take over what theirs does not contradict.
"""

FULL_STACK = 20
TAKES_TOKENS_AND_VOUCHERS = ("new-south-wales",)
"""6.2."""
UNTIL_THE_DICE_REST = ("new-south-wales", "marina-bay-sands")
"""Where bets are taken until the dice come to rest, if somebody confirms them."""


class Pit:
    """Where the chips of a house lie by their value, and where its dice are."""

    def __init__(self, book: str, bank: dict[int, int], cage: dict[int, int]) -> None:
        self.book, self.bank, self.cage = book, bank, cage
        self.dice_out = False

    def moves(self, value: int, chips: int, start: str) -> str | None:
        """A fill from the cage to the bank, or a credit the other way (Base Dealer 8)."""
        source, other = (self.cage, self.bank) if start == "cage" else (self.bank, self.cage)
        if value not in self.bank:
            return "no such chip"
        if chips <= 0 or chips % FULL_STACK:
            return "not in full stacks"
        if chips > source.get(value, 0):
            return "that many are not there"
        source[value] -= chips
        other[value] = other.get(value, 0) + chips
        return None

    def presents(self, medium: str) -> str | None:
        """Tokens and vouchers are taken by some houses, chips alone by others."""
        if medium in ("token", "voucher") and self.book in TAKES_TOKENS_AND_VOUCHERS:
            return None
        return "wagers are made with chips here"

    def sends_out(self, a: int, b: int, point: int | None) -> str | None:
        """Stickperson 2: no craps up before a come-out, no seven up later."""
        if self.dice_out:
            return "they are out"
        if a + b in ((2, 3, 12) if point is None else (7,)):
            return "not with that showing"
        self.dice_out = True
        return None

    def proposition(self) -> str | None:
        """Stickperson 10: none is set up after the dice were sent out."""
        return "the dice are out" if self.dice_out and self.book not in UNTIL_THE_DICE_REST else None
