/* Improving, judging and proving a policy with another wager beside the line at every roll. */
#include "beside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double SAME = 1e-15;   /* a gain below this is none */
static const double ROUNDED = 1e-6; /* chips: a proof leaves out only what loses so much too much; half of it is the slack of a fair bet */

#define VALUE double
#define NAME(x) x##_float
#define GAIN(excess, rolls, own) ((excess) / (double)((rolls) - (own)))
#include "beside_means.h"
#undef VALUE
#undef NAME
#undef GAIN
#define VALUE i64
#define NAME(x) x##_whole
#define GAIN(excess, rolls, own) (excess)
#include "beside_means.h"
#undef VALUE
#undef NAME
#undef GAIN

static inline i64 least_of(i64 a, i64 b) { return a < b ? a : b; }

/* The first rack of a wager's point among all that is held; beyond the last, how many there are. */
static i64 first_held(const Beside *beside, i64 wager, i64 point)
{
    i64 rows = 0;
    for (i64 n = 0; n < wager; n++) rows += beside->problem->wager[n].points * beside->flats[n];
    if (wager < beside->problem->wagers) rows += point * beside->flats[wager];
    return rows * (beside->problem->goal + 1);
}

i64 beside_size(const Beside *beside) { return first_held(beside, beside->problem->wagers, 0); }

i64 beside_parts(const Beside *beside)
{
    i64 parts = 1;
    for (i64 n = 0; n < beside->problem->wagers; n++) parts += beside->problem->wager[n].points;
    return parts;
}

/* The wager and point of a part; 0 for the last, which has no line bet yet. */
static int find_part(const Beside *beside, i64 part, i64 *wager, i64 *point)
{
    for (*wager = 0; *wager < beside->problem->wagers; ++*wager) {
        if (part < beside->problem->wager[*wager].points) return *point = part, 1;
        part -= beside->problem->wager[*wager].points;
    }
    return 0;
}

/* What a stake and a rack are worth on average if nothing more is bet. */
static double worth_of(const LineWager *wager, const Point *point, i64 stake, i64 rack)
{
    const double decided = (double)(point->win + point->lose + point->push), back = (double)wager->stakes[stake];
    return (double)rack
        + ((double)point->win * (back + (double)point->flat_gain[stake]) + (double)point->push * back) / decided;
}

static i64 step_down(const LineWager *wager, i64 stake)
{
    return stake ? wager->stakes[stake] - wager->stakes[stake - 1] : wager->stakes[0];
}

#define MAKE_TABLE(table, goal, kind)                                                                                    \
    do {                                                                                                                 \
        const size_t pairs = (size_t)((goal) + 1) * (size_t)((goal) + 1);                                                \
        (table)->best = malloc(pairs * sizeof(kind)), (table)->risk = malloc(pairs * sizeof(i64));                       \
        (table)->which = malloc(pairs * sizeof(i64)), (table)->stamp = calloc(pairs, sizeof(i64)), (table)->now = 0;     \
    } while (0)
#define HAS_TABLE(table) ((table)->best && (table)->risk && (table)->which && (table)->stamp)
#define FREE_TABLE(table) (free((table)->best), free((table)->risk), free((table)->which), free((table)->stamp))

/* ---- with a point on ---- */

