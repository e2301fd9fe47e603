/* One roll of a session's whole distribution, cell by cell: see sevenout.analysis.exact.sessions.session_step. */
#include "cells.h"

static i64 more(i64 a, i64 b) { return a > b ? a : b; }
static i64 less(i64 a, i64 b) { return a < b ? a : b; }

void cells_reached(const Edges *edges, const i64 *low, const i64 *high, i64 *low_after, i64 *high_after)
{
    for (i64 row = 0; row < edges->rows; row++)
        for (i64 edge = edges->first[row]; edge < edges->first[row + 1]; edge++) {
            i64 start = more(low[row], edges->least[edge]), stop = less(high[row], edges->most[edge]);
            i64 to = edges->target[edge];
            if (start > stop || to < 0) continue;
            low_after[to] = less(low_after[to], start + edges->added[edge]);
            high_after[to] = more(high_after[to], stop + edges->added[edge]);
        }
}

void cells_moved(
    const Edges *edges, const i64 *low, const i64 *high, const double *before, i64 width, const i64 *low_after,
    const i64 *high_after, double *after, double *ended, i64 ended_width)
{
    for (i64 row = 0; row < edges->rows; row++)
        for (i64 cell = low_after[row]; cell <= high_after[row]; cell++) after[row * width + cell] = 0;
    for (i64 row = 0; row < edges->rows; row++)
        for (i64 edge = edges->first[row]; high[row] >= low[row] && edge < edges->first[row + 1]; edge++) {
            i64 start = more(low[row], edges->least[edge]), stop = less(high[row], edges->most[edge]) + 1;
            const double *held = before + row * width, share = edges->chance[edge];
            double *restrict to = edges->target[edge] >= 0
                ? after + edges->target[edge] * width + edges->added[edge]
                : ended + edges->ending[edge] * ended_width + edges->over[edge];
            for (i64 cell = start; cell < stop; cell++) to[cell] += share * held[cell];
        }
}

void cells_weighed(const double *cells, i64 rows, i64 width, const i64 *low, const i64 *high, double *masses)
{
    for (i64 row = 0; row < rows; row++) {
        double sum = 0;
        for (i64 cell = low[row]; cell <= high[row]; cell++) sum += cells[row * width + cell];
        masses[row] = sum;
    }
}

void cells_trimmed(const double *cells, i64 rows, i64 width, i64 *low, i64 *high, double negligible)
{
    for (i64 row = 0; row < rows; row++) {
        while (low[row] <= high[row] && cells[row * width + low[row]] < negligible) low[row]++;
        while (low[row] <= high[row] && cells[row * width + high[row]] < negligible) high[row]--;
        if (low[row] > high[row]) low[row] = EMPTY_LOW, high[row] = EMPTY_HIGH;
    }
}

void cells_summed(
    const double *cells, i64 rows, i64 width, const i64 *low, const i64 *high, const i64 *layouts, double *first,
    double *second)
{
    for (i64 row = 0; row < rows; row++)
        for (i64 cell = low[row]; cell <= high[row]; cell++) {
            double worth = (double)(cell + layouts[row]), weighed = cells[row * width + cell] * worth;
            *first += weighed;
            *second += weighed * worth;
        }
}
