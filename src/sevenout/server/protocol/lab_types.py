"""What the lab asks over HTTP and is answered: a strategy checked, worked out exactly, simulated, compared.

Amounts of a question are strings with at most two decimals; figures of an answer are numbers in currency units, as
`sevenout exact --json` and `simulate --json` print them.
"""

from typing import Any

from msgspec import Struct


class LabRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A question of the lab: which strategy, where, with how much, and when a session ends."""

    house: str
    strategy: str = ""
    """Its name."""
    text: str = ""
    """Or its text."""
    bankroll: str = "300"
    unit: str = ""
    """Nothing: the strategy's own."""
    rolls: int | None = None
    shooters: int | None = None
    hours: float | None = None
    """At most one of these three; with none of them and no goal a session has 200 rolls."""
    pace: int = 144
    """Rolls an hour."""
    goal: str = ""
    stop_loss: str = ""
    face_value: bool = False
    """Whether bets that lie there at the end count as they lie, and are not played out."""
    seed: str = "1"
    """Of the simulated dice: a whole number of 64 bits, as text."""


class LabSimulation(Struct, frozen=True, forbid_unknown_fields=True):
    """So many sessions of a question, played by the house."""

    question: LabRequest
    sessions: int


class LabDuel(Struct, frozen=True, forbid_unknown_fields=True):
    """Several questions that are played on the same dice: those of the first."""

    questions: tuple[LabRequest, ...]


class LabMistake(Struct, frozen=True):
    """One thing that cannot be read or played, with its place, both counted from one."""

    line: int
    """0: the whole of it."""
    column: int
    end: int
    """The column after its last letter."""
    message: str
    instead: str = ""
    """What to write there, where there is one thing that was probably meant."""


class LabRemark(Struct, frozen=True):
    """What the house makes of a line that can be played."""

    line: int
    message: str
    clause: str = ""


class LabStrategy(Struct, frozen=True):
    """A strategy as the house reads it."""

    sound: bool
    name: str
    title: str
    text: str
    unit: float
    """As it is played here."""
    actions: int = 0
    """How many of its lines do something."""
    sentences: tuple[str, ...] = ()
    """The same, retold."""
    mistakes: tuple[LabMistake, ...] = ()
    remarks: tuple[LabRemark, ...] = ()
    words: tuple[str, ...] = ()
    """The words that lines begin with."""
    wagers: tuple[str, ...] = ()
    """What may be bet on in this house."""


class LabBrief(Struct, frozen=True):
    """A session in five figures, and whether they are exact."""

    exact: bool
    sessions: int
    """How many were simulated; none where it is exact."""
    ahead: float
    ruin: float
    mean_net: float
    low: float
    """One in twenty ends here or below."""
    high: float
    """One in twenty ends here or above."""


class LabPair(Struct, frozen=True):
    """How one did against another, session by session on the same dice; both by their place in the question."""

    one: int
    other: int
    mean: float
    interval: tuple[float, float] | None
    """With 95 % confidence."""
    apart: float
    """Half of the interval's width if each had been played on dice of its own."""
    ahead: float
    level: float


class LabDuelResult(Struct, frozen=True):
    """Strategies on the same dice: the record of each as `simulate --json` has it, and every pair."""

    sessions: int
    results: tuple[dict[str, Any], ...]
    pairs: tuple[LabPair, ...]
    nets: tuple[tuple[float, ...], ...]
    """Of each the nets of the first sessions, by number."""


class LabSimulated(Struct, frozen=True):
    """What came of the sessions: the record of `simulate --json`, and a session in the middle."""

    result: dict[str, Any]
    middle: int
    """The number of the first session that ended with the median net."""
    complete: bool
    """Whether all that were asked for were played; else the house stopped at what it plays for one visitor."""


class LabExact(Struct, frozen=True):
    """All that can come of a session: the record of `exact --json`; or why there is none."""

    result: dict[str, Any] | None
    missing: str = ""


class LabBest(Struct, frozen=True):
    """The largest chance to reach the goal before ruin that any play of the line and its odds has; or why not."""

    chance: float | None
    wagers: str = ""
    step: float = 0.0
    """Stakes are multiples of it."""
    missing: str = ""