static double improve_point(
    const Beside *beside, i64 n, i64 k, i64 most, const double *value, double *held, const BesidePolicy *policy, i64 *looked)
{
    const LineWager *wager = &beside->problem->wager[n];
    const Point *point = &wager->point[k];
    const i64 goal = beside->problem->goal, row = goal + 1, first = first_held(beside, n, k);
    const BesideMenu *menu = &beside->point[n * MOST_POINTS + k];
    double *all = held + first, gained = 0;
    i64 *chosen = policy->held + 2 * first;
    Place_float place = {beside, wager, point, value, {0}};
    MAKE_TABLE(&place.table, goal, double);
    if (!HAS_TABLE(&place.table)) return FREE_TABLE(&place.table), -1;
    for (i64 n_th = 0; n_th < beside->flats[n]; n_th++) {
        const i64 stake = wager->may_rise ? beside->flats[n] - 1 - n_th : n_th;
        double *here = all + stake * row;
        place.table.now++;
        for (i64 rack = 0; rack < goal; rack++) {
            i64 bet = -1, odds = 0, *done = chosen + 2 * (stake * row + rack);
            const double before = here[rack];
            const double gain = best_at_point_float(&place, menu, most, stake, rack, worth_of(wager, point, stake, rack), here,
                                                    (double)goal * before, &bet, &odds, looked);
            if (gain > SAME) here[rack] += gain, done[0] = bet, done[1] = odds;
            double changed = 0;
            if (wager->may_rise && stake + 1 < beside->flats[n] && rack >= step_down(wager, stake + 1))
                changed = here[row + rack - step_down(wager, stake + 1)];
            if (wager->may_fall) {
                const i64 more = least_of(rack + step_down(wager, stake), goal);
                changed = stake ? here[more - row] : value[more];
            }
            if (changed > here[rack] + SAME) here[rack] = changed, done[0] = -1;
            if (here[rack] - before > gained) gained = here[rack] - before;
        }
    }
    FREE_TABLE(&place.table);
    return gained;
}

static i64 find_excess_point(const Beside *beside, i64 n, i64 k, const i64 *value, const i64 *held, i64 *looked)
{
    const LineWager *wager = &beside->problem->wager[n];
    const Point *point = &wager->point[k];
    const i64 goal = beside->problem->goal, row = goal + 1, *all = held + first_held(beside, n, k);
    const BesideMenu *menu = &beside->point[n * MOST_POINTS + k];
    const double one = (double)value[goal];
    Place_whole place = {beside, wager, point, value, {0}};
    MAKE_TABLE(&place.table, goal, i64);
    if (!HAS_TABLE(&place.table)) return FREE_TABLE(&place.table), -1;
    i64 above = 0;
    for (i64 stake = 0; stake < beside->flats[n]; stake++) {
        const i64 *here = all + stake * row;
        place.table.now++;
        for (i64 rack = 0; rack < goal; rack++) {
            i64 bet = -1, odds = 0;
            const double worth = worth_of(wager, point, stake, rack), present = (double)goal * (double)here[rack] / one - ROUNDED;
            int wrong = best_at_point_whole(&place, menu, menu->many, stake, rack, worth, here, present, &bet, &odds, looked) > 0;
            wrong |= present > worth - ROUNDED / 2 || worth - present > beside->limit || here[rack] > here[rack + 1];
            if (wager->may_rise && stake + 1 < beside->flats[n] && rack >= step_down(wager, stake + 1))
                wrong |= here[row + rack - step_down(wager, stake + 1)] > here[rack];
            if (wager->may_fall) {
                const i64 more = least_of(rack + step_down(wager, stake), goal);
                wrong |= (stake ? here[more - row] : value[more]) > here[rack];
            }
            above += wrong;
        }
        above += here[goal] != value[goal];
    }
    FREE_TABLE(&place.table);
    return above;
}

/* ---- without a line bet yet ---- */

/* Where a group of rolls leads before the point: the values there, by what another wager nets from `from` on. */
#define LEADS(kind, value, held)                                                                                         \
    const kind *to = value;                                                                                              \
    i64 from = cash;                                                                                                     \
    if (entry[0] > wager->ends) {                                                                                        \
        to = (held) + first_held(beside, n, entry[0] - 1 - wager->ends) + stake * (goal + 1);                            \
        from = cash - wager->stakes[stake];                                                                              \
    } else if (entry[0]) from = cash + wager->net[(entry[0] - 1) * wager->stakes_many + stake];                          \
    sum += (kind)entry[1] * to[least_of(from + entry[2], goal)];

static double sum_line(
    const Beside *beside, i64 n, i64 stake, const BesideBet *bet, i64 cash, const double *value, const double *held)
{
    const LineWager *wager = &beside->problem->wager[n];
    const i64 goal = beside->problem->goal;
    double sum = 0;
    for (const i64 *entry = bet->entry; entry < bet->entry + 3 * bet->entries; entry += 3) {
        LEADS(double, value, held)
    }
    return sum;
}

