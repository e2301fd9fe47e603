"""A simulation kept in a file while it runs, so that it goes on where it ended, or is put together from several.

The file is one line of JSON: the job, what came of it so far, and a digest over both, written whole or not at all.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from time import perf_counter

import msgspec
from msgspec import Struct

from sevenout.analysis.simulation.jobs import Job, WrittenStrategy
from sevenout.analysis.simulation.results import PartialResult, Spans, merge, missing
from sevenout.base.errors import BadInput
from sevenout.base.files import check_writable, is_regular, read_text, write_whole
from sevenout.base.money import format_amount
from sevenout.base.version import __version__

_FORMAT = "sevenout: kept sessions, 2"
_LARGEST = 1 << 30
_WHAT = "kept sessions"


class _Head(Struct, frozen=True):
    """What every form of the file has."""

    format: str
    version: str


class ResumeData(Struct, frozen=True):
    """What the file holds."""

    job: Job
    part: PartialResult
    seconds: float
    """How long somebody waited for it."""
    digest: str = ""
    format: str = _FORMAT
    version: str = __version__

    def with_digest(self) -> "ResumeData":
        """With its digest."""
        told = msgspec.json.encode((self.job, self.part, self.seconds))
        return msgspec.structs.replace(self, digest=sha256(told).hexdigest())


class ResumeFile:
    """Keeps one simulation in a file: what it held before, and what is written into it as the sessions are played.

    What others have kept of the same simulation is counted in. `simulate(…, before=keeping.before,
    so_far=keeping.keep)` goes on from there. A file that cannot be written ends nothing: `tell` gets the reason once,
    and `trouble` holds it until a later attempt succeeds.
    """

    def __init__(
        self,
        job: Job,
        file: Path | None,
        others: Sequence[Path] = (),
        tell: Callable[[str], object] = lambda _: None,
    ) -> None:
        self.job = job
        self.file = file
        self.tell = tell
        self.trouble: BadInput | None = None
        self._told = False
        found: list[tuple[Path, ResumeData]] = []
        if file is not None:
            check_writable(file)
            if not is_regular(file):
                raise BadInput(f"{file}: sessions are kept in a plain file, and this is none")
            if file.exists():
                found.append((file, read_resume_data(file, job)))
        found += [(other, read_resume_data(other, job)) for other in others]
        self._stamp = _stamp(file)
        self.before, self.seconds = _merge_found(found)
        """What was there before, and how long somebody waited for it."""
        self.kept = self.before
        """What the file holds by now."""
        self._started = perf_counter()

    def keep(self, part: PartialResult) -> None:
        """Writes what has been played so far, with what was there before."""
        if self.file is None:
            return
        kept = ResumeData(self.job, part, self.seconds + perf_counter() - self._started).with_digest()
        try:
            if _stamp(self.file) != self._stamp:
                raise BadInput(f"{self.file}: {_WHAT} cannot be written: somebody else has written there meanwhile")
            write_whole(self.file, msgspec.json.encode(kept).decode(), _WHAT)
        except BadInput as error:
            self.trouble = error
            if not self._told:
                self.tell(f"{error}; the sessions are played on")
            self._told = True
        else:
            self.trouble, self.kept, self._stamp = None, part, _stamp(self.file)


def read_resume_data(file: Path, job: Job) -> ResumeData:
    """What a file holds of the simulation that a job is part of; one line if it is damaged, or holds another's."""
    text = read_text(file, _LARGEST, _WHAT)
    try:
        head = msgspec.json.decode(text, type=_Head)
        if head.format != _FORMAT:
            raise BadInput(f"{file}: {_WHAT} of another form ({head.format}), which this version cannot read")
        if head.version != __version__:
            raise BadInput(f"{file}: kept by sevenout {head.version}, and this is {__version__}: go on with that one")
        kept = msgspec.json.decode(text, type=ResumeData)
    except msgspec.DecodeError as error:
        raise BadInput(f"{file}: these are no {_WHAT}, or they are damaged: {error}") from error
    if kept.with_digest().digest != kept.digest:
        raise BadInput(f"{file}: {_WHAT} that are damaged: they do not fit their digest")
    theirs, ours = _identity_of(kept.job), _identity_of(job)
    if differing := [f"its {name} is {theirs[name]}, not {ours[name]}" for name in ours if theirs[name] != ours[name]]:
        raise BadInput(f"{file}: {_WHAT} of another simulation: {'; '.join(differing)}")
    return kept


def describe_spans(spans: Spans) -> str:
    """Which sessions, in words.

    >>> describe_spans(((0, 3), (5, 6), (8, 1000), (2000, 2001)))
    '0 to 2, 5, 8 to 999 and 2,000'
    >>> describe_spans(((0, 1000),))
    '0 to 999'
    """
    each = [f"{first:,}" if end - first == 1 else f"{first:,} to {end - 1:,}" for first, end in spans]
    return f"{', '.join(each[:-1])} and {each[-1]}" if len(each) > 1 else each[0]


def _identity_of(job: Job) -> dict[str, str]:
    """What makes two jobs parts of one simulation. Engine and budget do not: they decide how long it takes."""
    strategy, settings = job.strategy, ", ".join(f"{name}={value}" for name, value in job.settings)
    return {
        "rulebook": f"{job.book.texts[0][0]} ({job.book.digest[:12]})",
        "minimum": format_amount(job.minimum),
        "maximum": format_amount(job.maximum),
        "chip": format_amount(job.chip),
        "strategy": f"{strategy.name} ({strategy.digest[:12]})"
        if isinstance(strategy, WrittenStrategy)
        else strategy.where,
        "set of parameters": settings or "the strategy's own",
        "bankroll": format_amount(job.bankroll),
        "session": job.end.words + (", bets at face value" if job.end.face_value else ""),
        "seed": str(job.seed),
        "pair of dice": "fair" if job.dice is None else f"{job.dice.name} ({_words_digest(job.dice.words)})",
        "number of sessions": f"{job.sessions:,}",
    }


def _words_digest(words: tuple[int, ...]) -> str:
    return sha256(repr(words).encode()).hexdigest()[:12]


def _merge_found(found: Sequence[tuple[Path, ResumeData]]) -> tuple[PartialResult | None, float]:
    """All that is kept, once: a file whose sessions are all there already adds nothing."""
    whole: PartialResult | None = None
    seconds = 0.0
    for file, kept in found:
        part = kept.part
        new = [left for first, end in part.spans for left in missing(first, end, whole.spans if whole else ())]
        if not new:
            continue
        if tuple(new) != part.spans:
            raise BadInput(f"{file}: some of its sessions, and not all, are in another file: they would count twice")
        whole, seconds = part if whole is None else merge([whole, part]), seconds + kept.seconds
    return whole, seconds


def _stamp(file: Path | None) -> tuple[int, int] | None:
    """By what a file is known that nobody has written since."""
    try:
        found = None if file is None else file.stat()
    except OSError:
        return None
    return found and (found.st_ino, found.st_mtime_ns)
