/* The kernel's door to a page, as module.c is the one to Python: one strategy in one memory, numbers in, numbers out.

   A page tells what the house has told it, begins a stretch of sessions and lets it go on. The answer is how many
   sessions wait for something that nobody has told; the house finishes some of those and tells what they met, and the
   others go on. */
#include <stdlib.h>
#include <string.h>

#include "../joint.h"
#include "../pairs.h"
#include "strategy_rows.h"

#define OFFERED(name) __attribute__((export_name(#name))) name

/* As in sevenout.analysis.simulation.engines.kernel_engine: how many bytes of pairs are close to the processor, and one
   pair in how many may be played by the pieces. */
enum { CLOSE = 3 << 17, ODD_ONES = 50 };
enum { MOST_SPAN = 1 << 22, ENDINGS = 128, ELSEWHERE = -1 };

static StrategyRows strategy[MOST_PARTS];
static i64 n_parts = 1, ruin, first_rows[MOST_PARTS];
static Start start;
static i64 is_over_at_once, ending_at_once, worth_at_once; /* of a strategy that does not stay for the first roll */
static i64 closes_at_once;

/* ---- what is known ---- */

static Pairs paired;
static i64 paired_of = -1, two_at_a_time;

void *OFFERED(take_memory)(i32 bytes) { return malloc((size_t)bytes); }
void OFFERED(give_back)(void *at) { free(at); }

/* Forgets the strategy, not what has been counted. `closing`: nothing is bet after the first decision. */
void OFFERED(begin_strategy)(i32 parts, i32 which_is_ruin, i32 closing)
{
    for (int i = 0; i < MOST_PARTS; i++) forget_strategy(&strategy[i]);
    n_parts = parts, ruin = which_is_ruin, closes_at_once = closing;
    two_at_a_time = 1, paired_of = -1;
}

i32 OFFERED(learn)(i32 part, const double *numbers, i32 many)
{
    return part >= 0 && part < MOST_PARTS && learn_strategy(&strategy[part], numbers, many);
}

/* Makes the first decisions of all parts, each by the rack that the one before has left; 0: they are not known. */
i32 OFFERED(make_ready)(void)
{
    i64 lying = 0, rack = strategy[0].bankroll, left = 0, ruined = 0, gone = 0;
    for (i64 i = 0; i < n_parts; i++) {
        StrategyRows *s = &strategy[i];
        if (!begin_rows(s)) return 0;
        const i64 number = decide(s, s->first, rack);
        if (number < 0) return 0;
        const i64 *piece = s->rows.pieces + number * FIELDS;
        rack += piece[PAID], lying += piece[LAYOUT];
        first_rows[i] = piece[ROW];
        if (piece[ROW] == THE_END) gone = 1, left = left ? left : piece[KIND];
        else if (piece[KIND] == -1) ruined = 1;
    }
    is_over_at_once = gone || (ruined && !lying);
    ending_at_once = gone ? left : ruin;
    worth_at_once = rack + lying;
    start = (Start){rack, rack + lying, strategy[0].bankroll, ruin, first_rows};
    return 1;
}

/* The rows of a part, as they stand. */
static Rows rows_of(i64 part)
{
    Rows rows = strategy[part].rows;
    if (!closes_at_once || rows.first_row == THE_END) return rows;
    rows.first_row = close_row(&rows, rows.first_row, &rows.first_rack);
    rows.closings = 0;
    return rows;
}

/* Whether two rolls a step pay; makes their rows anew if there is more to make them of. */
static int make_pairs(const Dice *dice)
{
    const StrategyRows *s = &strategy[0];
    const i64 each = s->rows.columns * s->rows.columns;
    if ((dice->rolls % 2 && !s->plays_out) || !s->filled || !two_at_a_time || count_busy(s) * each * 8 > CLOSE) return 0;
    if (paired_of == s->filled && paired.rows == s->many) return 1;
    free((void *)paired.table), free((void *)paired.lows), free((void *)paired.highs);
    u64 *table = malloc((size_t)all_cells_of_pairs(s->many, s->rows.columns) * sizeof(u64));
    i64 *lows = malloc((size_t)s->many * sizeof(i64)), *highs = malloc((size_t)s->many * sizeof(i64));
    paired = (Pairs){table, lows, highs, s->many};
    paired_of = -1;
    if (!table || !lows || !highs) return 0;
    Rows rows = rows_of(0);
    rows.rows = s->many;
    pair(&rows, table, lows, highs);
    paired_of = s->filled;
    return 1;
}