static i64 sum_line_whole(
    const Beside *beside, i64 n, i64 stake, const BesideBet *bet, i64 cash, const i64 *value, const i64 *held)
{
    const LineWager *wager = &beside->problem->wager[n];
    const i64 goal = beside->problem->goal;
    i64 sum = 0;
    for (const i64 *entry = bet->entry; entry < bet->entry + 3 * bet->entries; entry += 3) {
        LEADS(i64, value, held)
    }
    return sum;
}

static double sum_alone(const BesideBet *bet, i64 cash, i64 goal, const double *value)
{
    double sum = 0;
    for (const i64 *entry = bet->entry; entry < bet->entry + 3 * bet->entries; entry += 3)
        sum += (double)entry[1] * value[least_of(cash + entry[2], goal)];
    return sum;
}

static i64 sum_alone_whole(const BesideBet *bet, i64 cash, i64 goal, const i64 *value)
{
    i64 sum = 0;
    for (const i64 *entry = bet->entry; entry < bet->entry + 3 * bet->entries; entry += 3)
        sum += entry[1] * value[least_of(cash + entry[2], goal)];
    return sum;
}

static double improve_line(
    const Beside *beside, i64 most, double *value, const double *held, const BesidePolicy *policy, i64 *looked)
{
    const Problem *problem = beside->problem;
    const i64 goal = problem->goal;
    const double rolls = (double)beside->rolls;
    double gained = 0;
    for (i64 cash = 1; cash < goal; cash++) {
        const double before = value[cash], worth = (double)cash - (double)goal * before;
        double best = SAME;
        i64 *done = policy->line + 3 * cash;
        for (i64 n = 0; n < problem->wagers; n++) {
            const LineWager *wager = &problem->wager[n];
            const BesideMenu *menu = &beside->come_out[n];
            for (i64 stake = 0; stake < beside->flats[n] && wager->cost[stake] <= cash; stake++)
                for (i64 b = 0; b < menu->many && b < most; b++) {
                    const BesideBet *bet = &menu->bet[b];
                    if (worth <= wager->loss[stake] + bet->loss) break;
                    if (bet->cost > cash - wager->stakes[stake]) continue;
                    *looked += 1;
                    const double excess = sum_line(beside, n, stake, bet, cash, value, held) - rolls * before;
                    if (excess > best * (rolls - (double)bet->own))
                        best = excess / (rolls - (double)bet->own), done[0] = n, done[1] = stake, done[2] = b;
                }
        }
        for (i64 b = 0; b < beside->alone.many && b < most - 1; b++) {
            const BesideBet *bet = &beside->alone.bet[b];
            if (worth <= bet->loss) break;
            if (bet->cost > cash) continue;
            *looked += 1;
            const double excess = sum_alone(bet, cash, goal, value) - rolls * before;
            if (excess > best * (rolls - (double)bet->own))
                best = excess / (rolls - (double)bet->own), done[0] = problem->wagers, done[1] = 0, done[2] = b;
        }
        if (best > SAME) value[cash] += best, gained = fmax(gained, best);
    }
    return gained;
}

static i64 find_excess_line(const Beside *beside, const i64 *value, const i64 *held, i64 *looked)
{
    const Problem *problem = beside->problem;
    const i64 goal = problem->goal;
    const double one = (double)value[goal];
    i64 above = 0;
    for (i64 cash = 1; cash < goal; cash++) {
        const i64 all = beside->rolls * value[cash];
        const double worth = (double)cash - (double)goal * (double)value[cash] / one + ROUNDED;
        int wrong = worth < ROUNDED / 2 || worth > beside->limit || value[cash] < value[cash - 1] || value[cash] > value[goal];
        for (i64 n = 0; n < problem->wagers; n++) {
            const LineWager *wager = &problem->wager[n];
            const BesideMenu *menu = &beside->come_out[n];
            for (i64 stake = 0; stake < wager->stakes_many && wager->cost[stake] <= cash; stake++) {
                if (stake >= beside->flats[n]) {
                    wrong |= wager->loss[stake] < worth;
                    continue;
                }
                for (i64 b = 0; b < menu->many && worth > wager->loss[stake] + menu->bet[b].loss; b++) {
                    if (menu->bet[b].cost > cash - wager->stakes[stake]) continue;
                    *looked += 1;
                    wrong |= sum_line_whole(beside, n, stake, &menu->bet[b], cash, value, held) > all;
                }
            }
        }
        for (i64 b = 0; b < beside->alone.many && worth > beside->alone.bet[b].loss; b++) {
            if (beside->alone.bet[b].cost > cash) continue;
            *looked += 1;
            wrong |= sum_alone_whole(&beside->alone.bet[b], cash, goal, value) > all;
        }
        above += wrong;
    }
    return above + (value[0] != 0);
}

