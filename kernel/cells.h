#ifndef SEVENOUT_CELLS_H
#define SEVENOUT_CELLS_H

#include "numbers.h"

#define EMPTY_LOW (1ll << 62)
#define EMPTY_HIGH (-1)

typedef struct {
    const i64 *first, *target, *least, *most, *added, *over, *ending;
    const double *chance;
    i64 rows;
} Edges;

void cells_reached(const Edges *, const i64 *low, const i64 *high, i64 *low_after, i64 *high_after);
void cells_moved(
    const Edges *, const i64 *low, const i64 *high, const double *before, i64 width, const i64 *low_after,
    const i64 *high_after, double *after, double *ended, i64 ended_width);
void cells_weighed(const double *cells, i64 rows, i64 width, const i64 *low, const i64 *high, double *masses);
void cells_trimmed(const double *cells, i64 rows, i64 width, i64 *low, i64 *high, double negligible);
void cells_summed(
    const double *cells, i64 rows, i64 width, const i64 *low, const i64 *high, const i64 *layouts, double *first,
    double *second);

#endif
