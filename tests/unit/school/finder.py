"""Finds the mistake in a dealt roll from the text alone: money by the referee, the order by the manual's sentences.

It shares nothing with the school that planted the mistake, nor with the crew that dealt the roll.
"""

import re

from tests.agreement.referee.decisions import decide
from tests.unit.school.answering import Learner
from tests.unit.school.reading import Read, cents, read
from tests.unit.school.work_order import Said, WorkOrder

_LINE = re.compile(
    r"(?P<who>Third base|Second base|The base dealer|The stickperson) (?:"
    r"(?P<dice>brings the dice in)"
    r"|(?P<off>takes the puck off)(?: at (?P<off_end>third base|second base))?"
    r"|puts the puck on (?P<on>\d+)(?: at (?P<on_end>third base|second base))?"
    r"|(?P<push>pushes) (?P<pushed>.*) clear: (?P<cleared>[\d.]+)"
    r"|(?P<take>takes) (?P<taken>.*): (?P<lost>[\d.]+)"
    r"|(?P<deduct>deducts) (?P<cut>[\d.]+) for (?P<kept>.*), which stays up"
    r"|(?P<pay>pays) (?P<paid>.*): (?P<won>[\d.]+)"
    r"|(?P<back>returns) (?P<returned>[\d.]+) of (?P<from>.*) to the (?:apron|come)"
    r"|(?P<move>moves) (?P<moved>.*) to (?P<to>[\w-]+): (?P<stake>[\d.]+)"
    r")"
)


def find(learner: Learner, text: str) -> int:
    """The number of the wrong line."""
    prompt, *rest = text.split("\n  1  ")
    *scene, _ = prompt.split("\n")
    rails = rails_in(prompt)
    ends = {name: end for end, names in rails.items() for name in names}
    seen = read("\n".join([*scene, "?"]))
    lines = re.split(r"\n  \d+  ", rest[0])
    said = [said_in(line, ends) for line in lines]
    right = Right(learner, seen)
    wrong = [number for number, line in enumerate(said, start=1) if not right.allows(line)]
    if wrong:
        assert len(wrong) == 1, (wrong, text)
        return wrong[0]
    shooter = re.search(r"^(\w+) shoots\.$", prompt, re.MULTILINE)
    assert shooter, "the shooter is named"
    return _too_early(said, WorkOrder(rails, shooter[1], seven_out=right.seven_out)) + 1


def rails_in(prompt: str) -> dict[str, list[str]]:
    """Who stands at which end, from the base to the stick."""
    return {
        stand[1].lower(): stand[2].split(", ")
        for stand in re.finditer(r"(Third base|Second base), from the base to the stick: (.*)\.", prompt)
    }


def said_in(line: str, ends: dict[str, str]) -> Said:
    """What a line says."""
    parts = _LINE.fullmatch(line)
    assert parts, line
    if parts["dice"]:
        return Said("dice in")
    if parts["off"] or parts["on"]:
        end = parts["off_end"] or parts["on_end"] or parts["who"].lower()
        return Said("puck", to=parts["on"] or "off", end=end)
    act = parts["push"] or parts["take"] or parts["deduct"] or parts["pay"] or parts["back"] or parts["move"]
    whose = parts["pushed"] or parts["taken"] or parts["kept"] or parts["paid"] or parts["from"] or parts["moved"]
    amount = parts["cleared"] or parts["lost"] or parts["cut"] or parts["won"] or parts["returned"] or parts["stake"]
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
            case "takes" | "pushes":
                return self.lost.get(key) == line.amount
            case "pays":
                return self.won.get(key) == line.amount
            case "returns":
                return self.back.get(key) == line.amount
            case "moves":
                return self.moves.get(key) == (line.amount, line.to)
        return line.act == "dice in"


def _too_early(said: list[Said], order: WorkOrder) -> int:
    """The first line that something comes after which a clause puts before it."""
    for at, line in enumerate(said):
        if any(order.before(later, line) for later in said[at + 1 :]):
            return at
    raise AssertionError("nothing is wrong")