double improve_beside(
    const Beside *beside, i64 part, i64 most, double *value, double *held, const BesidePolicy *policy, i64 *looked)
{
    i64 n, k;
    if (find_part(beside, part, &n, &k)) return improve_point(beside, n, k, most, value, held, policy, looked);
    return improve_line(beside, most, value, held, policy, looked);
}

i64 find_excess_beside(const Beside *beside, i64 part, const i64 *value, const i64 *held, i64 *looked)
{
    i64 n, k;
    if (find_part(beside, part, &n, &k)) return find_excess_point(beside, n, k, value, held, looked);
    return find_excess_line(beside, value, held, looked);
}

/* ---- a policy's own value ---- */

static double evaluate_point(
    const Beside *beside, i64 n, i64 k, const double *value, double *held, const BesidePolicy *policy, double bonus)
{
    const LineWager *wager = &beside->problem->wager[n];
    const Point *point = &wager->point[k];
    const i64 goal = beside->problem->goal, row = goal + 1, first = first_held(beside, n, k);
    const BesideMenu *menu = &beside->point[n * MOST_POINTS + k];
    const i64 *chosen = policy->held + 2 * first;
    double moved = 0;
    for (i64 n_th = 0; n_th < beside->flats[n]; n_th++) {
        const i64 stake = wager->may_rise ? beside->flats[n] - 1 - n_th : n_th;
        double *here = held + first + stake * row;
        for (i64 rack = 0; rack < goal; rack++) {
            const i64 *done = chosen + 2 * (stake * row + rack);
            double now;
            if (done[0] < 0 && wager->may_rise) now = here[row + rack - step_down(wager, stake + 1)];
            else if (done[0] < 0) {
                const i64 more = least_of(rack + step_down(wager, stake), goal);
                now = stake ? here[more - row] : value[more];
            } else {
                const BesideBet *bet = &menu->bet[done[0]];
                const i64 pushed = rack + wager->stakes[stake], won = pushed + point->flat_gain[stake];
                const i64 gain = done[1] ? point->gain[done[1] - 1] : 0, risk = done[1] ? point->risk[done[1] - 1] : 0;
                double sum = (double)beside->rolls * bonus - (double)bet->own * here[rack];
                i64 e = 0;
                for (; e < bet->entries && (bet->entry[3 * e] == STAYS || bet->entry[3 * e] == PUSHES); e++) {
                    const i64 *entry = bet->entry + 3 * e;
                    const i64 to = (entry[0] == STAYS ? rack : pushed) + entry[2];
                    sum += (double)entry[1] * (entry[0] == STAYS ? here : value)[least_of(to, goal)];
                }
                sum += decide_float(value, goal, bet, e, won + gain, rack - risk);
                now = sum / (double)(beside->rolls - bet->own);
            }
            moved = fmax(moved, fabs(now - here[rack]));
            here[rack] = now;
        }
    }
    return moved;
}