/* ---- a stretch of sessions ---- */

static struct {
    Dice dice;
    Outcomes to, again;
    i64 *lowest, *falls;  /* room for what parts keep, and nobody reads */
    i64 *places, *waiting; /* of sessions, in the order of the stretch */
    u64 *numbers;
    double *named;
    i64 many, begun, room;
} now;

static int renew(void *at, i64 count, size_t size)
{
    void *old;
    memcpy(&old, at, sizeof old);
    free(old);
    old = malloc((size_t)count * size);
    memcpy(at, &old, sizeof old);
    return old != 0;
}

/* Sessions `first`, `first` + 1, … are to be played; 0: no memory. */
i32 OFFERED(begin_stretch)(u64 seed, double first, i32 count, i32 rolls)
{
    if (count > now.room) {
        now.room = 0;
        Outcomes *both[] = {&now.to, &now.again};
        for (int i = 0; i < 2; i++)
            if (!renew(&both[i]->worth, count, 8) || !renew(&both[i]->played, count, 4) || !renew(&both[i]->ending, count, 1)) return 0;
        if (!renew(&now.lowest, count, 8) || !renew(&now.falls, count, 8) || !renew(&now.places, count, 8)
            || !renew(&now.waiting, count, 8) || !renew(&now.numbers, count, 8) || !renew(&now.named, count, 8))
            return 0;
        now.room = count;
    }
    now.dice = (Dice){seed, (i64)first, count, rolls, 0, 0};
    now.many = now.begun = 0;
    return 1;
}

/* 1 if the walk can go on with this session; else it waits. */
static int found_out(i64 part, const Met *met, i64 place)
{
    if (find_out(&strategy[part], met)) return 1;
    now.waiting[now.many++] = place;
    return 0;
}

static int walk_jointly(const Dice *dice, const Outcomes *to)
{
    Jointly under_way = {0};
    Rows parts[MOST_PARTS];
    Met met = {0};
    i64 about = 0;
    for (;;) {
        for (i64 i = 0; i < n_parts; i++) parts[i] = rows_of(i);
        const i64 what = jointly(parts, n_parts, dice, &start, &under_way, to, now.lowest, now.falls, 0, &met, &about);
        if (what == NOTHING) return 1;
        if (!found_out(about, &met, under_way.seen.index)) under_way.seen.index++, under_way.seen.begun = 0;
    }
}

static int walk_by_rolls(const Dice *dice, const Outcomes *to)
{
    Lanes lanes = {0};
    Met met = {0};
    for (;;) {
        const Rows rows = rows_of(0);
        const i64 what = plain_walker.single(&rows, dice, &lanes, to, 0, &met);
        if (what <= NOTHING) return what == NOTHING;
        const i64 lane = lanes.group + lanes.lane;
        if (!found_out(0, &met, lanes.index[lane])) lanes.ride[lane] = AT_REST; /* it counts as over, and is played again */
    }
}

static int walk(const Dice *dice, const Outcomes *to) { return n_parts > 1 ? walk_jointly(dice, to) : walk_by_rolls(dice, to); }

/* Walks those that wait. Where they stand in the stretch is in no order. */
static int walk_again(void)
{
    const i64 many = now.many;
    for (i64 i = 0; i < many; i++) now.places[i] = now.waiting[i], now.numbers[i] = session_of(&now.dice, now.places[i]);
    const Dice dice = {now.dice.seed, 0, many, now.dice.rolls, now.numbers, 0};
    now.many = 0;
    if (!walk(&dice, &now.again)) return 0;
    for (i64 i = 0; i < many; i++) {
        const i64 place = now.places[i];
        now.to.worth[place] = now.again.worth[i];
        now.to.played[place] = now.again.played[i];
        now.to.ending[place] = now.again.ending[i];
    }
    for (i64 i = 0; i < now.many; i++) now.waiting[i] = now.places[now.waiting[i]];
    return 1;
}

