"""Time that deadlines can go by: it never runs backwards, and does not jump because somebody set a clock for a moment.

It follows the clock that it is shown while that goes as fast as time does. If the clock is set forward it is followed
only once it has stayed so; if it is set back it is not followed at all until the house is started again: entries of the
log, and whoever waits for a deadline, go by the time that has passed.
"""

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta

_STEP = timedelta(seconds=2)
"""As much as a clock may be off before it was set, and not only put right."""
_STAYS = 60.0
"""Seconds after which a clock that was set forward is believed."""
_log = logging.getLogger(__name__)


def seconds_passed() -> float:
    """Seconds since the machine was started, those in which it slept included where the system can tell."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)


class SteadyClock:
    """One clock, read from time to time. `passed`: seconds that nobody sets."""

    def __init__(self, passed: Callable[[], float] = seconds_passed) -> None:
        self._passed = passed
        self._last: datetime | None = None
        self._read_at = 0.0
        self._set_at: float | None = None
        """When the clock was found set, if it is not followed now."""

    def read(self, shown: datetime) -> datetime:
        """The time, by what a clock shows and what has passed since it was read before."""
        passed = self._passed()
        if self._last is None:
            return self._follow(shown, passed)
        steady = self._last + timedelta(seconds=passed - self._read_at)
        off = shown - steady
        if abs(off) <= _STEP:
            return self._follow(max(shown, self._last), passed)
        if self._set_at is None:
            self._set_at = passed
            _log.warning("the clock was set by %.0f s: the house goes by the time that has passed", off.total_seconds())
        if off > _STEP and passed - self._set_at >= _STAYS:
            _log.warning("the clock is still %.0f s ahead: the house follows it from now on", off.total_seconds())
            return self._follow(shown, passed)
        self._last, self._read_at = steady, passed
        return steady

    def _follow(self, now: datetime, passed: float) -> datetime:
        self._last, self._read_at, self._set_at = now, passed, None
        return now
