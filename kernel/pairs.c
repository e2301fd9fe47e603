/* Rows of two rolls, made from rows of one.

   A row's racks are narrowed to those for which every pair holds that holds near the bankroll: so no rack that rides
   there can leave its piece between the two rolls. All else is played by the pieces. */
#include "pairs.h"

typedef struct {
    i64 ends, row, added, least, most;
} Roll;

/* Where one roll leads from a row, for racks around `near`: the racks before the roll for which that holds. */
static Roll rolled(const Rows *rows, i64 row, i64 column, i64 near)
{
    Met met;
    i64 rack = near;
    const i64 *piece = reached(rows, row * rows->columns, column, &rack, &met);
    if (!piece || piece[ROW] == THE_END) return (Roll){1, 0, 0, 0, 0};
    i64 back = rack - near;
    return (Roll){0, piece[ROW] / rows->columns, back + piece[PAID], piece[LEAST] - back, piece[MOST] - back};
}

static Roll rolled_twice(const Rows *rows, i64 row, i64 one, i64 two, i64 near)
{
    Roll first = rolled(rows, row, one, near);
    if (first.ends) return first;
    Roll second = rolled(rows, first.row, two, near + first.added);
    i64 least = second.least - first.added, most = second.most - first.added;
    second.least = least > first.least ? least : first.least;
    second.most = most < first.most ? most : first.most;
    second.added += first.added;
    return second;
}

static i64 near_of(const Rows *rows, i64 row)
{
    i64 rack = rows->first_rack;
    return rack < rows->lows[row] ? rows->lows[row] : rack > rows->highs[row] ? rows->highs[row] : rack;
}

void pair(const Rows *rows, u64 *table, i64 *lows, i64 *highs)
{
    const i64 columns = rows->columns, cells = columns * columns;
    u8 used[KINDS] = {0};
    for (int i = 0; i < KINDS; i++) used[rows->column[i]] = 1;
    lows[THE_END] = 1, highs[THE_END] = 0;
    for (i64 row = 1; row < rows->rows; row++) {
        i64 near = near_of(rows, row), low = rows->lows[row], high = rows->highs[row], any = 0;
        for (i64 at = 0; at < cells; at++) {
            if (!used[at / columns] || !used[at % columns]) continue;
            Roll both = rolled_twice(rows, row, at / columns, at % columns, near);
            if (both.ends) continue;
            any = 1;
            if (both.least > low) low = both.least;
            if (both.most < high) high = both.most;
        }
        lows[row] = any ? low : 1;
        highs[row] = any ? high : 0;
    }
    for (i64 at = 0; at < cells; at++) table[at] = 0;
    for (i64 row = 1; row < rows->rows; row++)
        for (i64 at = 0; at < cells; at++) {
            u64 *cell = table + row * cells + at;
            *cell = UNFILLED;
            if (lows[row] > highs[row] || !used[at / columns] || !used[at % columns]) continue;
            Roll both = rolled_twice(rows, row, at / columns, at % columns, near_of(rows, row));
            if (both.ends || lows[both.row] > highs[both.row]) continue;
            i64 up = both.added + lows[row] - lows[both.row], down = highs[both.row] - highs[row] - both.added;
            if (up <= -BAND || up >= BAND || down <= -BAND || down >= BAND) continue;
            *cell = (u64)((both.row - row) * cells) + ((u64)up << LEAST_AT) + ((u64)down << MOST_AT);
        }
}