static int walk_pairs(void)
{
    const Dice *dice = &now.dice;
    const Rows rows = rows_of(0);
    Missed missed = {now.waiting, 0};
    const i64 odd = plain_walker.pairs(&rows, &paired, dice, &now.to, &missed);
    now.many = missed.many;
    if (now.many) return walk_again();
    i64 played = 0;
    for (i64 i = 0; i < dice->count; i++) played += now.to.played[i];
    if (2 * odd * ODD_ONES > played) two_at_a_time = 0;
    return 1;
}

/* How many sessions wait for something that has to be asked for, 0 if all are over; -1: no memory. */
i32 OFFERED(go_on)(void)
{
    int done = 1;
    if (now.begun) done = !now.many || walk_again();
    else if (is_over_at_once)
        for (i64 i = 0; i < now.dice.count; i++)
            now.to.worth[i] = worth_at_once, now.to.played[i] = 0, now.to.ending[i] = (i8)ending_at_once;
    else done = n_parts == 1 && make_pairs(&now.dice) ? walk_pairs() : walk(&now.dice, &now.to);
    now.begun = 1;
    return done ? (i32)now.many : -1;
}

/* The numbers of the sessions that wait. */
const double *OFFERED(name_waiting)(void)
{
    for (i64 i = 0; i < now.many; i++) now.named[i] = (double)session_of(&now.dice, now.waiting[i]);
    return now.named;
}

/* The first so many of those that wait were played elsewhere, and are not counted here. */
void OFFERED(drop_waiting)(i32 many)
{
    for (i64 i = 0; i < many; i++) now.to.ending[now.waiting[i]] = ELSEWHERE;
    now.many -= many;
    memmove(now.waiting, now.waiting + many, (size_t)now.many * sizeof(i64));
}

/* ---- what came of it ---- */

/* How often each net came up, in chips, and which session was the first with it. Doubles, as a page reads them. */
static struct {
    double *often, *first, least, room;
} nets;
static double figures[2 + ENDINGS]; /* sessions, rolls, and how often each ending */

static int room_for_nets(i64 least, i64 most)
{
    if (nets.room) {
        least = least < (i64)nets.least ? least : (i64)nets.least;
        most = most > (i64)(nets.least + nets.room) - 1 ? most : (i64)(nets.least + nets.room) - 1;
    }
    const i64 room = most - least + 1;
    if (room > MOST_SPAN) return 0;
    if (room == (i64)nets.room) return 1;
    double *often = calloc((size_t)room, sizeof(double)), *first = calloc((size_t)room, sizeof(double));
    if (!often || !first) return 0;
    if (nets.room) {
        const i64 at = (i64)nets.least - least;
        memcpy(often + at, nets.often, (size_t)nets.room * sizeof(double));
        memcpy(first + at, nets.first, (size_t)nets.room * sizeof(double));
    }
    free(nets.often), free(nets.first);
    nets.often = often, nets.first = first, nets.least = (double)least, nets.room = (double)room;
    return 1;
}

/* Adds the stretch to all that has been counted; 0: nets too far apart, or no memory. */
i32 OFFERED(count_stretch)(void)
{
    const i64 bankroll = strategy[0].bankroll;
    i64 least = 0, most = -1, rolls = 0, sessions = 0;
    for (i64 i = 0; i < now.dice.count; i++) {
        if (now.to.ending[i] == ELSEWHERE) continue;
        const i64 net = now.to.worth[i] - bankroll;
        if (!sessions++) least = most = net;
        if (net < least) least = net;
        if (net > most) most = net;
    }
    if (!sessions) return 1;
    if (!room_for_nets(least, most)) return 0;
    for (i64 i = 0; i < now.dice.count; i++) {
        if (now.to.ending[i] == ELSEWHERE) continue;
        const i64 at = now.to.worth[i] - bankroll - (i64)nets.least;
        const double number = (double)session_of(&now.dice, i);
        if (!nets.often[at]++ || number < nets.first[at]) nets.first[at] = number;
        rolls += now.to.played[i];
        figures[2 + (now.to.ending[i] & (ENDINGS - 1))]++;
    }
    figures[0] += (double)sessions;
    figures[1] += (double)rolls;
    return 1;
}

const void *OFFERED(read_nets)(void) { return &nets; }
const double *OFFERED(read_figures)(void) { return figures; }
/* How many rows there are in all. */
i32 OFFERED(count_rows)(void)
{
    i64 many = 0;
    for (i64 i = 0; i < n_parts; i++) many += strategy[i].many;
    return (i32)many;
}
