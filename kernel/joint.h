#ifndef SEVENOUT_JOINT_H
#define SEVENOUT_JOINT_H

#include "watch.h"

enum { MOST_PARTS = 32 };

/* What stands after the decisions before the first roll, and which ending is ruin. */
typedef struct {
    i64 rack, worth, bankroll, ruin;
    const i64 *row;
} Start;

/* The session under way. All zero before the first call. */
typedef struct {
    Watching seen;
    i64 rack, row[MOST_PARTS];
} Jointly;

i64 jointly(
    const Rows *parts, i64 many, const Dice *, const Start *, Jointly *, const Outcomes *, i64 *lowest, i64 *falls, Missed *,
    Met *, i64 *about);

#endif
