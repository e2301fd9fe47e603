"""Finds the mistake in a dealt roll from the text alone: money by the referee, the order by the manual's sentences.

It shares nothing with the school that planted the mistake, nor with the crew that dealt the roll.
"""

import re
from typing import NamedTuple

from tests.referee.decisions import decide
from tests.referee.houses import Bet
from tests.school.answering import Learner
from tests.school.reading import Read, cents, read

_LINE = re.compile(
    r"(?P<who>Third base|Second base|The base dealer|The stickperson) (?:"
    r"(?P<dice>brings the dice in)"
    r"|(?P<off>takes the puck off)(?: at (?P<off_end>third base|second base))?"
    r"|puts the puck on (?P<on>\d+)(?: at (?P<on_end>third base|second base))?"
    r"|(?P<take>takes) (?P<taken>.*): (?P<lost>[\d.]+)"
    r"|(?P<deduct>deducts) (?P<cut>[\d.]+) for (?P<kept>.*), which stays up"
    r"|(?P<pay>pays) (?P<paid>.*): (?P<won>[\d.]+)"
    r"|(?P<back>returns) (?P<returned>[\d.]+) of (?P<from>.*) to the (?:apron|come)"
    r"|(?P<move>moves) (?P<moved>.*) to (?P<to>[\w-]+): (?P<stake>[\d.]+)"
    r")"
)

LINES = r"(dont-)?pass(-odds)?"
OUTER = r"big-\d+|field"
COMES = r"(dont-)?come"
BOXES = r"come-(odds-)?\d+"
EDGES = r"(place|buy)-\d+"
BEHIND = r"dont-come-(odds-)?\d+|lay-\d+|place-lose-\d+"


class Said(NamedTuple):
    """One line: what is done to whose wager, for how much, where to, and at which end."""

    act: str
    name: str = ""
    wager: str = ""
    amount: int = 0
    to: str = ""
    end: str = ""


def find(learner: Learner, text: str) -> int:
    """The number of the wrong line."""
    prompt, *rest = text.split("\n  1  ")
    *scene, _ = prompt.split("\n")
    ends = {
        name: parts[1].lower()
        for parts in re.finditer(r"(Third base|Second base), from the base to the stick: (.*)\.", prompt)
        for name in parts[2].split(", ")
    }
    seen = read("\n".join([*scene, "?"]))
    lines = re.split(r"\n  \d+  ", rest[0])
    said = [said_in(line, ends) for line in lines]
    right = Right(learner, seen)
    wrong = [number for number, line in enumerate(said, start=1) if not right.allows(line)]
    if wrong:
        assert len(wrong) == 1, (wrong, text)
        return wrong[0]
    return _too_early(said, right) + 1


def said_in(line: str, ends: dict[str, str]) -> Said:
    """What a line says."""
    parts = _LINE.fullmatch(line)
    assert parts, line
    if parts["dice"]:
        return Said("dice in")
    if parts["off"] or parts["on"]:
        end = parts["off_end"] or parts["on_end"] or parts["who"].lower()
        return Said("puck", to=parts["on"] or "off", end=end)
    act = parts["take"] or parts["deduct"] or parts["pay"] or parts["back"] or parts["move"]
    whose = parts["taken"] or parts["kept"] or parts["paid"] or parts["from"] or parts["moved"]
    amount = parts["lost"] or parts["cut"] or parts["won"] or parts["returned"] or parts["stake"]
    name, wager = whose.split("'s ")
    return Said(act, name, wager, cents(amount), parts["to"] or "", ends[name])


class Right:
    """What the roll really does, by the referee."""

    def __init__(self, learner: Learner, seen: Read) -> None:
        house, throw = learner.house, learner.throw(seen)
        total = throw.a + throw.b
        self.lost: dict[tuple[str, str], int] = {}
        self.won: dict[tuple[str, str], int] = {}
        self.back: dict[tuple[str, str], int] = {}
        self.moves: dict[tuple[str, str], tuple[int, str]] = {}
        for name in seen.lying:
            for one in decide(house, seen.layout(name), seen.calls(name), throw):
                key = (name, one.wager)
                match one.result:
                    case "lose":
                        self.lost[key] = one.stake
                    case "win":
                        self.won[key] = one.won
                    case "travel":
                        self.moves[key] = (one.stake, f"{one.wager}-{total}")
                    case _:
                        self.back[key] = one.stake
        self.seven_out = seen.point is not None and total == 7
        self.puck = ""
        if seen.point is None:
            self.puck = str(total) if total in house.numbers else ""
        elif total in (seen.point, 7):
            self.puck = "off"
        self.house = house

    def allows(self, line: Said) -> bool:
        """Whether a line does what the roll asks for, whenever it does it."""
        key = (line.name, line.wager)
        match line.act:
            case "puck":
                return line.to == self.puck
            case "takes":
                return self.lost.get(key) == line.amount
            case "pays":
                return self.won.get(key) == line.amount
            case "returns":
                return self.back.get(key) == line.amount
            case "moves":
                return self.moves.get(key) == (line.amount, line.to)
        return line.act == "dice in"

    def phase(self, line: Said) -> int:
        """When the manual has it done: dice in, losers taken, winners paid, new bets placed, with its exceptions."""
        if line.act in ("dice in", "puck"):
            return 0 if line.act == "dice in" else 14
        act = line.act
        if act == "returns":  # with the flat bet that it goes with; a push is among the winners
            bet: Bet = self.house.offers[line.wager]
            flat = f"{line.wager.replace('-odds', '')}" if "odds" in bet.kind else line.wager
            act = "takes" if (line.name, flat) in self.lost else "pays"
        return next(rank for rank, pattern in enumerate(self._order()) if re.fullmatch(pattern, f"{act} {line.wager}"))

    def _order(self) -> list[str]:
        """The phases as patterns of act and wager; what no other pattern has is a proposition."""
        first = ["takes dont-come", f"takes ({LINES}|{OUTER}|come)"] if self.seven_out else ["-", "-"]
        return [
            "-",  # the dice are brought in
            *first,
            "-" if self.seven_out else f"takes ({LINES}|{OUTER}|{COMES}|{BOXES})",
            f"takes ({EDGES})",
            f"takes ({BEHIND})",
            f"pays ({LINES})",
            f"pays ({OUTER})",
            "moves dont-come",
            f"pays ({COMES}|{BOXES})",
            f"pays ({BEHIND})",
            f"takes ({BOXES})" if self.seven_out else "-",
            "moves come",
            f"pays ({EDGES})",
            "-",  # the puck
            "takes .*",
            "(pays|deducts) .*",
        ]


def _too_early(said: list[Said], right: Right) -> int:
    """The first line that something comes after which the manual puts before it, at the same end."""
    for at, line in enumerate(said):
        for later in said[at + 1 :]:
            same = not line.end or not later.end or line.end == later.end
            if same and right.phase(later) < right.phase(line):
                return at
    raise AssertionError("nothing is wrong")
