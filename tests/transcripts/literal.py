"""The literal nights: written from a document's text alone, each line with what that text demands after it.

After `#=` a line says what must be so once it was played, `;` between: `Ann 1010` (her rack), `Ann pass 25` (what lies
there, `-` for nothing), `puck 6` or `puck off`, `shooter Ann`, `box 5` (the toke box), `refused CLAUSE` (or `refused`
where the document is silent). A line that
does not say `refused` must not be.
"""

from pathlib import Path

from sevenout.base.money import format_amount, parse_amount
from sevenout.base.refusal import Refusal
from sevenout.crew.replay import ReplayStep, play

FOLDER = Path(__file__).parent / "literal"
LITERAL = sorted(FOLDER.glob("*/*.craps"))
_SIGN = "#="


def demands(text: str) -> dict[int, list[str]]:
    """What each line demands, by its number."""
    told = ((number, line.partition(_SIGN)) for number, line in enumerate(text.splitlines(), start=1))
    return {number: [each.strip() for each in said.split(";")] for number, (_, sign, said) in told if sign}


def faults(night: Path) -> list[str]:
    """Everything in which a night went otherwise than it demands."""
    text = night.read_text(encoding="utf-8")
    demanded, wrong, played = demands(text), [], set()
    for step in play(text, beside=night.parent):
        played.add(step.line)
        wanted = demanded.get(step.line, [])
        wrong += [f"line {step.line}: {fault}" for fault in _refusal(step, wanted)]
        for each in wanted:
            fault = "" if each.startswith("refused") else _stands(step, each.split())
            wrong += [f"line {step.line}: {each!r}, but {fault}"] if fault else []
    unplayed = sorted(demanded.keys() - played)
    return [*wrong, *(f"line {number} demands something and does nothing" for number in unplayed)]


def _refusal(step: ReplayStep, wanted: list[str]) -> list[str]:
    clause = next((each.removeprefix("refused").strip() for each in wanted if each.startswith("refused")), None)
    if isinstance(step.event, Refusal):
        if clause is None:
            return [f"refused: {step.event.reason} ({step.event.cite.clause})"]
        return (
            []
            if clause in ("", step.event.cite.clause)
            else [f"refused by {step.event.cite.clause!r}, not by {clause!r}"]
        )
    return [] if clause is None else ["it was not refused"]


def _stands(step: ReplayStep, words: list[str]) -> str:
    """How it stands instead, if it does not stand so."""
    after = step.after
    match words:
        case ["puck", point]:
            shown = "off" if after.point is None else str(after.point)
            return "" if shown == point else f"it is {shown}"
        case ["shooter", name]:
            return "" if after.throws == name else f"it is {after.throws}"
        case ["box", amount]:
            return _differs(after.ledger.toke_box, amount)
        case [name, amount]:
            seat = after.seat(name)
            return f"{name} has no seat" if seat is None else _differs(seat.rack, amount)
        case [name, wager, amount]:
            seat = after.seat(name)
            lying = {} if seat is None else {bet.wager: bet.stake for bet in seat.layout.lying}
            if amount == "-":
                return f"{format_amount(lying[wager])} lies there" if wager in lying else ""
            return _differs(lying.get(wager, 0), amount)
    return "nobody can say what that means"


def _differs(cents: int, amount: str) -> str:
    return "" if cents == parse_amount(amount) else f"it is {format_amount(cents)}"
