/* Rows of two rolls, made from rows of one.

   A row's racks are narrowed to those for which every pair holds that holds near the bankroll: so no rack that rides
   there can leave its piece between the two rolls. All else is played by the pieces. */
#include "pairs.h"

enum { LEADS_ON, IS_OVER, NOT_AMONG_PAIRS };

typedef struct {
    i64 what, row, added, least, most;
    i64 ending, since; /* of a session that is over: why, and how many rolls ago */
} Roll;

/* Where one roll leads from a row, for racks around `near`: the racks before the roll for which that holds. Of sessions
   that end only those are followed that bet nothing more: that end does not depend on where the rack is. */
static Roll rolled(const Rows *rows, i64 row, i64 column, i64 near)
{
    Met met;
    i64 rack = near;
    const i64 *piece = reached(rows, row * rows->columns, column, &rack, &met);
    if (!piece) return (Roll){.what = NOT_AMONG_PAIRS};
    const i64 back = rack - near;
    Roll roll = {LEADS_ON, piece[ROW] / rows->columns, back + piece[PAID], piece[LEAST] - back, piece[MOST] - back, 0, 0};
    if (piece[ROW] != THE_END) return roll;
    if (piece[KIND] >= COUNTED_ENDS || !closing(rows, row * rows->columns)) return (Roll){.what = NOT_AMONG_PAIRS};
    roll.what = IS_OVER, roll.ending = piece[KIND], roll.added += piece[LAYOUT];
    return roll;
}

static Roll rolled_twice(const Rows *rows, i64 row, i64 one, i64 two, i64 near)
{
    Roll first = rolled(rows, row, one, near);
    if (first.what == IS_OVER) first.since = 1;
    if (first.what != LEADS_ON) return first;
    Roll second = rolled(rows, first.row, two, near + first.added);
    i64 least = second.least - first.added, most = second.most - first.added;
    second.least = least > first.least ? least : first.least;
    second.most = most < first.most ? most : first.most;
    second.added += first.added;
    return second;
}

/* The last roll, if it is no half of a pair, and then the row in which all is played out. */
static Roll rolled_and_closed(const Rows *rows, i64 row, i64 column, i64 near)
{
    Roll roll = {LEADS_ON, row, 0, near, near, 0, 0};
    if (column < rows->columns) roll = rolled(rows, row, column, near);
    else roll.least = rows->lows[row], roll.most = rows->highs[row];
    if (roll.what != LEADS_ON) return (Roll){.what = NOT_AMONG_PAIRS};
    roll.row = close_row(rows, roll.row * rows->columns, &roll.added) / rows->columns;
    return roll;
}

static i64 near_of(const Rows *rows, i64 row)
{
    i64 rack = rows->first_rack;
    return rack < rows->lows[row] ? rows->lows[row] : rack > rows->highs[row] ? rows->highs[row] : rack;
}

/* The cell that leads from a row to where its rolls lead, if all racks of the row go there. */
static u64 cell_of(const Rows *rows, i64 row, const Roll *roll, const i64 *lows, const i64 *highs)
{
    const i64 cells = cells_of_pairs(rows->columns), over = roll->what == IS_OVER;
    if (roll->what == NOT_AMONG_PAIRS || roll->least > lows[row] || roll->most < highs[row]) return UNFILLED;
    if (!over && lows[roll->row] > highs[roll->row]) return UNFILLED;
    const i64 low = over ? low_of_ends(rows) : lows[roll->row], high = over ? low + BAND - 1 : highs[roll->row];
    const i64 ended = first_end(rows->rows, rows->columns) + roll->ending * cells_of_an_end(rows->columns) + roll->since;
    const i64 to = over ? ended : roll->row * cells;
    const i64 up = roll->added + lows[row] - low, down = high - highs[row] - roll->added;
    if (up <= -BAND || up >= BAND || down <= -BAND || down >= BAND) return UNFILLED;
    return (u64)(to - row * cells) + ((u64)up << LEAST_AT) + ((u64)down << MOST_AT);
}

void pair(const Rows *rows, u64 *table, i64 *lows, i64 *highs)
{
    const i64 columns = rows->columns, pairs = columns * columns, cells = cells_of_pairs(columns);
    u8 used[KINDS + 1] = {0};
    for (int i = 0; i < KINDS; i++) used[rows->column[i]] = 1;
    used[columns] = 1; /* no roll */
    lows[THE_END] = 1, highs[THE_END] = 0;
    for (i64 row = 1; row < rows->rows; row++) {
        i64 near = near_of(rows, row), low = rows->lows[row], high = rows->highs[row], any = 0;
        for (i64 at = 0; at < pairs; at++) {
            if (!used[at / columns] || !used[at % columns]) continue;
            Roll both = rolled_twice(rows, row, at / columns, at % columns, near);
            if (both.what == NOT_AMONG_PAIRS) continue;
            any = 1;
            if (both.least > low) low = both.least;
            if (both.most < high) high = both.most;
        }
        lows[row] = any ? low : 1;
        highs[row] = any ? high : 0;
    }
    for (i64 at = 0; at < cells; at++) table[at] = 0;
    for (i64 row = 1; row < rows->rows; row++) {
        const i64 near = near_of(rows, row), empty = lows[row] > highs[row];
        u64 *cell = table + row * cells;
        for (i64 at = 0; at < cells; at++) cell[at] = UNFILLED;
        cell[still_cell(columns)] = 0;
        for (i64 at = 0; !empty && at < pairs; at++) {
            if (!used[at / columns] || !used[at % columns]) continue;
            Roll both = rolled_twice(rows, row, at / columns, at % columns, near);
            cell[at] = cell_of(rows, row, &both, lows, highs);
        }
        for (i64 at = 0; !empty && rows->closings && at <= columns; at++) {
            if (!used[at]) continue;
            Roll last = rolled_and_closed(rows, row, at, near);
            cell[closing_cell(columns) + at] = cell_of(rows, row, &last, lows, highs);
        }
    }
    for (i64 at = first_end(rows->rows, columns); at < all_cells_of_pairs(rows->rows, columns); at++) table[at] = 2;
}
