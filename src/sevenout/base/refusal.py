"""Why something is so, and why something is not allowed: the clause a value comes from, and a house's no.

Both are values: a citation stands beside whatever it explains, and a refusal is an answer, never an exception.
"""

from typing import Literal

from msgspec import Struct

from sevenout.base.html import html_card
from sevenout.base.money import Cents, format_amount

Provenance = Literal["stated", "derived", "assumed"]


class Citation(Struct, frozen=True):
    """The source of a value: its clause, whether it is stated, derived or assumed, and what it says in plain words."""

    clause: str = ""
    provenance: Provenance = "assumed"
    says: str = ""


class Refusal(Struct, frozen=True):
    """The game says no: a code for programs, the clause, a reason for people, and what was asked for."""

    code: str
    reason: str
    cite: Citation = Citation()
    minimum: Cents | None = None
    maximum: Cents | None = None
    """The limits that an amount broke."""
    wager: str = ""
    """The key of the wager it is about."""
    amount: Cents | None = None
    """What was to be put on it, or taken from it."""
    retry_after: int = 0
    """Seconds after which the same may be asked again, where only time is in the way."""

    def __repr__(self) -> str:
        clause = f", clause {self.clause}" if self.clause else ""
        return f"Refusal({self.code!r}, {self.reason!r}{clause})"

    def _repr_html_(self) -> str:
        limits = {"minimum": self.minimum, "maximum": self.maximum}
        broken = {name: format_amount(amount) for name, amount in limits.items() if amount is not None}
        clause = {"clause": self.clause, "says": self.cite.says} if self.clause else {}
        return html_card("refused", {"code": self.code, "reason": self.reason, **clause, **broken})

    @property
    def clause(self) -> str:
        """The clause that says no, where there is one."""
        return self.cite.clause
