#ifndef SEVENOUT_WATCH_H
#define SEVENOUT_WATCH_H

#include "walk.h"

/* The session that is being watched. All zero before the first call. */
typedef struct {
    i64 index, begun, roll, row, rack, net, low, high, fall;
} Watching;

static inline void seen(Watching *now, i64 net)
{
    now->net = net;
    if (net < now->low) now->low = net;
    if (net > now->high) now->high = net;
    if (now->high - net > now->fall) now->fall = now->high - net;
}

i64 watch(
    const Rows *, const Dice *, i64 bankroll, Watching *, const Outcomes *, i64 *lowest, i64 *falls, Missed *, Met *);

/* The first of the least and the first of the most amounts. */
typedef struct {
    i64 least, least_at, most, most_at;
} Ends;
Ends ends_of(const i64 *amounts, i64 many);

#endif
