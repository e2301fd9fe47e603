#ifndef SEVENOUT_PAIRS_H
#define SEVENOUT_PAIRS_H

#include "walk.h"

/* Fills the cells of Pairs and the racks of each row; an interval that is upside down is empty. */
void pair(const Rows *, u64 *table, i64 *lows, i64 *highs);

#endif
