"""Plays sessions by an engine and counts what came of them: from arrays to the plain values of a part."""

from sevenout.automaton import Untraceable
from sevenout.simulation.engine import Engine
from sevenout.simulation.numeric import NDArray, np
from sevenout.simulation.played import Played
from sevenout.simulation.results import Amounts, Numbered, Part, Sample, merge

CHECKED_EVERY = 1_000
"""One session in so many is kept to be played again."""
_CLOSE = 1 << 22


def play_all(engine: Engine, first: int, end: int, sessions: int) -> Part:
    """Sessions `first` to `end` - 1 of a simulation with so many in all, one stretch after another in this thread.

    What is watched and what is compiled depends on the numbers of the sessions and on how many there are in all, never
    on the stretch: so any split has the same outcome.
    """
    watched = engine.watched(sessions)
    parts = _stretches(engine, first, min(end, watched), watched=True)
    if engine.needs_compiler(sessions):
        engine.compile()
    return merge(parts + _stretches(engine, max(first, watched), end, watched=False))


def _stretches(engine: Engine, first: int, end: int, *, watched: bool) -> list[Part]:
    parts: list[Part] = []
    while first < end:
        count = min(engine.at_once(watched=watched), end - first)
        try:
            parts.append(play(engine, first, count, watched=watched))
        except Untraceable as reason:
            engine.give_up(reason)
        else:
            first += count
    return parts


def play(engine: Engine, first: int, count: int, *, watched: bool) -> Part:
    """Plays some sessions at once and counts them; any thread may."""
    played = engine.play(first, count, watched=watched)
    endings = np.bincount(played.ending, minlength=len(played.endings)).tolist()
    sampled = range(-first % CHECKED_EVERY, count, CHECKED_EVERY)
    return Part(
        spans=((first, first + count),),
        rolls=int(played.rolls.sum(dtype=np.int64)),
        nets=counted(played.nets),
        worst=_numbered(first, played, int(played.nets.argmin())),
        best=_numbered(first, played, int(played.nets.argmax())),
        endings=tuple(sorted((name, often) for name, often in zip(played.endings, endings, strict=False) if often)),
        lowest=counted(played.lowest if watched else None),
        falls=counted(played.falls if watched else None),
        samples=tuple(_sample(first, played, at) for at in sampled),
        refused=engine.refused,
        engine=engine.name,
        why=engine.why,
    )


def counted(amounts: NDArray[np.int64] | None) -> Amounts:
    """How often each amount came up, ascending.

    >>> counted(np.array([7, 5, 7]))
    ((5, 1), (7, 2))
    """
    if amounts is None or not len(amounts):
        return ()
    least, most = int(amounts.min()), int(amounts.max())
    if most - least >= _CLOSE:
        values, often = np.unique(amounts, return_counts=True)
    else:
        counts = np.bincount(amounts - least)
        (above,) = np.nonzero(counts)
        values, often = above + least, counts[above]
    return tuple(zip(values.tolist(), often.tolist(), strict=True))


def _numbered(first: int, played: Played, at: int) -> Numbered:
    return Numbered(first + at, int(played.nets[at]))


def _sample(first: int, played: Played, at: int) -> Sample:
    return Sample(first + at, int(played.nets[at]), int(played.rolls[at]), played.endings[played.ending[at]])
