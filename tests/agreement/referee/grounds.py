"""What some words say of a throw, house by house: the ground they name, or none. Written out, phrase by phrase."""

COMMON = {
    "off the table": "off the table",
    "a die left the table": "off the table",
    "a die fell on the floor": "off the table",
    "one down outside": "off the table",
    "wrong player picked up the dice": "wrong shooter",
    "did not leave the hand simultaneously": "not together",
    "on the rails": "on the rail",
    "on the float": "on the bank",
    "in the dice bowl": "in the bowl",
    "cocked die": "cocked",
    "slanted": "cocked",
    "slanted and nobody can tell how it would fall": "unreadable die",
    "no line bet": "no line bet",
}
"""What every house knows."""

BUT_AT_MARINA = {
    "number of dice": "too many dice",
    "only one die was thrown": "one die",
    "the dice slid": "no tumble",
    "hit a player": "stopped",
    "picked up before it stopped": "picked up",
    "short of the wall": "short of the wall",
    "did not hit the back wall": "short of the wall",
    "less than half way": "short of half way",
}
AT_MARINA = {"one die on top of the other": "stacked", "in the speed rack": "on an object", "no effort": "no effort"}
NOWHERE = ("", "it looked odd", "bad luck", "on the working chips", "it did not leave the table")
WORDS = (*COMMON, *BUT_AT_MARINA, *AT_MARINA, *NOWHERE)


def ground_of(words: str, *, marina: bool) -> str | None:
    return {**COMMON, **(AT_MARINA if marina else BUT_AT_MARINA)}.get(words)


def never_counts(ground: str | None, *, marina: bool) -> bool:
    """Marina Bay Sands 3.11 is all mandatory; elsewhere a die off the table, and a single die, which has no total."""
    return ground is not None and (marina or ground in ("off the table", "one die"))
