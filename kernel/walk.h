/* What the two builds of walk.c offer, and how a walk that has to ask goes on. */
#ifndef SEVENOUT_WALK_H
#define SEVENOUT_WALK_H

#include "eight.h"
#include "rows.h"

enum { LANES = 32 };

/* Sessions to play: `count` from `first` on, or those that `numbers` names. */
typedef struct {
    u64 seed;
    i64 first, count, rolls;
    const u64 *numbers;
    const Loaded *loaded; /* NULL: fair dice */
} Dice;

/* The number of the session at a place of the order. */
static inline u64 session_of(const Dice *dice, i64 index)
{
    return dice->numbers ? dice->numbers[index] : (u64)(dice->first + index);
}

static inline void throw_block(const Dice *dice, u64 block, u64 session, u8 rolls[BLOCK])
{
    if (dice->loaded) loaded_rolls_of(block, session, dice->seed, dice->loaded, rolls);
    else rolls_of(block, session, dice->seed, rolls);
}

/* Sessions under way. All zero before the first call; the same again after a call that had to ask. */
typedef struct {
    i64 begun, next, live, group, step, lane;
    i64 index[LANES];
    u64 session[LANES], block[LANES], ride[LANES];
    /* of a session that is not among the pairs: its row and its rack */
    i64 mode[LANES], row[LANES], rack[LANES];
} Lanes;

/* Rows of two rolls: cells by row and by the columns of both rolls, then the cells that close a row (by the column of a
   last roll that is no half of a pair, or without one), and one for pairs that are not played.

   Behind the rows stand the sessions that were over when their bets had been played out, by why: their rides go on and
   only count the rolls since, two a step, so that an end costs no more than any other pair. */
typedef struct {
    const u64 *table;
    const i64 *lows, *highs;
    i64 rows;
} Pairs;

enum { COUNTED_ENDS = 4 }; /* so many reasons, the first ones; other ends are played by the pieces */

static inline i64 closing_cell(i64 columns) { return columns * columns; }
static inline i64 still_cell(i64 columns) { return closing_cell(columns) + columns + 1; }
static inline i64 cells_of_pairs(i64 columns) { return still_cell(columns) + 1; }
/* Rows that overlap, each a cell behind the one before: all of their cells are alike. */
static inline i64 cells_of_an_end(i64 columns) { return cells_of_pairs(columns) + BLOCK; }
static inline i64 first_end(i64 rows, i64 columns) { return rows * cells_of_pairs(columns); }
static inline i64 all_cells_of_pairs(i64 rows, i64 columns)
{
    return first_end(rows, columns) + COUNTED_ENDS * cells_of_an_end(columns);
}

/* The least rack of sessions that are over among the pairs; the most is a band further. */
static inline i64 low_of_ends(const Rows *rows) { return rows->first_rack / BAND * BAND; }

/* Sessions that met something nobody has found out yet, by their place. */
typedef struct {
    i64 *index;
    i64 many;
} Missed;

typedef struct {
    i64 (*single)(const Rows *, const Dice *, Lanes *, const Outcomes *, Missed *, Met *);
    i64 (*pairs)(const Rows *, const Pairs *, const Dice *, const Outcomes *, Missed *);
    void (*thrown)(const Dice *, const u64 *session, const u64 *block, u64 *rolls, u64 *pairs);
} Walker;

extern const Walker plain_walker;
extern const Walker vector_walker;

#endif
