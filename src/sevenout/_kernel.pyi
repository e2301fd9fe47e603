"""What kernel/module.c offers. Buffers hold 64-bit numbers unless `played` (32) or `ending` (8)."""

from _typeshed import ReadableBuffer, WriteableBuffer

VECTORS: int
LANES_BYTES: int
WATCHING_BYTES: int
JOINTLY_BYTES: int
MOST_PARTS: int

_Rows = tuple[object, ...]
_Outcomes = tuple[WriteableBuffer, WriteableBuffer, WriteableBuffer]
_Pairs = tuple[ReadableBuffer, ReadableBuffer, ReadableBuffer]
_Edges = tuple[ReadableBuffer, ...]

def walk(
    rows: _Rows,
    seed: int,
    first: int,
    count: int,
    rolls: int,
    numbers: ReadableBuffer | None,
    lanes: WriteableBuffer,
    outcomes: _Outcomes,
    missed: WriteableBuffer | None,
    vectors: bool,
    /,
) -> tuple[int, int, int, int, int, int]: ...
def walk_pairs(
    rows: _Rows,
    pairs: _Pairs,
    seed: int,
    first: int,
    count: int,
    rolls: int,
    outcomes: _Outcomes,
    missed: WriteableBuffer,
    vectors: bool,
    /,
) -> tuple[int, int]: ...
def pair(rows: _Rows, table: WriteableBuffer, lows: WriteableBuffer, highs: WriteableBuffer, /) -> None: ...
def watch(
    rows: _Rows,
    seed: int,
    first: int,
    count: int,
    rolls: int,
    bankroll: int,
    watching: WriteableBuffer,
    outcomes: _Outcomes,
    lowest: WriteableBuffer,
    falls: WriteableBuffer,
    missed: WriteableBuffer | None,
    /,
) -> tuple[int, int, int, int, int, int]: ...
def jointly(
    parts: tuple[_Rows, ...],
    seed: int,
    first: int,
    count: int,
    rolls: int,
    start: tuple[ReadableBuffer, int, int, int, int],
    under_way: WriteableBuffer,
    outcomes: _Outcomes,
    lowest: WriteableBuffer,
    falls: WriteableBuffer,
    missed: WriteableBuffer | None,
    /,
) -> tuple[int, int, int, int, int, int, int]: ...
def ends(amounts: ReadableBuffer, many: int, /) -> tuple[int, int, int, int]: ...
def total(played: ReadableBuffer, many: int, /) -> int: ...
def count(amounts: ReadableBuffer, many: int, least: int, counts: WriteableBuffer, /) -> None: ...
def scale(amounts: WriteableBuffer, less: int, times: int, /) -> None: ...
def thrown(seed: int, sessions: ReadableBuffer, blocks: ReadableBuffer, vectors: bool, /) -> tuple[bytes, bytes]: ...
def reached(
    edges: _Edges,
    low: ReadableBuffer,
    high: ReadableBuffer,
    low_after: WriteableBuffer,
    high_after: WriteableBuffer,
    /,
) -> None: ...
def move(
    edges: _Edges,
    low: ReadableBuffer,
    high: ReadableBuffer,
    before: ReadableBuffer,
    width: int,
    low_after: ReadableBuffer,
    high_after: ReadableBuffer,
    after: WriteableBuffer,
    ended: WriteableBuffer,
    ended_width: int,
    /,
) -> None: ...
def trim(
    cells: ReadableBuffer, rows: int, width: int, low: WriteableBuffer, high: WriteableBuffer, negligible: float, /
) -> None: ...
def sums(
    cells: ReadableBuffer, rows: int, width: int, low: ReadableBuffer, high: ReadableBuffer, layouts: ReadableBuffer, /
) -> tuple[float, float]: ...
