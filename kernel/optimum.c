/* Policy iteration and its proof for `sevenout solve`: see docs/design/solver.md. */
#include "optimum.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__)
#define CLONED __attribute__((target_clones("avx2", "default")))
#else
#define CLONED
#endif

static const double SAME = 1e-15; /* a gain below this is none: ties would have policies flap */

/* How many of the odds can be afforded, are allowed behind the flat bet, and are of use: beyond the goal more wins no more. */
static i64 odds_within(const Point *point, i64 goal, i64 won, i64 lost, i64 stake)
{
    i64 many = point->cap[stake], affordable = point->affordable[lost];
    i64 useful = won >= goal ? 0 : point->useful[goal - won];
    if (affordable < many) many = affordable;
    return useful < many ? useful : many;
}

#define VALUE double
#define NAME(x) x##_float
#include "point_values.h"
#undef VALUE
#undef NAME
#define VALUE i64
#define NAME(x) x##_whole
#include "point_values.h"
#undef VALUE
#undef NAME

static inline i64 least_of(i64 a, i64 b) { return a < b ? a : b; }

int prepare(Problem *problem)
{
    const i64 goal = problem->goal;
    for (i64 n = 0; n < problem->wagers; n++)
        for (i64 k = 0; k < problem->wager[n].points; k++) {
            Point *point = &problem->wager[n].point[k];
            point->affordable = malloc(2 * (size_t)(goal + 1) * sizeof(i64));
            if (!point->affordable) return 0;
            point->useful = point->affordable + goal + 1;
            i64 can = 0, use = 0;
            for (i64 cash = 0; cash <= goal; cash++) {
                while (can < point->odds && point->risk[can] <= cash) can++;
                while (use < point->odds && point->gain[use] < cash) use++;
                point->affordable[cash] = can;
                point->useful[cash] = least_of(use + 1, point->odds);
            }
        }
    return 1;
}

void release(Problem *problem)
{
    for (i64 n = 0; n < problem->wagers; n++)
        for (i64 k = 0; k < problem->wager[n].points; k++) {
            free(problem->wager[n].point[k].affordable);
            problem->wager[n].point[k].affordable = NULL;
        }
}

/* Room for one sweep over one wager. */
typedef struct {
    char *spread, *values;
    i64 *chosen, *places;
    u8 *wanted;
} Room;

static int make_room(Room *room, const LineWager *wager, i64 goal, size_t size)
{
    size_t spread = 1, stakes = (size_t)wager->stakes_many * (size_t)(wager->points + 1);
    for (i64 k = 0; k < wager->points; k++) spread += (size_t)spread_size_whole(&wager->point[k], goal);
    *room = (Room){malloc(spread * size), malloc(stakes * size), malloc(stakes * sizeof(i64)),
                   malloc(2 * (size_t)(goal + 1) * (size_t)(wager->points + 1) * sizeof(i64)), malloc(stakes)};
    return room->spread && room->values && room->chosen && room->places && room->wanted;
}

static void free_room(Room *room)
{
    free(room->spread);
    free(room->values);
    free(room->chosen);
    free(room->places);
    free(room->wanted);
}

static i64 stakes_within(const LineWager *wager, i64 cash)
{
    i64 low = 0, high = wager->stakes_many;
    while (low < high) {
        i64 middle = (low + high) / 2;
        if (wager->cost[middle] <= cash) low = middle + 1;
        else high = middle;
    }
    return low;
}

/* Which of the odds is best, counted from 1; 0: none. */
static i64 best_of_odds(const Problem *problem, const Point *point, i64 won, i64 lost, i64 stake, const double *value)
{
    const i64 goal = problem->goal;
    const double *winners = problem->after && point->passes & 1 ? problem->after : value;
    const double *losers = problem->after && point->passes & 2 ? problem->after : value;
    const i64 many = odds_within(point, goal, won, lost, stake);
    double best = (double)point->win * winners[least_of(won, goal)] + (double)point->lose * losers[lost];
    i64 which = 0;
    for (i64 i = 0; i < many; i++) {
        double here = (double)point->win * winners[least_of(won + point->gain[i], goal)]
            + (double)point->lose * losers[lost - point->risk[i]];
        if (here > best) best = here, which = i + 1;
    }
    return which;
}

