/* With a point on: the best flat bet and odds for every stake, in numbers of the kind VALUE.

   Included twice, for floating point (solving) and for whole numbers (proving): define VALUE and NAME(x) before. It is
   max-plus arithmetic alone, so both kinds do the same. */

/* Raises eight running maxima by first[i] + second[i]; the last eight may overlap those before. */
static inline __attribute__((always_inline)) void NAME(raise)(
    VALUE best[8], const VALUE *first, const VALUE *second, i64 many)
{
    if (many < 8) {
        for (i64 i = 0; i < many; i++) {
            VALUE sum = first[i] + second[i];
            best[i] = sum > best[i] ? sum : best[i];
        }
        return;
    }
    for (i64 i = 0;; i = i + 16 <= many ? i + 8 : many - 8) {
        for (int lane = 0; lane < 8; lane++) {
            VALUE sum = first[i + lane] + second[i + lane];
            best[lane] = sum > best[lane] ? sum : best[lane];
        }
        if (i + 8 == many) return;
    }
}

/* What may be reached from one point: values of cash weighed by the ways to win and to lose, laid out so that the
   odds of one residue of the period lie side by side. */
typedef struct {
    const Point *point;
    VALUE *won, *lost;
    i64 *won_at, *lost_at; /* where each cash lies among them */
    i64 won_row, lost_row;
} NAME(Spread);

static i64 NAME(spread_size)(const Point *point, i64 goal)
{
    return (2 * goal / point->gain_step + 4) * point->gain_step + (goal / point->risk_step + 2) * point->risk_step;
}

/* `after`: what the next shooter is worth; NULL: the same. */
static void NAME(lay_out)(
    NAME(Spread) *spread, const Point *point, i64 goal, const VALUE *value, const VALUE *after, VALUE *room, i64 *places)
{
    const i64 up = point->gain_step, down = point->risk_step;
    const VALUE *winners = after && point->passes & 1 ? after : value, *losers = after && point->passes & 2 ? after : value;
    spread->point = point;
    spread->won_row = 2 * goal / up + 4;
    spread->lost_row = goal / down + 2;
    spread->won = room;
    spread->lost = room + up * spread->won_row;
    spread->won_at = places;
    spread->lost_at = places + goal + 1;
    for (i64 cash = 0; cash <= goal; cash++) {
        spread->won_at[cash] = cash % up * spread->won_row + cash / up;
        spread->lost_at[cash] = cash % down * spread->lost_row + spread->lost_row - 1 - cash / down;
    }
    for (i64 phase = 0; phase < up; phase++)
        for (i64 q = 0; q < spread->won_row; q++) {
            i64 cash = phase + up * q;
            spread->won[phase * spread->won_row + q] = (VALUE)point->win * winners[cash < goal ? cash : goal];
        }
    for (i64 phase = 0; phase < down; phase++)
        for (i64 q = 0; q < spread->lost_row; q++) {
            i64 cash = phase + down * (spread->lost_row - 1 - q);
            spread->lost[phase * spread->lost_row + q] = (VALUE)point->lose * losers[cash < goal ? cash : goal];
        }
}

/* The best odds behind one flat bet: `won` and `lost` are the cash after a win and a loss without odds. */
CLONED static VALUE NAME(best_odds)(const NAME(Spread) *spread, i64 goal, i64 won, i64 lost, i64 many)
{
    const Point *point = spread->point;
    const i64 period = point->period;
    const VALUE without = spread->won[spread->won_at[won < goal ? won : goal]] + spread->lost[spread->lost_at[lost]];
    VALUE best[8] = {without, without, without, without, without, without, without, without};
    i64 count = (many + period - 1) / period, longer = many - (count - 1) * period; /* so many residues have all of them */
    for (i64 first = 0; first < period && first < many; first++) {
        i64 high = won + point->gain[first], low = lost - point->risk[first];
        if (high > goal) high = goal; /* then it is the only one of its residue: the next would be of no more use */
        NAME(raise)(best, spread->won + spread->won_at[high], spread->lost + spread->lost_at[low], count - (first >= longer));
    }
    for (int lane = 1; lane < 8; lane++) best[0] = best[lane] > best[0] ? best[lane] : best[0];
    return best[0];
}

/* The value of one point for every stake below `top` that `wanted` has: what lies there may rise or fall first.
   The values are weighed by win + lose + push. `chosen`: the stake that it becomes; -1, taken down. */
static void NAME(point_values)(
    const NAME(Spread) *spread, const LineWager *wager, i64 goal, i64 cash, const VALUE *value, i64 top, const u8 *wanted,
    VALUE *values, i64 *chosen, i64 *looked)
{
    const Point *point = spread->point;
    const VALUE undecided = (VALUE)point->push * value[cash];
    const VALUE taken_down = spread->won[spread->won_at[cash]] + spread->lost[spread->lost_at[cash]] + undecided;
    int has = wager->may_fall;
    VALUE best = taken_down;
    i64 which = -1;
    for (i64 n = 0; n < top; n++) {
        i64 stake = wager->may_rise ? top - 1 - n : n;
        if (wanted[stake]) {
            const i64 won = cash + point->flat_gain[stake], lost = cash - wager->stakes[stake];
            const i64 many = odds_within(point, goal, won, lost, stake);
            *looked += many + 1;
            VALUE here = undecided + NAME(best_odds)(spread, goal, won, lost, many);
            if (!has || !(wager->may_rise || wager->may_fall) || here > best) best = here, which = stake, has = 1;
        }
        values[stake] = best;
        chosen[stake] = has ? which : -2;
    }
}
