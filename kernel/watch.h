#ifndef SEVENOUT_WATCH_H
#define SEVENOUT_WATCH_H

#include "walk.h"

/* The session that is being watched. All zero before the first call. */
typedef struct {
    i64 index, begun, roll, row, rack, net, low, high, fall;
    i64 closing; /* whether the rolls are over, and what lies there is played out */
} Watching;

/* Where the dice of the next roll stand: what is played out has the blocks behind those of the rolls. */
static inline i64 next_roll(const Watching *now, const Dice *dice)
{
    return now->closing ? now->roll - dice->rolls + (dice->rolls + BLOCK - 1) / BLOCK * BLOCK : now->roll;
}

static inline int is_last(const Watching *now, const Dice *dice)
{
    return now->roll == dice->rolls + (now->closing ? LONGEST_CLOSING : 0);
}

static inline void seen(Watching *now, i64 net)
{
    now->net = net;
    if (net < now->low) now->low = net;
    if (net > now->high) now->high = net;
    if (now->high - net > now->fall) now->fall = now->high - net;
}

/* What is kept of every roll: how often each row was rolled from (none: NULL), and the nets of each session before the
   first roll and after every so many, `points` of them. */
typedef struct {
    i64 *visits, *paths;
    i64 stride, points;
} Trail;

i64 watch(
    const Rows *, const Dice *, i64 bankroll, Watching *, const Outcomes *, i64 *lowest, i64 *falls, const Trail *, Missed *,
    Met *);

/* The first of the least and the first of the most amounts. */
typedef struct {
    i64 least, least_at, most, most_at;
} Ends;
Ends ends_of(const i64 *amounts, i64 many);

#endif
