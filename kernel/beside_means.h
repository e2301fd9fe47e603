/* The best action of one state with another wager beside the line, in numbers of the kind VALUE.

   Included twice, for floating point (solving) and for whole numbers (proving): define VALUE, NAME(x) and GAIN(excess,
   rolls, own) before. Whatever loses too much on average is not looked at: `worth` - loss is a bound of its mean. */

/* The best odds for two racks, after a win and after a loss without odds: worked out once for each pair. */
typedef struct {
    VALUE *best;
    i64 *risk, *which; /* what they risk, and which they are */
    i64 *stamp, now;
} NAME(OddsTable);

typedef struct {
    const Beside *beside;
    const LineWager *wager;
    const Point *point;
    const VALUE *value;
    NAME(OddsTable) table;
} NAME(Place);

static i64 NAME(look_up_odds)(NAME(Place) *place, i64 many, i64 won, i64 lost)
{
    const Point *point = place->point;
    const i64 goal = place->beside->problem->goal, at = won * (goal + 1) + lost;
    NAME(OddsTable) *table = &place->table;
    if (table->stamp[at] == table->now) return at;
    VALUE best = (VALUE)point->win * place->value[won] + (VALUE)point->lose * place->value[lost];
    i64 which = 0;
    for (i64 i = 0; i < many && point->risk[i] <= lost; i++) {
        const i64 high = won + point->gain[i];
        const VALUE here = (VALUE)point->win * place->value[high < goal ? high : goal]
            + (VALUE)point->lose * place->value[lost - point->risk[i]];
        if (here > best) best = here, which = i + 1;
        if (high >= goal) break;
    }
    table->best[at] = best, table->which[at] = which, table->stamp[at] = table->now;
    table->risk[at] = which ? point->risk[which - 1] : 0;
    return at;
}

/* What is won and lost with a point on, for given odds. */
static VALUE NAME(decide)(const VALUE *value, i64 goal, const BesideBet *bet, i64 first, i64 won, i64 lost)
{
    VALUE sum = 0;
    for (i64 e = first; e < bet->entries; e++) {
        const i64 *entry = bet->entry + 3 * e;
        const i64 to = (entry[0] == WINS ? won : lost) + entry[2];
        sum += (VALUE)entry[1] * value[to < goal ? to : goal];
    }
    return sum;
}

/* The largest gain over `own_value` with a stake and a rack; at most `most` of the menu are looked at. */
static VALUE NAME(best_at_point)(
    NAME(Place) *place, const BesideMenu *menu, i64 most, i64 stake, i64 rack, double worth, const VALUE *stay, double present,
    i64 *which_bet, i64 *which_odds, i64 *looked)
{
    const i64 goal = place->beside->problem->goal, rolls = place->beside->rolls;
    const Point *point = place->point;
    const i64 pushed = rack + place->wager->stakes[stake], won = pushed + point->flat_gain[stake];
    const VALUE all = (VALUE)rolls * stay[rack];
    VALUE gain = 0;
    for (i64 b = 0; b < menu->many && b < most; b++) {
        const BesideBet *bet = &menu->bet[b];
        if (worth - bet->loss <= present) break;
        if (bet->cost > rack) continue;
        *looked += 1;
        VALUE sum = 0;
        i64 e = 0, high = -1, low = -1, several = 0; /* several ends of a kind, or more than the goal even if the line loses */
        for (; e < bet->entries && (bet->entry[3 * e] == STAYS || bet->entry[3 * e] == PUSHES); e++) {
            const i64 *entry = bet->entry + 3 * e;
            const i64 to = (entry[0] == STAYS ? rack : pushed) + entry[2];
            sum += (VALUE)entry[1] * (entry[0] == STAYS ? stay : place->value)[to < goal ? to : goal];
        }
        for (i64 d = e; d < bet->entries; d++) {
            const i64 *entry = bet->entry + 3 * d;
            i64 *top = entry[0] == WINS ? &high : &low;
            const i64 to = (entry[0] == WINS ? won : rack) + entry[2];
            several |= *top >= 0 && *top != to;
            if (to > *top) *top = to;
        }
        const i64 room = rack - bet->cost;
        VALUE here = 0;
        i64 odds = 0;
        if (low <= goal) {
            const i64 at = NAME(look_up_odds)(place, point->cap[stake], high < goal ? high : goal, low);
            here = GAIN(sum + place->table.best[at] - all, rolls, bet->own);
            if (here <= gain) continue; /* with the better of its ends, and whatever odds */
            odds = place->table.which[at];
            several |= place->table.risk[at] > room;
        }
        if (several || low > goal) {
            VALUE best = NAME(decide)(place->value, goal, bet, e, won, rack);
            odds = 0;
            for (i64 i = 0; i < point->cap[stake] && point->risk[i] <= room; i++) {
                const VALUE with = NAME(decide)(place->value, goal, bet, e, won + point->gain[i], rack - point->risk[i]);
                if (with > best) best = with, odds = i + 1;
            }
            here = GAIN(sum + best - all, rolls, bet->own);
            if (here <= gain) continue;
        }
        gain = here, *which_bet = b, *which_odds = odds;
    }
    return gain;
}
