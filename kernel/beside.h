/* The best play with a line bet, its odds and at most one other wager at each roll: see docs/design/solver.md. */
#ifndef SEVENOUT_BESIDE_H
#define SEVENOUT_BESIDE_H

#include "optimum.h"

/* One other wager with one stake, or none: what it costs, what it loses on average, and where the roll leads. An entry
   is a group of rolls that do the same to the line bet, how many of them, and what they net. */
typedef struct {
    i64 cost, entries, own; /* own: rolls that leave all as it is */
    const i64 *entry;
    double loss;
} BesideBet;

/* All that may lie beside a line bet in one place, least loss first; the first of them is nothing. */
typedef struct {
    i64 many;
    BesideBet *bet;
} BesideMenu;

/* Groups of rolls with a point on; before it they are 0 for no change, then the ends of the wager, then its points. */
enum { STAYS, WINS, LOSES, PUSHES, DECISIONS };

typedef struct {
    const Problem *problem;
    i64 rolls;           /* of which every one is as likely */
    double limit;        /* no menu has a wager that loses more: nobody may gain by one */
    const i64 *flats;    /* by wager: so many of its stakes are made or raised to; to begin with, the others lose too much */
    BesideMenu alone;    /* without a line bet, wherever the puck stands */
    BesideMenu *come_out, *point; /* by wager; by wager and point */
} Beside;

/* By cash the wager (-1: none, `wagers`: nothing on the line), stake and other wager; by wager, point, stake and rack the
   other wager (-1: the stake is changed first) and the odds. */
typedef struct {
    i64 *line, *held;
} BesidePolicy;

/* The state is the cash; or wager, point, stake and what is left in the rack. */
i64 beside_size(const Beside *);
/* Points of all wagers, and one more: the parts in which all of this is done. */
i64 beside_parts(const Beside *);
/* Improves one part, values included: the largest gain, or -1 without memory. Of each menu `most` are looked at. */
double improve_beside(const Beside *, i64 part, i64 most, double *value, double *held, const BesidePolicy *, i64 *looked);
/* The policy's own value, in place, with a bonus for each roll; how many sweeps it took. */
i64 evaluate_beside(const Beside *, double *value, double *held, const BesidePolicy *, double bonus, double least, i64 most);
/* How many states of a part have an action whose mean is above a function; -1 without memory. */
i64 find_excess_beside(const Beside *, i64 part, const i64 *value, const i64 *held, i64 *looked);
/* How many states the policy does not raise above a function, where it is above nothing. */
i64 find_fall_beside(const Beside *, const i64 *value, const i64 *held, const BesidePolicy *);

#endif