static void take_over(
    const Problem *problem, const Policy *policy, i64 n, i64 cash, i64 stake, const i64 *chosen, const double *value)
{
    const LineWager *wager = &problem->wager[n];
    policy->wager[cash] = n;
    policy->stake[cash] = stake;
    for (i64 k = 0; k < wager->points; k++) {
        const Point *point = &wager->point[k];
        i64 raised = chosen[k * wager->stakes_many + stake];
        policy->raised[cash * MOST_POINTS + k] = raised;
        policy->odds[cash * MOST_POINTS + k] = raised < 0 ? 0
            : best_of_odds(problem, point, cash + point->flat_gain[raised], cash - wager->stakes[raised], raised, value);
    }
}

static int improve_by(
    const Problem *problem, i64 n, const double *value, double *better, const Policy *policy, i64 *looked)
{
    const LineWager *wager = &problem->wager[n];
    const i64 goal = problem->goal, many = wager->stakes_many;
    Room room;
    if (!make_room(&room, wager, goal, sizeof(double))) return free_room(&room), 0;
    Spread_float spread[MOST_POINTS];
    double *at = (double *)room.spread, *values = (double *)room.values;
    u8 *wanted = room.wanted + wager->points * many;
    for (i64 k = 0; k < wager->points; k++) {
        lay_out_float(&spread[k], &wager->point[k], goal, value, problem->after, at, room.places + 2 * k * (goal + 1));
        at += spread_size_float(&wager->point[k], goal);
    }
    for (i64 cash = problem->from; cash < problem->to; cash++) {
        const i64 within = stakes_within(wager, cash);
        /* whoever loses more on average than the present policy does cannot do better, if nobody can win on average */
        const double loss = problem->subfair ? (double)cash - (double)goal * value[cash] + 1e-6 : INFINITY;
        i64 top = 0;
        for (i64 stake = 0; stake < within; stake++)
            if ((wanted[stake] = wager->loss[stake] <= loss)) top = stake + 1;
        if (!top) continue;
        for (i64 k = 0; k < wager->points; k++) {
            u8 *here = room.wanted + k * many;
            i64 reach = wager->may_rise ? within : top;
            for (i64 stake = 0; stake < reach; stake++) here[stake] = wager->point[k].loss[stake] <= loss;
            if (!wager->may_rise && !wager->may_fall) memcpy(here, wanted, (size_t)top);
            point_values_float(&spread[k], wager, goal, cash, value, reach, here, values + k * many, room.chosen + k * many,
                               looked);
        }
        for (i64 stake = 0; stake < top; stake++) {
            if (!wanted[stake]) continue;
            double mean = 0, own = (double)wager->push;
            int playable = 1;
            for (i64 end = 0; end < wager->ends; end++)
                mean += (double)wager->weight[end] * value[least_of(cash + wager->net[end * many + stake], goal)];
            for (i64 k = 0; k < wager->points; k++) {
                const Point *point = &wager->point[k];
                if (room.chosen[k * many + stake] == -2) playable = 0;
                mean += (double)point->ways * values[k * many + stake] / (double)(point->win + point->lose + point->push);
            }
            *looked += 1;
            mean = mean / ((double)wager->total - own) + wager->bonus;
            if (playable && mean > better[cash] + SAME) {
                better[cash] = mean;
                take_over(problem, policy, n, cash, stake, room.chosen, value);
            }
        }
    }
    free_room(&room);
    return 1;
}

