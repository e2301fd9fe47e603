"""The referee sits in the school: answers questions about money and legality from their text, by its own rules."""

import re

from tests.agreement.referee.decisions import Throw, decide, outcome, winnings
from tests.agreement.referee.houses import House
from tests.agreement.referee.referee import Referee
from tests.unit.school.reading import Read, cents, read, written

WORDS = {"win": "wins", "lose": "loses", "push": "pushes", "return": "comes back", "travel": "moves", "": "stays"}

REASONS = {
    "not offered": "this house has no such wager",
    "only before the come-out roll": "the puck stands wrong for it",
    "only while the puck is on": "the puck stands wrong for it",
    "there is no point": "the puck stands wrong for it",
    "there is no flat bet": "there is no flat bet for it to go with",
    "not in whole units": "it does not come in such units",
    "under the minimum": "it is too little",
    "over the maximum": "it is too much",
    "the rack does not cover it": "the rack does not cover it",
    "not an amount in chips": "it is not a whole number of chips",
    "a contract bet": "it stands until it is decided: it may not be changed so",
    "nothing that may come down": "it stands until it is decided: it may not be changed so",
    "nothing that may be called so": "it cannot be called so",
    "take it down instead": "a reduction leaves something there: to have all of it, it is taken down",
}
"""What the referee objects, and the words in which the school offers the same reason."""


class Learner:
    """Somebody who knows the rules by heart, and nothing of the program."""

    def __init__(self, book: str, minimum: int, maximum: int, chip: int) -> None:
        self.book, self.limits = book, (minimum, maximum, chip)
        self.house = House(book, *self.limits)

    def answer(self, text: str) -> str:
        """What to type to a question, given as it is shown."""
        prompt, *choices = re.split(r"\n  (?=[a-z]  )", text)
        seen = read(prompt)
        assert seen.limits in (None, self.limits)
        asked = seen.question
        if parts := re.fullmatch(r"What is paid on ([\w-]+)(, in whole chips of [\d.]+)?\?", asked):
            return written(self.paid(seen, "Ann", parts[1]))
        if asked.startswith("What is Ann paid in all"):
            return written(sum(self.paid(seen, "Ann", wager) for wager in seen.lying["Ann"]))
        if parts := re.fullmatch(r"Ann bets ([\d.]+)( more)? on ([\w-]+)\. What commission is due now\?", asked):
            bet = self.house.offers[parts[3]]
            held = seen.layout("Ann")[parts[3]] if parts[2] else 0
            total = held + cents(parts[1])
            return written(self.house.commission(bet, total) - self.house.commission(bet, held))
        if parts := re.fullmatch(r"What becomes of ([\w-]+)\?", asked):
            bet = self.house.offers[parts[1]]
            return WORDS[outcome(self.house, bet, self.throw(seen), seen.calls("Ann").get(parts[1]))]
        if asked == "Which of these lose?":
            rows = decide(self.house, seen.layout("Ann"), seen.calls("Ann"), self.throw(seen))
            return ", ".join(one.wager for one in rows if one.result == "lose") or "none"
        if asked.startswith("What goes to Ann's rack in all"):
            return written(self.rolled(seen).racks["Ann"])
        if asked.startswith("What does the bank win in all"):
            return written(self.bank(seen))
        if parts := re.fullmatch(r"What is the most that Ann may still bet on ([\w-]+)\?", asked):
            layout = seen.layout("Ann")
            return written(self.house.cap(layout, self.house.offers[parts[1]], seen.point) - layout.get(parts[1], 0))
        return self.judge(seen, asked, choices)

    # --- money

    def throw(self, seen: Read) -> Throw:
        assert seen.dice is not None
        return Throw(*seen.dice, seen.point)

    def paid(self, seen: Read, name: str, wager: str) -> int:
        throw, bet = self.throw(seen), self.house.offers[wager]
        if outcome(self.house, bet, throw, seen.calls(name).get(wager)) != "win":
            return 0
        return winnings(self.house, bet, seen.layout(name)[wager], throw)

    def table(self, seen: Read) -> Referee:
        """The referee's own table, laid out as the question says; the first player has the dice."""
        table = Referee(self.book, *self.limits)
        for name, rack in seen.racks.items():
            assert table.seat(name, rack) is None
            table.layouts[name].update(seen.layout(name))
            table._calls[name].update(seen.calls(name))
        table.point, table._dice_with, table._keeps_dice = seen.point, next(iter(seen.racks)), True
        table._thrown = seen.thrown
        return table

    def rolled(self, seen: Read) -> Referee:
        table = self.table(seen)
        assert seen.dice is not None
        assert not isinstance(table.roll(*seen.dice), str)
        return table

    def bank(self, seen: Read) -> int:
        before, after = self.table(seen), self.rolled(seen)
        chips = [
            sum(sum(layout.values()) for layout in table.layouts.values()) + sum(table.racks.values())
            for table in (before, after)
        ]
        return chips[0] - chips[1]

    # --- legality

    def judge(self, seen: Read, asked: str, choices: list[str]) -> str:
        """Does what the player wants at the referee's table, and hears what the referee says."""
        wish, _, question = asked.partition(". Is that allowed")
        assert question in ("?", ", and if not, why not?")
        objection = self._done(self.table(seen), wish)
        if question == "?":
            return "yes" if objection is None else "no"
        words = "it is allowed" if objection is None else self._reason(seen, wish, objection)
        (letter,) = [choice[0] for choice in choices if choice[3:] == words]
        return letter

    def _done(self, table: Referee, wish: str) -> str | None:
        if parts := re.fullmatch(r"Ann bets ([\d.]+) on ([\w-]+)(?: confirmed by (.*))?", wish):
            confirmed = parts[3].split(", ") if parts[3] else ()
            return table.bet("Ann", parts[2], cents(parts[1]), confirmed=confirmed)
        if parts := re.fullmatch(r"Ann takes down ([\w-]+)", wish):
            return table.take_down("Ann", parts[1])
        if parts := re.fullmatch(r"Ann reduces ([\w-]+) by ([\d.]+)", wish):
            return table.reduce("Ann", parts[1], cents(parts[2]))
        parts = re.fullmatch(r"Ann calls ([\w-]+) (on|off)", wish)
        assert parts, wish
        return table.call("Ann", parts[1], parts[2] == "on")

    def _reason(self, seen: Read, wish: str, objection: str) -> str:
        if objection == "bets are closed":
            late = self.book == "new-south-wales" and " bets " in wish  # 6.3: it would stand if confirmed
            unconfirmed = "the dice are in the air, and nobody confirmed it who has to"
            return unconfirmed if late else "the dice are in the air"
        if objection == "cannot be bet on directly":
            up = wish.split(" on ")[1] in seen.lying["Ann"]
            return (
                "it stands until it is decided: it may not be changed so"
                if up
                else "it is never made: it only comes to lie there by travelling"
            )
        return REASONS[objection]
