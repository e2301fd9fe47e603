"""Time zones by name, as settings and terms of tables have them."""

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sevenout.errors import BadInput


def check_zone(name: str) -> str:
    """A zone by its name, or nothing; raises BadInput for anything else.

    >>> check_zone("America/Chicago"), check_zone("")
    ('America/Chicago', '')
    """
    try:
        known = not name or ZoneInfo(name).key == name
    except (ZoneInfoNotFoundError, ValueError, OSError):
        known = False
    if not known:
        raise BadInput(f"{name[:40]!r} is no time zone: write one such as UTC or America/Chicago")
    return name