double improve(const Problem *problem, const double *value, double *better, const Policy *policy, i64 *looked)
{
    double gain = 0;
    for (i64 cash = problem->from; cash < problem->to; cash++) better[cash] = value[cash];
    for (i64 n = 0; n < problem->wagers; n++)
        if (!improve_by(problem, n, value, better, policy, looked)) return -1;
    for (i64 cash = problem->from; cash < problem->to; cash++)
        if (better[cash] - value[cash] > gain) gain = better[cash] - value[cash];
    return gain;
}

/* The moves of a policy: by cash, where it leads with which chance, and what is fixed by it; what leads back to the same
   cash is left out, and what leads to the next shooter is fixed. */
typedef struct {
    i64 *first, *target;
    double *chance, *fixed;
} Moves;

static i64 find_moves(const Problem *problem, const Policy *policy, i64 cash, i64 *target, double *chance, double *fixed)
{
    const i64 n = policy->wager[cash], goal = problem->goal;
    const LineWager *wager = &problem->wager[n];
    const i64 stake = policy->stake[cash], many = wager->stakes_many;
    double own = (double)wager->push, handed_on = 0;
    i64 count = 0;
    for (i64 end = 0; end < wager->ends; end++) {
        target[count] = least_of(cash + wager->net[end * many + stake], goal);
        chance[count++] = (double)wager->weight[end];
    }
    for (i64 k = 0; k < wager->points; k++) {
        const Point *point = &wager->point[k];
        const i64 raised = policy->raised[cash * MOST_POINTS + k], odds = policy->odds[cash * MOST_POINTS + k];
        const double share = (double)point->ways / (double)(point->win + point->lose + point->push);
        const i64 behind = raised < 0 ? 0 : odds;
        const i64 won = cash + (raised < 0 ? 0 : point->flat_gain[raised]) + (behind ? point->gain[behind - 1] : 0);
        const i64 lost = cash - (raised < 0 ? 0 : wager->stakes[raised]) - (behind ? point->risk[behind - 1] : 0);
        own += share * (double)point->push;
        if (problem->after && point->passes & 1) handed_on += share * (double)point->win * problem->after[least_of(won, goal)];
        else target[count] = least_of(won, goal), chance[count++] = share * (double)point->win;
        if (problem->after && point->passes & 2) handed_on += share * (double)point->lose * problem->after[lost];
        else target[count] = lost, chance[count++] = share * (double)point->lose;
    }
    for (i64 i = 0; i < count; i++) {
        if (target[i] == cash) own += chance[i], chance[i] = 0;
    }
    for (i64 i = 0; i < count; i++) chance[i] /= (double)wager->total - own;
    *fixed = (wager->bonus * ((double)wager->total - (double)wager->push) + handed_on) / ((double)wager->total - own);
    return count;
}

i64 evaluate(const Problem *problem, double *value, const Policy *policy, double least, i64 most)
{
    const i64 goal = problem->goal;
    i64 widest = 2 * MOST_POINTS;
    for (i64 n = 0; n < problem->wagers; n++)
        if (problem->wager[n].ends + 2 * MOST_POINTS > widest) widest = problem->wager[n].ends + 2 * MOST_POINTS;
    const size_t room = (size_t)(goal + 1) * (size_t)widest;
    Moves moves = {malloc((size_t)(goal + 2) * sizeof(i64)), malloc(room * sizeof(i64)), malloc(room * sizeof(double)),
                   malloc((size_t)(goal + 1) * sizeof(double))};
    i64 sweeps = -1;
    if (moves.first && moves.target && moves.chance && moves.fixed) {
        i64 at = 0;
        for (i64 cash = 0; cash < goal; cash++) {
            moves.first[cash] = at;
            if (cash && policy->wager[cash] >= 0)
                at += find_moves(problem, policy, cash, moves.target + at, moves.chance + at, &moves.fixed[cash]);
        }
        moves.first[goal] = at;
        for (sweeps = 0; sweeps < most; sweeps++) {
            double moved = 0;
            for (i64 step = 1; step < goal; step++) {
                i64 cash = sweeps & 1 ? step : goal - step;
                if (moves.first[cash] == moves.first[cash + 1]) continue;
                double mean = moves.fixed[cash];
                for (i64 i = moves.first[cash]; i < moves.first[cash + 1]; i++) mean += moves.chance[i] * value[moves.target[i]];
                double change = fabs(mean - value[cash]);
                if (change > moved) moved = change;
                value[cash] = mean;
            }
            if (moved <= least) break;
        }
    }
    free(moves.first);
    free(moves.target);
    free(moves.chance);
    free(moves.fixed);
    return sweeps;
}

