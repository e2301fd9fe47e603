/* The rows of a traced strategy as sevenout.analysis.simulation.engines.rows writes them, and one roll played by its pieces. */
#ifndef SEVENOUT_ROWS_H
#define SEVENOUT_ROWS_H

#include "dice.h"

/* A piece: a decision and the racks it holds for. */
enum { LEAST, MOST, PAID, BELOW, ABOVE, ROW, KIND, LAYOUT, FIELDS };

/* A ride: the row, and how far the rack is from the least and from the most rack of that row. A cell is what a roll
   adds to a ride. A sum with one of the two signs set says that the rack has left its row's interval. */
enum { LEAST_AT = 24, MOST_AT = 44 };
#define ROW_MASK ((1ull << LEAST_AT) - 1)
#define DISTANCE ((1ull << (MOST_AT - LEAST_AT)) - 1)
#define BAND (1ll << (MOST_AT - LEAST_AT - 1))
#define LEFT ((1ull << (MOST_AT - 1)) | (1ull << 63))
#define UNFILLED ((u64)-BAND << LEAST_AT)

/* The row of sessions that are over: no roll leads out of it. */
#define THE_END 0
#define AT_REST ((1ull << LEAST_AT) + (1ull << MOST_AT))
#define NOBODY (-1)

/* What nothing decides in so many rolls counts at face value: sevenout.strategy.session_end.LONGEST_CLOSING. */
enum { LONGEST_CLOSING = 100000 };

typedef struct {
    const u64 *table;
    const i64 *origins, *lows, *highs, *layouts, *pieces, *singles;
    i64 rows, n_singles, columns, poor, first_row, first_rack;
    i64 has_room;
    /* Two numbers a row: the row in which its bets are played out, and what goes back to the rack. NULL: at the end of its
       rolls a session counts what lies there at face value. */
    const i64 *closings;
    const u8 *column; /* where each of the 36 rolls stands in a row */
    const u64 *zeros; /* as many as there are cells, for rolls that are not played; NULL: a walk makes its own */
} Rows;

/* What came of sessions, by their place in the order they were given. */
typedef struct {
    i64 *worth;
    i32 *played;
    i8 *ending;
} Outcomes;

/* What nobody has found out yet. */
enum { NOTHING, NOT_FILLED, NOT_DECIDED, NO_SINGLE };
typedef struct {
    i64 what, row, column, piece, rack;
} Met;

static inline u64 riding(i64 row, i64 rack, i64 least, i64 most)
{
    return (u64)row + ((u64)(rack - least) << LEAST_AT) + ((u64)(most - rack) << MOST_AT);
}

/* Whether in this row nothing more is bet. */
static inline int closing(const Rows *rows, i64 row)
{
    return rows->closings && rows->closings[2 * (row / rows->columns)] == row;
}

/* Nothing more is bet: the row in which all is played out. */
static inline i64 close_row(const Rows *rows, i64 row, i64 *rack)
{
    const i64 *to = rows->closings + 2 * (row / rows->columns);
    *rack += to[1];
    return to[0];
}

/* The piece that a roll leads to from a row; the rack gets what the roll puts back. NULL: somebody has to be asked. */
static inline const i64 *reached(const Rows *rows, i64 row, i64 column, i64 *rack, Met *met)
{
    const i64 *origin = rows->origins + 2 * (row + column), *pieces = rows->pieces;
    i64 number = __atomic_load_n(origin, __ATOMIC_ACQUIRE);
    if (number < 0) {
        *met = (Met){NOT_FILLED, row, column, number, *rack};
        return 0;
    }
    *rack += origin[1];
    const i64 *piece = pieces + number * FIELDS;
    while (*rack < piece[LEAST] && piece[BELOW] >= 0) piece = pieces + (number = piece[BELOW]) * FIELDS;
    while (*rack > piece[MOST] && piece[ABOVE] >= 0) piece = pieces + (number = piece[ABOVE]) * FIELDS;
    if (*rack < piece[LEAST] || *rack > piece[MOST]) {
        *met = (Met){NOT_DECIDED, row, column, number, *rack};
        return 0;
    }
    return piece;
}

#endif
