"""Checks arguments: a whole number where one is meant, or a sentence that says what to write instead."""

from sevenout.base.errors import WrongType


def whole_number(value: object, what: str) -> int:
    """A number that counts something. `what` begins the sentence: 'a session's rolls'.

    >>> whole_number(200, "a session's rolls")
    200
    >>> whole_number(200.5, "a session's rolls")
    Traceback (most recent call last):
    sevenout.base.errors.WrongType: a session's rolls are a whole number, not 200.5
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise WrongType(f"{what} {'are' if what.endswith('s') else 'is'} a whole number, not {value!r}")