typedef __int128 Wide;

/* The first cash with a mean above `upper`, and its stake; or, if `means` is wanted, the largest of every cash. */
static i64 find_excess_by(const Problem *problem, i64 n, const i64 *upper, i64 *means, i64 *found, i64 *looked)
{
    const LineWager *wager = &problem->wager[n];
    const i64 goal = problem->goal, many = wager->stakes_many;
    Room room;
    if (!make_room(&room, wager, goal, sizeof(i64))) return free_room(&room), -1;
    Spread_whole spread[MOST_POINTS];
    i64 *at = (i64 *)room.spread, *values = (i64 *)room.values, answer = 0;
    Wide every = 1; /* a multiple of what decides each point, so that no mean is rounded */
    for (i64 k = 0; k < wager->points; k++) {
        lay_out_whole(&spread[k], &wager->point[k], goal, upper, problem->whole_after, at, room.places + 2 * k * (goal + 1));
        at += spread_size_whole(&wager->point[k], goal);
        i64 decided = wager->point[k].win + wager->point[k].lose + wager->point[k].push;
        if (every % decided) every *= decided;
    }
    memset(room.wanted, 1, (size_t)(many * (wager->points + 1)));
    for (i64 cash = problem->from; cash < problem->to && !answer; cash++) {
        const i64 top = stakes_within(wager, cash);
        for (i64 k = 0; k < wager->points; k++)
            point_values_whole(&spread[k], wager, goal, cash, upper, top, room.wanted, values + k * many,
                               room.chosen + k * many, looked);
        const Wide held = every * (Wide)(wager->total - wager->push) * (upper[cash] - wager->whole_bonus);
        for (i64 stake = 0; stake < top; stake++) {
            Wide mean = 0;
            for (i64 end = 0; end < wager->ends; end++)
                mean += every * wager->weight[end] * upper[least_of(cash + wager->net[end * many + stake], goal)];
            for (i64 k = 0; k < wager->points; k++) {
                const Point *point = &wager->point[k];
                mean += every / (point->win + point->lose + point->push) * point->ways * values[k * many + stake];
            }
            *looked += 1;
            if (means) {
                const i64 floored = (i64)(mean / (every * (Wide)(wager->total - wager->push)));
                if (floored > means[cash]) means[cash] = floored;
            } else if (mean > held) {
                answer = cash, *found = stake;
                break;
            }
        }
    }
    free_room(&room);
    return answer;
}

i64 find_excess(const Problem *problem, const i64 *upper, i64 *wager, i64 *stake, i64 *looked)
{
    for (i64 n = 0; n < problem->wagers; n++) {
        i64 cash = find_excess_by(problem, n, upper, NULL, stake, looked);
        if (cash) {
            *wager = n;
            return cash;
        }
    }
    return 0;
}

int largest_means(const Problem *problem, const i64 *value, i64 *means)
{
    i64 stake, looked = 0;
    for (i64 n = 0; n < problem->wagers; n++)
        if (find_excess_by(problem, n, value, means, &stake, &looked) < 0) return 0;
    return 1;
}

/* ---- within a number of rolls ---- */

i64 held_size(const Problem *problem)
{
    i64 size = 0;
    for (i64 n = 0; n < problem->wagers; n++)
        size += problem->wager[n].points * problem->wager[n].stakes_many * (problem->goal + 1);
    /* and by wager and point what waiting is worth with a point on and no bet */
    for (i64 n = 0; n < problem->wagers; n++) size += problem->wager[n].points * (problem->goal + 1);
    return size;
}