i64 evaluate_beside(
    const Beside *beside, double *value, double *held, const BesidePolicy *policy, double bonus, double least, i64 most)
{
    const Problem *problem = beside->problem;
    const i64 goal = problem->goal;
    i64 sweeps = 0;
    for (; sweeps < most; sweeps++) {
        double moved = 0;
        for (i64 n = 0; n < problem->wagers; n++)
            for (i64 k = 0; k < problem->wager[n].points; k++)
                moved = fmax(moved, evaluate_point(beside, n, k, value, held, policy, bonus));
        for (i64 step = 1; step < goal; step++) {
            const i64 cash = sweeps & 1 ? step : goal - step, *done = policy->line + 3 * cash;
            if (done[0] < 0) continue;
            const int alone = done[0] == problem->wagers;
            const BesideBet *bet = alone ? &beside->alone.bet[done[2]] : &beside->come_out[done[0]].bet[done[2]];
            double sum = alone ? sum_alone(bet, cash, goal, value) : sum_line(beside, done[0], done[1], bet, cash, value, held);
            sum += (double)beside->rolls * bonus - (double)bet->own * value[cash];
            const double now = sum / (double)(beside->rolls - bet->own);
            moved = fmax(moved, fabs(now - value[cash]));
            value[cash] = now;
        }
        if (moved <= least) break;
    }
    return sweeps;
}

/* ---- a policy raises a function ---- */

static i64 find_fall_point(const Beside *beside, i64 n, i64 k, const i64 *value, const i64 *held, const BesidePolicy *policy)
{
    const LineWager *wager = &beside->problem->wager[n];
    const Point *point = &wager->point[k];
    const i64 goal = beside->problem->goal, row = goal + 1, first = first_held(beside, n, k);
    i64 below = 0;
    for (i64 stake = 0; stake < beside->flats[n]; stake++)
        for (i64 rack = 0; rack < goal; rack++) {
            const i64 *here = held + first + stake * row, *done = policy->held + 2 * (first + stake * row + rack);
            if (here[rack] <= 0) continue;
            if (done[0] < 0) {
                const i64 more = least_of(rack + step_down(wager, stake), goal);
                const i64 there = wager->may_rise ? here[row + rack - step_down(wager, stake + 1)] : stake ? here[more - row] : value[more];
                below += there < here[rack];
                continue;
            }
            const BesideBet *bet = &beside->point[n * MOST_POINTS + k].bet[done[0]];
            const i64 pushed = rack + wager->stakes[stake], won = pushed + point->flat_gain[stake];
            const i64 gain = done[1] ? point->gain[done[1] - 1] : 0, risk = done[1] ? point->risk[done[1] - 1] : 0;
            i64 sum = 0, e = 0;
            for (; e < bet->entries && (bet->entry[3 * e] == STAYS || bet->entry[3 * e] == PUSHES); e++) {
                const i64 *entry = bet->entry + 3 * e;
                const i64 to = (entry[0] == STAYS ? rack : pushed) + entry[2];
                sum += entry[1] * (entry[0] == STAYS ? here : value)[least_of(to, goal)];
            }
            sum += decide_whole(value, goal, bet, e, won + gain, rack - risk);
            below += sum <= beside->rolls * here[rack] || bet->cost + risk > rack || done[1] > point->cap[stake];
        }
    return below;
}

i64 find_fall_beside(const Beside *beside, const i64 *value, const i64 *held, const BesidePolicy *policy)
{
    const Problem *problem = beside->problem;
    const i64 goal = problem->goal;
    i64 below = value[0] != 0;
    for (i64 n = 0; n < problem->wagers; n++)
        for (i64 k = 0; k < problem->wager[n].points; k++) below += find_fall_point(beside, n, k, value, held, policy);
    for (i64 cash = 1; cash < goal; cash++) {
        const i64 *done = policy->line + 3 * cash;
        if (value[cash] <= 0) continue;
        if (done[0] < 0) {
            below++;
            continue;
        }
        const int alone = done[0] == problem->wagers;
        const BesideBet *bet = alone ? &beside->alone.bet[done[2]] : &beside->come_out[done[0]].bet[done[2]];
        const i64 sum = alone ? sum_alone_whole(bet, cash, goal, value)
                              : sum_line_whole(beside, done[0], done[1], bet, cash, value, held);
        below += sum <= beside->rolls * value[cash]
            || bet->cost + (alone ? 0 : problem->wager[done[0]].cost[done[1]]) > cash;
    }
    return below;
}
