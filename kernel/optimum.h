/* The best play for a goal: improving, judging and proving a policy whose state is the cash alone. */
#ifndef SEVENOUT_OPTIMUM_H
#define SEVENOUT_OPTIMUM_H

#include "numbers.h"

enum { MOST_POINTS = 16, MOST_WAGERS = 4096 };

/* A class of points that cannot be told apart. Of `ways` rolls that lead there; then `win`, `lose` or `push` decides. */
typedef struct {
    i64 ways, win, lose, push, odds, period, gain_step, risk_step;
    i64 passes; /* the dice: 1 with a win, 2 with a loss, 0 never */
    const i64 *flat_gain, *cap, *gain, *risk; /* by stake, by stake, by odds, by odds */
    i64 *affordable, *useful;                 /* how many of the odds, by cash and by what is missing */
    const double *loss;                       /* by stake: the least expected loss of whoever bets so much here */
} Point;

/* A wager: its stakes with what they cost and net at each end, and the points that it may come to first. */
typedef struct {
    i64 total, push, stakes_many, ends, points, may_rise, may_fall;
    const i64 *stakes, *cost, *weight, *net; /* by stake, by stake, by end, by end and stake */
    const double *loss;
    double bonus;    /* what it is worth beside the money that it is decided, or that it comes to a point */
    i64 whole_bonus; /* the same in whole units, for a proof */
    Point point[MOST_POINTS];
} LineWager;

/* What is done with each cash: the wager (-1: none), the stake, and by point the stake it becomes (-1: taken down) and
   how many of the odds (0: none). */
typedef struct {
    i64 *wager, *stake, *raised, *odds;
} Policy;

typedef struct {
    i64 goal, wagers;
    LineWager *wager;
    i64 subfair;   /* no stake favours the player, so whatever loses too much on average cannot be best */
    i64 from, to;  /* the cash that is looked at */
    /* By cash, what the next shooter is worth, where the dice pass; none: the same as now. */
    const double *after;
    const i64 *whole_after;
} Problem;

/* Improves a policy once: the largest gain, or -1 without memory. `better` is the value of the improved actions. */
double improve(const Problem *, const double *value, double *better, const Policy *, i64 *looked);
/* The policy's own value, in place, by sweeps until nothing moves by more than `least`; the sweeps, or -1. */
i64 evaluate(const Problem *, double *value, const Policy *, double least, i64 most);
/* Whether no action has a mean above `upper`: the first cash where one has, 0 if none, -1 without memory. */
i64 find_excess(const Problem *, const i64 *upper, i64 *wager, i64 *stake, i64 *looked);
/* By cash, the largest mean of any action, rounded down, or what stood there if that is more; 0 without memory. */
int largest_means(const Problem *, const i64 *value, i64 *means);
/* One roll more, in whole numbers rounded down: `value` by cash, `held` by wager, point, cash and stake, both in place. At
   the cash `from` the best wager and stake are told. 0 without memory. */
int add_roll(const Problem *, i64 *value, i64 *held, i64 *wager, i64 *stake);
i64 held_size(const Problem *);
int prepare(Problem *);
void release(Problem *);

#endif