/* What the come-out is worth with one roll more: the old values of the points, before they get theirs. */
static void come_out(
    const Problem *problem, i64 n, const i64 *value, const i64 *held, i64 *better, i64 *which, i64 *stake_there)
{
    const LineWager *wager = &problem->wager[n];
    const i64 goal = problem->goal, many = wager->stakes_many;
    for (i64 cash = 1; cash < goal; cash++) {
        const i64 top = stakes_within(wager, cash);
        for (i64 stake = 0; stake < top; stake++) {
            i64 sum = wager->push * value[cash];
            for (i64 end = 0; end < wager->ends; end++)
                sum += wager->weight[end] * value[least_of(cash + wager->net[end * many + stake], goal)];
            for (i64 k = 0; k < wager->points; k++)
                sum += wager->point[k].ways * held[(k * (goal + 1) + cash) * many + stake];
            sum /= wager->total;
            if (sum > better[cash]) {
                better[cash] = sum;
                if (cash == problem->from) *which = n, *stake_there = stake;
            }
        }
    }
}

/* What a point is worth with one roll more, for every cash and stake. */
static void hold_point(
    const Spread_whole *spread, const LineWager *wager, i64 goal, const i64 *value, i64 *held, i64 *waiting)
{
    const Point *point = spread->point;
    const i64 many = wager->stakes_many, stay = wager->total - point->win - point->lose - point->push;
    for (i64 cash = 1; cash < goal; cash++) {
        const i64 top = stakes_within(wager, cash);
        i64 *here = held + cash * many;
        waiting[cash] = ((wager->total - stay) * value[cash] + stay * waiting[cash]) / wager->total;
        for (i64 stake = 0; stake < top; stake++) {
            const i64 won = cash + point->flat_gain[stake], lost = cash - wager->stakes[stake];
            const i64 odds = odds_within(point, goal, won, lost, stake);
            const i64 sum = best_odds_whole(spread, goal, won, lost, odds) + point->push * value[cash] + stay * here[stake];
            here[stake] = sum / wager->total;
        }
        if (wager->may_rise)
            for (i64 stake = top - 2; stake >= 0; stake--)
                if (here[stake + 1] > here[stake]) here[stake] = here[stake + 1];
        if (wager->may_fall)
            for (i64 stake = 0; stake < top; stake++) {
                const i64 less = stake ? here[stake - 1] : waiting[cash];
                if (less > here[stake]) here[stake] = less;
            }
    }
}

int add_roll(const Problem *problem, i64 *value, i64 *held, i64 *wager, i64 *stake)
{
    const i64 goal = problem->goal;
    i64 *better = malloc((size_t)(goal + 1) * sizeof(i64)), *at = held, *waiting = held;
    if (!better) return 0;
    memcpy(better, value, (size_t)(goal + 1) * sizeof(i64));
    for (i64 n = 0; n < problem->wagers; n++) {
        const i64 size = problem->wager[n].points * problem->wager[n].stakes_many * (goal + 1);
        come_out(problem, n, value, at, better, wager, stake);
        at += size, waiting += size;
    }
    at = held;
    for (i64 n = 0; n < problem->wagers; n++) {
        const LineWager *one = &problem->wager[n];
        Room room;
        if (!make_room(&room, one, goal, sizeof(i64))) return free_room(&room), free(better), 0;
        for (i64 k = 0; k < one->points; k++) {
            Spread_whole spread;
            lay_out_whole(&spread, &one->point[k], goal, value, NULL, (i64 *)room.spread, room.places);
            hold_point(&spread, one, goal, value, at, waiting);
            at += one->stakes_many * (goal + 1), waiting += goal + 1;
        }
        free_room(&room);
    }
    memcpy(value, better, (size_t)(goal + 1) * sizeof(i64));
    free(better);
    return 1;
}
