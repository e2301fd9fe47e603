"""What kernel/module.c offers. Buffers are of array.array or NumPy, with 64-bit numbers but for `played` (32 bits) and
`ending` (8)."""

_Buffer = object
VECTORS: int
LANES_BYTES: int
WATCHING_BYTES: int
JOINTLY_BYTES: int
MOST_PARTS: int

_Rows = tuple[object, ...]
_Outcomes = tuple[_Buffer, _Buffer, _Buffer]
_Pairs = tuple[_Buffer, _Buffer, _Buffer]
_Edges = tuple[_Buffer, ...]

def walk(
    rows: _Rows,
    seed: int | tuple[int, bytes],
    first: int,
    count: int,
    rolls: int,
    numbers: _Buffer | None,
    lanes: _Buffer,
    outcomes: _Outcomes,
    missed: _Buffer | None,
    vectors: bool,
    /,
) -> tuple[int, int, int, int, int, int]: ...
def walk_pairs(
    rows: _Rows,
    pairs: _Pairs,
    seed: int | tuple[int, bytes],
    first: int,
    count: int,
    rolls: int,
    outcomes: _Outcomes,
    missed: _Buffer,
    vectors: bool,
    /,
) -> tuple[int, int]: ...
def pair_cells(rows: int, columns: int, /) -> int: ...
def pair(rows: _Rows, table: _Buffer, lows: _Buffer, highs: _Buffer, /) -> None: ...
def watch(
    rows: _Rows,
    seed: int | tuple[int, bytes],
    first: int,
    count: int,
    rolls: int,
    bankroll: int,
    watching: _Buffer,
    outcomes: _Outcomes,
    lowest: _Buffer,
    falls: _Buffer,
    trail: tuple[_Buffer, _Buffer, int, int],
    missed: _Buffer | None,
    /,
) -> tuple[int, int, int, int, int, int]: ...
def jointly(
    parts: tuple[_Rows, ...],
    seed: int | tuple[int, bytes],
    first: int,
    count: int,
    rolls: int,
    start: tuple[_Buffer, int, int, int, int],
    under_way: _Buffer,
    outcomes: _Outcomes,
    lowest: _Buffer,
    falls: _Buffer,
    missed: _Buffer | None,
    /,
) -> tuple[int, int, int, int, int, int, int]: ...
def ends(amounts: _Buffer, many: int, /) -> tuple[int, int, int, int]: ...
def total(played: _Buffer, many: int, /) -> int: ...
def count(amounts: _Buffer, many: int, least: int, step: int, counts: _Buffer, /) -> None: ...
def scale(amounts: _Buffer, less: int, times: int, /) -> None: ...
def thrown(
    seed: int | tuple[int, bytes], sessions: _Buffer, blocks: _Buffer, vectors: bool, /
) -> tuple[bytes, bytes]: ...
def reached(
    edges: _Edges,
    low: _Buffer,
    high: _Buffer,
    low_after: _Buffer,
    high_after: _Buffer,
    /,
) -> None: ...
def move(
    edges: _Edges,
    low: _Buffer,
    high: _Buffer,
    before: _Buffer,
    width: int,
    low_after: _Buffer,
    high_after: _Buffer,
    after: _Buffer,
    ended: _Buffer,
    ended_width: int,
    /,
) -> None: ...
def trim(cells: _Buffer, rows: int, width: int, low: _Buffer, high: _Buffer, negligible: float, /) -> None: ...
def masses(cells: _Buffer, rows: int, width: int, low: _Buffer, high: _Buffer, masses: _Buffer, /) -> None: ...
def sums(
    cells: _Buffer, rows: int, width: int, low: _Buffer, high: _Buffer, layouts: _Buffer, /
) -> tuple[float, float]: ...

_Policy = tuple[_Buffer, _Buffer, _Buffer, _Buffer]
_Beside = tuple[_Buffer, _Buffer, _Buffer, _Buffer]

def improve(
    numbers: _Buffer,
    losses: _Buffer,
    bonus: _Buffer,
    start: int,
    stop: int,
    value: _Buffer,
    better: _Buffer,
    policy: _Policy,
    after: _Buffer | None = None,
    /,
) -> tuple[float, int]: ...
def evaluate(
    numbers: _Buffer,
    losses: _Buffer,
    bonus: _Buffer,
    value: _Buffer,
    policy: _Policy,
    least: float,
    most: int,
    after: _Buffer | None = None,
    /,
) -> int: ...
def find_excess(
    numbers: _Buffer, losses: _Buffer, bonus: _Buffer, start: int, stop: int, upper: _Buffer, /
) -> tuple[int, int, int, int]: ...
def largest_means(numbers: _Buffer, losses: _Buffer, value: _Buffer, after: _Buffer, means: _Buffer, /) -> None: ...
def add_roll(numbers: _Buffer, losses: _Buffer, start: int, value: _Buffer, held: _Buffer, /) -> tuple[int, int]: ...
def improve_beside(
    problem: _Beside, part: int, most: int, value: _Buffer, held: _Buffer, line: _Buffer, chosen: _Buffer, /
) -> tuple[float, int]: ...
def evaluate_beside(
    problem: _Beside,
    value: _Buffer,
    held: _Buffer,
    line: _Buffer,
    chosen: _Buffer,
    bonus: float,
    least: float,
    most: int,
    /,
) -> int: ...
def find_excess_beside(problem: _Beside, part: int, value: _Buffer, held: _Buffer, /) -> tuple[int, int]: ...
def find_fall_beside(problem: _Beside, value: _Buffer, held: _Buffer, line: _Buffer, chosen: _Buffer, /) -> int: ...
def step_seats(*buffers: _Buffer) -> None: ...
