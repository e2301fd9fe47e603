"""Whose act it is, by the manual: a role that is not named for it is refused, with the clause that names others."""

from sevenout.base.refusal import Refusal
from sevenout.crew.manual.chapter_loader import Fact


def refused_role(by: str, allowed: Fact[frozenset[str]], act: str = "") -> Refusal | None:
    """Why somebody in this role may not do it; `act` says what, if the refusal should.

    >>> allowed = Fact(frozenset({"boxperson", "supervisor"}), "Box", "the boxperson or the supervisor counts")
    >>> refused_role("boxperson", allowed)
    >>> refused_role("stickperson", allowed).reason
    'that is for the boxperson or supervisor, not for the stickperson'
    >>> refused_role("stickperson", allowed, "inspects the dice").reason
    'the boxperson or supervisor inspects the dice, not the stickperson'
    """
    if by in allowed.value:
        return None
    roles = " or ".join(sorted(allowed.value))
    reason = f"the {roles} {act}, not the {by}" if act else f"that is for the {roles}, not for the {by}"
    return Refusal("not-yours", reason, allowed.cite)
