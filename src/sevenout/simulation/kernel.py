"""The compiled kernel: sessions walked through the table of `rows`, four abreast, with dice from the vector unit.

A roll costs one load, one addition and one test. All that is rare (a rack that left its interval, a cell that nobody
has filled yet, a session that ends) fails that test *before* anything is changed. Then the roll is played by the
pieces, or the kernel returns to be told more, and goes on where it stood.

It is one function, since a call that takes arrays counts references, and the dice stand beside it, since a cached
kernel does not notice a change in another file. Unsigned numbers save a test for negative indexes.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from llvmlite import ir
from numba import int64, types, uint64
from numba.extending import intrinsic

from sevenout.automaton import BY_ROLL, BY_WAY
from sevenout.jit import compiled
from sevenout.simulation.philox import BLOCK, IN_A_WORD, KINDS, MASK, MULTIPLIERS, POWER, ROUNDS, UNFAIR, WEYL, WORDS
from sevenout.simulation.rows import (
    ABOVE,
    BELOW,
    BY_ROLLS,
    KIND,
    LAYOUT,
    LEAST,
    LEAST_AT,
    MOST,
    MOST_AT,
    PAID,
    ROW,
    ROW_BITS,
    THE_END,
)

LANES, GROUP, ABREAST = 32, 8, 4
"""Sessions under way, sessions whose dice are thrown at once, and sessions walked at once."""

STATE, AT_GROUP, AT_FOUR, AT_ROLL, AT_LANE, NEXT, LIVE, ROW_MET, PIECE_MET, RACK_MET = range(10)
"""What `control` holds: why the kernel returned, where it stood, which session is next, how many are under way, and
what it met."""
CONTROLS = 10
DONE, NOT_FILLED, NOT_DECIDED, NO_SINGLE = range(4)

NOBODY = 2**64 - 1
"""The session of a lane that has none."""
LEFT = 1 << (MOST_AT - 1) | 1 << 63
"""The sign bits of both distances."""
AT_REST = (1 << LEAST_AT) + (1 << MOST_AT)
"""Distances for a lane whose session is over."""
_ROW_MASK = (1 << ROW_BITS) - 1
_DISTANCES = 2**64 - (1 << LEAST_AT)
_DISTANCE = (1 << (MOST_AT - LEAST_AT)) - 1
_CELL = 8
"""Bytes in a cell."""
_FACES = 6

_INT = ir.IntType(64)
_VECTOR = ir.VectorType(_INT, GROUP)

_Decorator = Callable[[Callable[..., Any]], Any]
_instructions: _Decorator = intrinsic(prefer_literal=True)


@_instructions
def _cell_at(_: Any, column: Any, row: Any) -> Any:
    """The cell of a row, given the address at which its column begins."""

    def code(_: Any, build: Any, __: Any, given: Any) -> Any:
        first = build.inttoptr(given[0], _INT.as_pointer())
        return build.load(build.gep(first, [given[1]]), align=_CELL)

    return types.uint64(column, row), code


@_instructions
def _throw(_: Any, columns: Any, dice: Any, session: Any, block: Any, lane: Any, seed: Any, cells: Any) -> Any:
    """A block of rolls for a group of lanes, as addresses of columns; the bits of lanes with an unfair word."""

    def code(context: Any, build: Any, signature: Any, given: Any) -> Any:
        _, dice, session, block, lane, seed, cells = given

        def data(which: int, array: Any) -> Any:
            return context.make_array(signature.args[which])(context, build, array).data

        def lanes(pointer: Any) -> Any:
            return build.bitcast(pointer, _VECTOR.as_pointer())

        vectors = _Vectors(build)
        sessions = build.load(lanes(build.gep(data(2, session), [lane])), align=_CELL)
        blocks = build.load(lanes(build.gep(data(3, block), [lane])), align=_CELL)
        words = vectors.philox(blocks, sessions, seed)
        unfair = ir.Constant(ir.VectorType(ir.IntType(1), GROUP), [0] * GROUP)
        for number, word in enumerate(words):
            for place in range(IN_A_WORD):
                column, word = vectors.roll(word, columns.literal_value)  # noqa: PLW2901
                address = build.add(build.shl(column, vectors.all(3)), vectors.spread(cells))
                to = build.gep(data(1, dice), [_INT((number * IN_A_WORD + place) * GROUP)])
                build.store(address, lanes(to), align=_CELL)
            unfair = build.or_(unfair, build.icmp_unsigned("<", vectors.low(word), vectors.all(UNFAIR)))
        return build.zext(build.bitcast(unfair, ir.IntType(GROUP)), _INT)

    return types.int64(columns, dice, session, block, lane, seed, cells), code


class _Vectors:
    """Instructions on vectors of 64-bit numbers, one a lane."""

    def __init__(self, build: Any) -> None:
        self.build = build

    def all(self, value: int) -> Any:
        return ir.Constant(_VECTOR, [value] * GROUP)

    def spread(self, value: Any) -> Any:
        nothing = ir.Constant(_VECTOR, ir.Undefined)
        one = self.build.insert_element(nothing, value, ir.IntType(32)(0))
        return self.build.shuffle_vector(one, nothing, ir.Constant(ir.VectorType(ir.IntType(32), GROUP), [0] * GROUP))

    def low(self, vector: Any) -> Any:
        return self.build.and_(vector, self.all(MASK))

    def high(self, vector: Any) -> Any:
        return self.build.lshr(vector, self.all(32))

    def philox(self, blocks: Any, sessions: Any, seed: Any) -> tuple[Any, Any, Any, Any]:
        build = self.build
        a, b, c, d = blocks, self.all(0), self.low(sessions), self.high(sessions)
        first, second = build.and_(seed, _INT(MASK)), build.lshr(seed, _INT(32))
        for _ in range(ROUNDS):
            left = build.mul(self.low(a), self.all(MULTIPLIERS[0]))
            right = build.mul(self.low(c), self.all(MULTIPLIERS[1]))
            a = build.xor(build.xor(self.high(right), b), self.spread(first))
            c = build.xor(build.xor(self.high(left), d), self.spread(second))
            b, d = right, left
            first, second = build.add(first, _INT(WEYL[0])), build.add(second, _INT(WEYL[1]))
        return a, b, c, d

    def roll(self, word: Any, columns: int) -> tuple[Any, Any]:
        """The column of the next roll in a word, and what is left of the word."""
        build = self.build
        if columns == BY_ROLL:
            word = build.mul(self.low(word), self.all(KINDS))
            return self.high(word), word
        word = build.mul(self.low(word), self.all(_FACES))
        one = self.high(word)
        word = build.mul(self.low(word), self.all(_FACES))
        other = self.high(word)
        column = build.add(one, other)
        if columns == BY_WAY:
            hard = build.zext(build.icmp_unsigned("==", one, other), _VECTOR)
            column = build.add(build.add(column, column), hard)
        return column, word


@compiled
def _philox(block: Any, word: Any, session: Any, seed: Any) -> Any:
    mask, half = uint64(MASK), uint64(32)
    a, b, c, d = block, word, session & mask, session >> half
    first, second = seed & mask, seed >> half
    for _ in range(ROUNDS):
        left, right = uint64(MULTIPLIERS[0]) * a, uint64(MULTIPLIERS[1]) * c
        a, b, c, d = (right >> half) ^ b ^ first, right & mask, (left >> half) ^ d ^ second, left & mask
        first, second = (first + uint64(WEYL[0])) & mask, (second + uint64(WEYL[1])) & mask
    return a, b, c, d


@compiled
def _draw_again(
    columns: Any, dice: Any, session: Any, block: Any, lane: Any, seed: Any, cells: Any, unfair: Any
) -> Any:
    """Replaces the rolls of unfair words."""
    mask, half, faces = uint64(MASK), uint64(32), uint64(_FACES)
    for i in range(GROUP):
        if not (unfair >> i) & 1:
            continue
        words = _philox(block[lane + i], uint64(0), session[lane + i], seed)
        for number in range(WORDS):
            word, retry = words[number], uint64(0)
            while (word * uint64(POWER)) & mask < uint64(UNFAIR):
                retry += uint64(1)
                word = _philox(block[lane + i], retry * uint64(WORDS) + uint64(number), session[lane + i], seed)[0]
            if not retry:
                continue
            for place in range(IN_A_WORD):
                word *= uint64(KINDS)
                column, one, other = word >> half, (word >> half) // faces, (word >> half) % faces
                if columns != BY_ROLL:
                    column = one + other
                if columns == BY_WAY:
                    column = column + column + uint64(one == other)
                dice[(number * IN_A_WORD + place) * GROUP + i] = cells + column * uint64(_CELL)
                word &= mask


@cache
def walker(columns: int) -> Any:  # noqa: PLR0915
    """The kernel for rows of so many columns, compiled or taken from the cache."""
    cells, numbers, fields = uint64[::1], int64[::1], int64[:, ::1]
    rows = fields, numbers, numbers, fields, numbers
    lanes = cells, cells, cells, cells, cells, numbers
    results = numbers, types.int32[::1], types.int8[::1]
    given = uint64, uint64, uint64, uint64, int64, int64, int64, types.boolean, uint64, uint64

    def walk(  # noqa: PLR0912, PLR0915
        origins: Any, lows: Any, layouts: Any, pieces: Any, singles: Any,
        session: Any, block: Any, row: Any, ride: Any, dice: Any, control: Any,
        worth: Any, played: Any, ending: Any,
        cell: Any, stays: Any, seed: Any, first_session: Any, sessions: Any, rolls: Any, poor: Any, has_room: Any,
        first_row: Any, first_ride: Any,
    ) -> None:  # fmt: skip
        one, two, three = uint64(1), uint64(2), uint64(3)
        left, row_mask, distance = uint64(LEFT), uint64(_ROW_MASK), uint64(_DISTANCE)
        least_at, most_at, the_end, nobody = uint64(LEAST_AT), uint64(MOST_AT), uint64(THE_END), uint64(NOBODY)
        blocks, in_the_last = uint64((rolls + BLOCK - 1) // BLOCK), rolls % BLOCK
        next_session, live, group = control[NEXT], control[LIVE], control[AT_GROUP]
        going_on = control[STATE] != DONE
        while live > 0:
            while group < LANES:
                unfair = _throw(columns, dice, session, block, group, seed, cell)
                if unfair:
                    _draw_again(columns, dice, session, block, group, seed, cell, unfair)
                if in_the_last:
                    for i in range(GROUP):
                        if block[group + i] == blocks - one:
                            for roll in range(in_the_last, BLOCK):
                                dice[roll * GROUP + i] = stays
                four, roll, lane = 0, 0, ABREAST
                if going_on:
                    four, roll, lane = control[AT_FOUR], control[AT_ROLL], control[AT_LANE]
                    going_on = False
                while four < GROUP:
                    at = uint64(group + four)
                    while roll < BLOCK:
                        if lane == ABREAST:  # walk until a guard fails
                            r0, a0, r1, a1 = row[at], ride[at], row[at + one], ride[at + one]
                            r2, a2, r3, a3 = row[at + two], ride[at + two], row[at + three], ride[at + three]
                            while roll < BLOCK:
                                d = uint64(roll * GROUP + four)
                                reached = _cell_at(dice[d], r0)
                                after = a0 + reached
                                if after & left:
                                    lane = 0
                                    break
                                r0, a0 = reached & row_mask, after
                                reached = _cell_at(dice[d + one], r1)
                                after = a1 + reached
                                if after & left:
                                    lane = 1
                                    break
                                r1, a1 = reached & row_mask, after
                                reached = _cell_at(dice[d + two], r2)
                                after = a2 + reached
                                if after & left:
                                    lane = 2
                                    break
                                r2, a2 = reached & row_mask, after
                                reached = _cell_at(dice[d + three], r3)
                                after = a3 + reached
                                if after & left:
                                    lane = 3
                                    break
                                r3, a3 = reached & row_mask, after
                                roll += 1
                            row[at], ride[at], row[at + one], ride[at + one] = r0, a0, r1, a1
                            row[at + two], ride[at + two], row[at + three], ride[at + three] = r2, a2, r3, a3
                        while lane < ABREAST:  # play this roll for the lanes that have not had it
                            v = at + uint64(lane)
                            r, a = row[v], ride[v]
                            reached = _cell_at(dice[uint64(roll * GROUP + four + lane)], r)
                            if not (a + reached) & left:
                                row[v], ride[v] = reached & row_mask, a + reached
                                lane += 1
                                continue
                            x = r + ((dice[uint64(roll * GROUP + four + lane)] - cell) >> three)
                            rack = int64((a >> least_at) & distance) + lows[r // uint64(columns)]
                            state, p = DONE, origins[x, 0]
                            if p < 0:
                                state = NOT_FILLED
                            else:
                                rack += origins[x, 1]
                                while rack < pieces[uint64(p), LEAST]:
                                    if pieces[uint64(p), BELOW] < 0:
                                        break
                                    p = pieces[uint64(p), BELOW]
                                while rack > pieces[uint64(p), MOST]:
                                    if pieces[uint64(p), ABOVE] < 0:
                                        break
                                    p = pieces[uint64(p), ABOVE]
                                q = uint64(p)
                                if rack < pieces[q, LEAST] or rack > pieces[q, MOST]:
                                    state = NOT_DECIDED
                                elif pieces[q, ROW] == THE_END:
                                    k = session[v] - first_session
                                    worth[k] = rack + pieces[q, PAID] + pieces[q, LAYOUT]
                                    played[k] = int64(block[v]) * BLOCK + roll + 1
                                    ending[k] = pieces[q, KIND]
                                    row[v], ride[v] = the_end, uint64(AT_REST)
                                else:
                                    single = int64(-1)
                                    if rack + pieces[q, PAID] < poor:
                                        s = uint64(pieces[q, KIND] * poor + rack + pieces[q, PAID])
                                        if s < uint64(len(singles)):
                                            single = singles[s]
                                        if single < 0 and has_room:
                                            state = NO_SINGLE
                                    if single >= 0:
                                        row[v], ride[v] = uint64(single), uint64(0)
                                    elif state == DONE:
                                        row[v] = uint64(pieces[q, ROW])
                                        ride[v] = (uint64(rack - pieces[q, LEAST]) << least_at) + (
                                            uint64(pieces[q, MOST] - rack) << most_at
                                        )
                            if state != DONE:
                                control[STATE], control[AT_GROUP], control[AT_FOUR] = state, group, four
                                control[AT_ROLL], control[AT_LANE] = roll, lane
                                control[NEXT], control[LIVE] = next_session, live
                                control[ROW_MET], control[PIECE_MET], control[RACK_MET] = int64(r), p, rack
                                return
                            lane += 1
                        if roll < BLOCK:
                            roll += 1
                    four += ABREAST
                    roll = 0
                for i in range(group, group + GROUP):  # a block is over: whose session is over too?
                    v = uint64(i)
                    block[v] += one
                    ride[v] &= uint64(_DISTANCES)
                    if session[v] == nobody or (block[v] != blocks and row[v] != the_end):
                        continue
                    if row[v] != the_end:
                        k, r = session[v] - first_session, row[v] // uint64(columns)
                        worth[k] = int64((ride[v] >> least_at) & distance) + lows[r] + layouts[r]
                        played[k] = rolls
                        ending[k] = BY_ROLLS
                    if next_session < sessions:
                        session[v], block[v] = first_session + uint64(next_session), uint64(0)
                        row[v], ride[v] = first_row, first_ride
                        next_session += 1
                    else:
                        session[v], row[v], ride[v] = nobody, the_end, uint64(AT_REST)
                        live -= 1
                group += GROUP
            group = 0
        control[STATE], control[AT_GROUP] = DONE, 0
        control[NEXT], control[LIVE] = next_session, live

    return compiled(walk, types.void(*rows, *lanes, *results, *given))
