/* Sessions walked through their rows, eight abreast: one roll a step, or two.

   A step costs one load, one addition and one test. All that is rare (a rack that left its interval, a cell that nobody
   has filled, a session that ends) fails that test before anything is changed, and is then played by the pieces. The
   dice of the next eight sessions are drawn round by round between the steps: the vector unit works while the scalar
   one walks. Compiled twice, with AVX2 and without; see eight.h. */
#include <stdlib.h>

#include "walk.h"

/* Four words for each of eight sessions, on their way through Philox. */
typedef struct {
    Eight a, b, c, d;
} Words;

typedef struct {
    Eight first[ROUNDS], second[ROUNDS];
} Keys;

static Keys keys_of(u64 seed)
{
    Keys keys;
    u32 first = (u32)seed, second = (u32)(seed >> 32);
    for (int i = 0; i < ROUNDS; i++) {
        keys.first[i] = all(first);
        keys.second[i] = all(second);
        first += LEFT_WEYL;
        second += RIGHT_WEYL;
    }
    return keys;
}

static inline Words counters(const u64 *session, const u64 *block)
{
    return (Words){from(block), all(0), from(session), from_high(session)};
}

static inline Words mixed(Words w, Eight first, Eight second)
{
    Eight left, left_high, right, right_high;
    multiply(w.a, all(LEFT_TIMES), &left, &left_high);
    multiply(w.c, all(RIGHT_TIMES), &right, &right_high);
    return (Words){apart(apart(right_high, w.b), first), right, apart(apart(left_high, w.d), second), left};
}

static inline Words mixed_on(Words w, const Keys *keys, int from_round, int to_round)
{
    for (int i = from_round; i < to_round; i++) w = mixed(w, keys->first[i], keys->second[i]);
    return w;
}

/* Twenty rolls (0 to 35) a session; the bits of sessions with an unfair word. */
static inline unsigned draw(const Words *words, Thrown *thrown)
{
    const Eight each[WORDS] = {words->a, words->b, words->c, words->d}, kinds = all(KINDS);
    unsigned unfair = 0;
    for (int n = 0; n < WORDS; n++) {
        Eight word = each[n], roll;
        for (int place = 0; place < IN_A_WORD; place++) {
            multiply(word, kinds, &word, &roll);
            put(thrown + (n * IN_A_WORD + place) * GROUP, roll);
        }
        unfair |= low_below(word, UNFAIR);
    }
    return unfair;
}

/* Ten pairs of rolls (0 to 1295) a session. Two words have five pairs; the middle one is the last roll of the first word
   and the first roll of the second. */
static inline unsigned draw_pairs(const Words *words, Thrown *thrown)
{
    const Eight each[WORDS] = {words->a, words->b, words->c, words->d}, one = all(KINDS), two = all(KINDS * KINDS);
    unsigned unfair = 0;
    for (int n = 0; n < WORDS; n += 2) {
        Thrown *to = thrown + n / 2 * IN_A_WORD * GROUP;
        Eight x, y, roll, next;
        multiply(each[n], two, &x, &roll);
        put(to, roll);
        multiply(x, two, &x, &roll);
        put(to + GROUP, roll);
        multiply(x, one, &x, &roll);
        multiply(each[n + 1], one, &y, &next);
        put(to + 2 * GROUP, plus(times(roll, one), next));
        multiply(y, two, &y, &roll);
        put(to + 3 * GROUP, roll);
        multiply(y, two, &y, &roll);
        put(to + 4 * GROUP, roll);
        unfair |= low_below(x, UNFAIR) | low_below(y, UNFAIR);
    }
    return unfair;
}

static APART void draw_again(unsigned unfair, const u64 *session, const u64 *block, u64 seed, Thrown *thrown, int rolls_each)
{
    u8 rolls[BLOCK];
    for (int i = 0; i < GROUP; i++) {
        if (!(unfair >> i & 1)) continue;
        rolls_of(block[i], session[i], seed, rolls);
        for (int at = 0; at < BLOCK / rolls_each; at++)
            thrown[at * GROUP + i] = rolls_each == 1 ? rolls[at] : (Thrown)(KINDS * rolls[2 * at] + rolls[2 * at + 1]);
    }
}

/* The rolls of dice that are not fair, in place of those that were drawn: a word a roll. */
static APART void draw_loaded(const Dice *dice, const Keys *keys, const u64 *session, const u64 *block, Thrown *thrown, int rolls_each)
{
    Thrown words[GROUP], rolls[BLOCK * GROUP];
    for (u32 call = 0; call < BLOCK / WORDS; call++) {
        Words w = counters(session, block);
        w.b = all(call);
        w = mixed_on(w, keys, 0, ROUNDS);
        const Eight each[WORDS] = {w.a, w.b, w.c, w.d};
        for (int n = 0; n < WORDS; n++) {
            put(words, each[n]);
            for (int i = 0; i < GROUP; i++)
                rolls[((int)call * WORDS + n) * GROUP + i] = loaded_roll(dice->loaded, (u32)words[i]);
        }
    }
    for (int at = 0; at < BLOCK / rolls_each; at++)
        for (int i = 0; i < GROUP; i++)
            thrown[at * GROUP + i] = rolls_each == 1 ? rolls[at * GROUP + i]
                                                     : KINDS * rolls[2 * at * GROUP + i] + rolls[(2 * at + 1) * GROUP + i];
}

/* What a walk needs to know at every step. */
typedef struct {
    const u64 *const *column; /* where the cells of each roll (or pair), and of no roll, begin */
    const Keys *keys;
    Words next; /* the dice of the next group */
} Walking;

#define RIDES u64 a0 = ride[0], a1 = ride[1], a2 = ride[2], a3 = ride[3], a4 = ride[4], a5 = ride[5], a6 = ride[6], a7 = ride[7]
#define PUT_RIDES ride[0] = a0, ride[1] = a1, ride[2] = a2, ride[3] = a3, ride[4] = a4, ride[5] = a5, ride[6] = a6, ride[7] = a7
#define STEP(n)                                               \
    {                                                         \
        u64 after = a##n + column[at[n]][a##n & ROW_MASK];    \
        if (UNLIKELY(after & LEFT)) {                         \
            lane = n;                                         \
            goto left;                                        \
        }                                                     \
        a##n = after;                                         \
    }
#define STEPS STEP(0) STEP(1) STEP(2) STEP(3) STEP(4) STEP(5) STEP(6) STEP(7)

/* Walks eight sessions from a step on until one fails its test: step * 8 + lane, or as many as there are. */
static APART i64 run_single(u64 *ride, const Thrown *thrown, i64 step, Walking *walking)
{
    RIDES;
    const u64 *const *column = walking->column;
    const Thrown *at = thrown + step * GROUP, *end = thrown + BLOCK * GROUP;
    const Keys *keys = walking->keys;
    Words next = walking->next;
    i64 lane = 0, round = (step + 1) / 2;
    if (step & 1) goto odd;
    while (at < end) {
        next = mixed(next, keys->first[round], keys->second[round]);
        round++;
        STEPS
        at += GROUP;
    odd:
        STEPS
        at += GROUP;
    }
left:
    walking->next = next;
    PUT_RIDES;
    return at - thrown + lane;
}

static APART i64 run_pairs(u64 *ride, const Thrown *thrown, i64 step, Walking *walking)
{
    RIDES;
    const u64 *const *column = walking->column;
    const Thrown *at = thrown + step * GROUP, *end = thrown + BLOCK / 2 * GROUP;
    const Keys *keys = walking->keys;
    Words next = walking->next;
    i64 lane = 0;
    for (i64 round = step; at < end; at += GROUP, round++) {
        next = mixed(next, keys->first[round], keys->second[round]);
        STEPS
    }
left:
    walking->next = next;
    PUT_RIDES;
    return at - thrown + lane;
}

static void over(const Outcomes *to, i64 index, i64 worth, i64 played, i64 ending)
{
    to->worth[index] = worth;
    to->played[index] = (i32)played;
    to->ending[index] = (i8)ending;
}

/* Takes the next session for a lane, or nobody. */
static int taken(const Dice *dice, Lanes *lanes, i64 lane)
{
    i64 index = lanes->next < dice->count ? lanes->next++ : NOBODY;
    lanes->index[lane] = index;
    lanes->session[lane] = index == NOBODY ? 0 : session_of(dice, index);
    lanes->block[lane] = 0;
    return index != NOBODY;
}

static i64 blocks_of(const Dice *dice) { return (dice->rolls + BLOCK - 1) / BLOCK; }

/* After so many blocks a session is over; what is played out has the blocks behind those of the rolls. */
static i64 last_block(const Rows *rows, const Dice *dice)
{
    return blocks_of(dice) + (rows->closings ? LONGEST_CLOSING / BLOCK : 0);
}

/* How many rolls have been played, with the one at this place of the lane's block. */
static inline i64 rolls_played(const Dice *dice, const Lanes *lanes, i64 lane, i64 place)
{
    i64 block = (i64)lanes->block[lane], played = block * BLOCK + place + 1, blocks = blocks_of(dice);
    return block < blocks ? played : played - blocks * BLOCK + dice->rolls;
}

/* Rolls that are not played lead from every row to itself. */
static void cut_short(const Dice *dice, const Lanes *lanes, i64 group, Thrown *thrown, i64 rolls_each, Thrown no_roll)
{
    i64 last = blocks_of(dice) - 1, in_the_last = dice->rolls % BLOCK;
    if (!in_the_last) return;
    for (int i = 0; i < GROUP; i++)
        if ((i64)lanes->block[group + i] == last)
            for (i64 at = in_the_last / rolls_each; at < BLOCK / rolls_each; at++) thrown[at * GROUP + i] = no_roll;
}

/* ---- one roll a step ---- */

static inline u64 first_ride(const Rows *rows)
{
    i64 at = rows->first_row / rows->columns;
    return riding(rows->first_row, rows->first_rack, rows->lows[at], rows->highs[at]);
}

static inline i64 rack_of(const Rows *rows, u64 ride)
{
    return (i64)(ride >> LEAST_AT & DISTANCE) + rows->lows[(i64)(ride & ROW_MASK) / rows->columns];
}

/* One roll of a ride that failed its test. Nobody knows how it goes on: 0. */
static int play_roll(
    const Rows *rows, const Dice *dice, const Outcomes *to, Lanes *lanes, i64 lane, i64 column, i64 step, Met *met)
{
    i64 row = (i64)(lanes->ride[lane] & ROW_MASK), rack = rack_of(rows, lanes->ride[lane]);
    const i64 *piece = reached(rows, row, column, &rack, met);
    if (!piece) return 0;
    i64 left = rack + piece[PAID];
    if (piece[ROW] == THE_END) {
        over(to, lanes->index[lane], left + piece[LAYOUT], rolls_played(dice, lanes, lane, step), piece[KIND]);
        lanes->ride[lane] = AT_REST;
        return 1;
    }
    i64 single = -1;
    if (left < rows->poor && !closing(rows, piece[ROW])) {
        i64 at = piece[KIND] * rows->poor + left;
        if (at < rows->n_singles) single = rows->singles[at];
        if (single < 0 && rows->has_room) {
            *met = (Met){NO_SINGLE, row, column, (piece - rows->pieces) / FIELDS, rack};
            return 0;
        }
    }
    lanes->ride[lane] = single >= 0 ? (u64)single : riding(piece[ROW], rack, piece[LEAST], piece[MOST]);
    return 1;
}

static u64 closing_ride(const Rows *rows, u64 ride)
{
    i64 rack = rack_of(rows, ride), to = close_row(rows, (i64)(ride & ROW_MASK), &rack), at = to / rows->columns;
    return riding(to, rack, rows->lows[at], rows->highs[at]);
}

static i64 walk_single(const Rows *rows, const Dice *dice, Lanes *lanes, const Outcomes *to, Missed *missed, Met *met)
{
    Thrown thrown[BLOCK * GROUP];
    const u64 *column[KINDS + 1];
    u64 *zeros = 0;
    for (int i = 0; i < KINDS; i++) column[i] = rows->table + rows->column[i];
    if (dice->rolls % BLOCK && !rows->zeros && !(zeros = calloc((size_t)(rows->rows * rows->columns), sizeof(u64)))) return -1;
    column[KINDS] = rows->zeros ? rows->zeros : zeros;
    const Keys keys = keys_of(dice->seed);
    const i64 blocks = blocks_of(dice), last = last_block(rows, dice);
    int going_on = lanes->begun != 0;
    if (!going_on) {
        lanes->begun = 1;
        for (i64 v = 0; v < LANES; v++) {
            int somebody = taken(dice, lanes, v);
            lanes->ride[v] = somebody ? first_ride(rows) : AT_REST;
            lanes->live += somebody;
        }
    }
    Walking walking = {column, &keys, counters(lanes->session + lanes->group, lanes->block + lanes->group)};
    walking.next = mixed_on(walking.next, &keys, 0, ROUNDS);
    i64 answer = NOTHING;
    while (lanes->live > 0) {
        for (; lanes->group < LANES; lanes->group += GROUP) {
            const i64 group = lanes->group, coming = (group + GROUP) % LANES;
            const u64 *session = lanes->session + group, *block = lanes->block + group;
            u64 *ride = lanes->ride + group;
            unsigned unfair = draw(&walking.next, thrown);
            if (UNLIKELY(unfair)) draw_again(unfair, session, block, dice->seed, thrown, 1);
            if (UNLIKELY(dice->loaded)) draw_loaded(dice, &keys, session, block, thrown, 1);
            cut_short(dice, lanes, group, thrown, 1, KINDS);
            walking.next = counters(lanes->session + coming, lanes->block + coming);
            i64 met_at = 0;
            if (going_on) { /* somebody has been asked about this lane's roll */
                walking.next = mixed_on(walking.next, &keys, 0, (int)lanes->step / 2 + 1);
                met_at = lanes->step * GROUP + lanes->lane;
                going_on = 0;
            } else {
                met_at = run_single(ride, thrown, 0, &walking);
            }
            while (met_at < BLOCK * GROUP) {
                i64 step = met_at / GROUP;
                for (i64 i = met_at % GROUP; i < GROUP; i++) {
                    u64 roll = thrown[step * GROUP + i], after = ride[i] + column[roll][ride[i] & ROW_MASK];
                    if (!(after & LEFT)) {
                        ride[i] = after;
                    } else if (!play_roll(rows, dice, to, lanes, group + i, rows->column[roll], step, met)) {
                        if (!missed) {
                            lanes->step = step, lanes->lane = i;
                            answer = met->what;
                            goto ask;
                        }
                        missed->index[missed->many++] = lanes->index[group + i];
                        ride[i] = AT_REST;
                    }
                }
                met_at = run_single(ride, thrown, step + 1, &walking);
            }
            for (i64 v = group; v < group + GROUP; v++) { /* a block is over: whose session is over too? */
                lanes->block[v]++;
                if (lanes->index[v] == NOBODY) continue;
                if (lanes->ride[v] != AT_REST) {
                    if (rows->closings && (i64)lanes->block[v] == blocks) lanes->ride[v] = closing_ride(rows, lanes->ride[v]);
                    if ((i64)lanes->block[v] != last) continue;
                    i64 row = (i64)(lanes->ride[v] & ROW_MASK) / rows->columns;
                    i64 played = dice->rolls + (last - blocks) * BLOCK;
                    over(to, lanes->index[v], rack_of(rows, lanes->ride[v]) + rows->layouts[row], played, 0);
                }
                int somebody = taken(dice, lanes, v);
                lanes->ride[v] = somebody ? first_ride(rows) : AT_REST;
                lanes->live -= !somebody;
            }
        }
        lanes->group = 0;
    }
ask:
    free(zeros);
    return answer;
}

/* ---- two rolls a step ---- */

/* How a lane's session is under way: among the pairs, roll by roll, or not at all. */
enum { RIDES_PAIRS, BY_ROLLS, IS_OVER };

/* Another thread may have led to rows that were not there when the pairs were made. */
static inline int fits(const Pairs *pairs, i64 row, i64 rack)
{
    return row < pairs->rows && rack >= pairs->lows[row] && rack <= pairs->highs[row];
}

/* Puts a session among the pairs if its rack allows, else it goes roll by roll. */
static void seated(const Rows *rows, const Pairs *pairs, Lanes *lanes, i64 lane)
{
    i64 row = lanes->row[lane] / rows->columns, rack = lanes->rack[lane], cells = cells_of_pairs(rows->columns);
    int among = fits(pairs, row, rack);
    lanes->mode[lane] = among ? RIDES_PAIRS : BY_ROLLS;
    lanes->ride[lane] = among ? riding(row * cells, rack, pairs->lows[row], pairs->highs[row]) : AT_REST;
}

static void unseated(const Rows *rows, const Pairs *pairs, Lanes *lanes, i64 lane)
{
    u64 ride = lanes->ride[lane];
    i64 row = (i64)(ride & ROW_MASK) / cells_of_pairs(rows->columns);
    lanes->row[lane] = row * rows->columns;
    lanes->rack[lane] = (i64)(ride >> LEAST_AT & DISTANCE) + pairs->lows[row];
    lanes->mode[lane] = BY_ROLLS;
    lanes->ride[lane] = AT_REST;
}

/* One roll by the pieces; 0 if the session is over or goes on elsewhere. */
static int by_the_pieces(const Rows *rows, const Outcomes *to, Lanes *lanes, i64 lane, u64 roll, i64 played, Missed *missed)
{
    Met met;
    i64 rack = lanes->rack[lane];
    const i64 *piece = reached(rows, lanes->row[lane], rows->column[roll], &rack, &met);
    if (!piece) missed->index[missed->many++] = lanes->index[lane];
    else if (piece[ROW] == THE_END) over(to, lanes->index[lane], rack + piece[PAID] + piece[LAYOUT], played, piece[KIND]);
    else {
        lanes->row[lane] = piece[ROW];
        lanes->rack[lane] = rack + piece[PAID];
        return 1;
    }
    lanes->mode[lane] = IS_OVER;
    return 0;
}

/* A lane's pair of rolls by the pieces, and the rest of the block too unless the session can go on among the pairs. */
static void play_pairs(
    const Rows *rows, const Pairs *pairs, const Dice *dice, const Outcomes *to, Lanes *lanes, i64 lane, const Thrown *thrown,
    i64 step, i64 steps, Missed *missed)
{
    for (i64 at = step; at < steps; at++) {
        u64 both = thrown[at * GROUP + lane % GROUP];
        i64 played = rolls_played(dice, lanes, lane, 2 * at);
        if (!by_the_pieces(rows, to, lanes, lane, both / KINDS, played, missed)) return;
        if (!by_the_pieces(rows, to, lanes, lane, both % KINDS, played + 1, missed)) return;
        if (at == step && fits(pairs, lanes->row[lane] / rows->columns, lanes->rack[lane])) {
            seated(rows, pairs, lanes, lane);
            return;
        }
    }
}

static int begin_pairs(const Rows *rows, const Pairs *pairs, const Dice *dice, Lanes *lanes, i64 lane)
{
    int somebody = taken(dice, lanes, lane);
    lanes->mode[lane] = IS_OVER;
    lanes->ride[lane] = AT_REST;
    if (somebody) {
        lanes->row[lane] = rows->first_row;
        lanes->rack[lane] = rows->first_rack;
        seated(rows, pairs, lanes, lane);
    }
    return somebody;
}

/* Whether the session of a lane among the pairs came to its end there, in the block that is now over. */
static inline int ended_among_pairs(const Rows *rows, const Pairs *pairs, const Dice *dice, const Outcomes *to, const Lanes *lanes, i64 lane)
{
    const u64 ride = lanes->ride[lane];
    const i64 at = (i64)(ride & ROW_MASK) - first_end(pairs->rows, rows->columns), cells = cells_of_an_end(rows->columns);
    if (at < 0) return 0;
    over(to, lanes->index[lane], (i64)(ride >> LEAST_AT & DISTANCE) + low_of_ends(rows),
         rolls_played(dice, lanes, lane, BLOCK - 1 - at % cells), at / cells);
    return 1;
}

/* How many pairs were played by the pieces. */
static i64 walk_pairs(const Rows *rows, const Pairs *pairs, const Dice *dice, const Outcomes *to, Missed *missed)
{
    enum { STEPS_EACH = BLOCK / 2 };
    Thrown thrown[STEPS_EACH * GROUP];
    const u64 *column[KINDS * KINDS + 1], *close = pairs->table + closing_cell(rows->columns);
    for (int one = 0; one < KINDS; one++)
        for (int two = 0; two < KINDS; two++)
            column[KINDS * one + two] = pairs->table + rows->column[one] * rows->columns + rows->column[two];
    column[KINDS * KINDS] = pairs->table + still_cell(rows->columns);
    const Keys keys = keys_of(dice->seed);
    const i64 blocks = blocks_of(dice), in_the_last = dice->rolls % BLOCK ? dice->rolls % BLOCK / 2 : STEPS_EACH;
    const i64 last = last_block(rows, dice), odd = dice->rolls % 2;
    Lanes under_way = {0}, *lanes = &under_way;
    i64 slow = 0;
    for (i64 v = 0; v < LANES; v++) lanes->live += begin_pairs(rows, pairs, dice, lanes, v);
    Walking walking = {column, &keys, counters(lanes->session, lanes->block)};
    walking.next = mixed_on(walking.next, &keys, 0, ROUNDS);
    while (lanes->live > 0) {
        for (i64 group = 0; group < LANES; group += GROUP) {
            const i64 coming = (group + GROUP) % LANES;
            u64 *ride = lanes->ride + group;
            unsigned unfair = draw_pairs(&walking.next, thrown);
            if (UNLIKELY(unfair)) draw_again(unfair, lanes->session + group, lanes->block + group, dice->seed, thrown, 2);
            if (UNLIKELY(dice->loaded)) draw_loaded(dice, &keys, lanes->session + group, lanes->block + group, thrown, 2);
            u64 odd_roll[GROUP] = {0}; /* a session's last roll, if it is no half of a pair */
            for (int i = 0; odd && i < GROUP; i++) odd_roll[i] = thrown[in_the_last * GROUP + i] / KINDS;
            cut_short(dice, lanes, group, thrown, 2, KINDS * KINDS);
            walking.next = counters(lanes->session + coming, lanes->block + coming);
            for (i64 v = group; v < group + GROUP; v++) {
                if (lanes->mode[v] != BY_ROLLS) continue;
                seated(rows, pairs, lanes, v);
                if (lanes->mode[v] == RIDES_PAIRS) continue;
                i64 steps = (i64)lanes->block[v] == blocks - 1 ? in_the_last : STEPS_EACH;
                for (i64 at = 0; at < steps && lanes->mode[v] == BY_ROLLS; at++) {
                    u64 both = thrown[at * GROUP + v - group];
                    i64 played = rolls_played(dice, lanes, v, 2 * at);
                    slow++;
                    if (by_the_pieces(rows, to, lanes, v, both / KINDS, played, missed))
                        by_the_pieces(rows, to, lanes, v, both % KINDS, played + 1, missed);
                }
            }
            i64 met_at = 0;
            while ((met_at = run_pairs(ride, thrown, met_at, &walking)) < STEPS_EACH * GROUP) {
                i64 step = met_at / GROUP;
                for (i64 i = met_at % GROUP; i < GROUP; i++) {
                    u64 after = ride[i] + column[thrown[step * GROUP + i]][ride[i] & ROW_MASK];
                    if (!(after & LEFT)) {
                        ride[i] = after;
                        continue;
                    }
                    i64 v = group + i, steps = (i64)lanes->block[v] == blocks - 1 ? in_the_last : STEPS_EACH;
                    slow++;
                    unseated(rows, pairs, lanes, v);
                    play_pairs(rows, pairs, dice, to, lanes, v, thrown, step, steps, missed);
                }
                met_at = step + 1;
            }
            for (i64 v = group; v < group + GROUP; v++) {
                if (ended_among_pairs(rows, pairs, dice, to, lanes, v)) lanes->mode[v] = IS_OVER;
                lanes->block[v]++;
                if (lanes->index[v] == NOBODY) continue;
                if (lanes->mode[v] != IS_OVER && (i64)lanes->block[v] == blocks) {
                    u64 ride = lanes->ride[v];
                    ride += close[(ride & ROW_MASK) + (odd ? rows->column[odd_roll[v - group]] : rows->columns)];
                    if (rows->closings && lanes->mode[v] == RIDES_PAIRS && !(ride & LEFT)) {
                        lanes->ride[v] = ride;
                        continue;
                    }
                    if (lanes->mode[v] == RIDES_PAIRS) unseated(rows, pairs, lanes, v);
                    if (odd) by_the_pieces(rows, to, lanes, v, odd_roll[v - group], dice->rolls, missed);
                    if (rows->closings && lanes->mode[v] != IS_OVER) {
                        lanes->row[v] = close_row(rows, lanes->row[v], &lanes->rack[v]);
                        seated(rows, pairs, lanes, v);
                    }
                }
                if (lanes->mode[v] != IS_OVER) {
                    if ((i64)lanes->block[v] != last) continue;
                    if (lanes->mode[v] == RIDES_PAIRS) unseated(rows, pairs, lanes, v);
                    i64 worth = lanes->rack[v] + rows->layouts[lanes->row[v] / rows->columns];
                    over(to, lanes->index[v], worth, dice->rolls + (last - blocks) * BLOCK, 0);
                }
                lanes->live -= !begin_pairs(rows, pairs, dice, lanes, v);
            }
        }
    }
    return slow;
}

/* ---- the dice alone, for those who check them ---- */

static void thrown_by(const Dice *dice, const u64 *session, const u64 *block, u64 *rolls_to, u64 *pairs_to)
{
    Thrown rolls[BLOCK * GROUP], pairs[BLOCK / 2 * GROUP];
    const u64 seed = dice->seed;
    const Keys keys = keys_of(seed);
    Words words = mixed_on(counters(session, block), &keys, 0, ROUNDS);
    unsigned unfair = draw(&words, rolls);
    draw_again(unfair, session, block, seed, rolls, 1);
    unfair = draw_pairs(&words, pairs);
    draw_again(unfair, session, block, seed, pairs, 2);
    if (dice->loaded) {
        draw_loaded(dice, &keys, session, block, rolls, 1);
        draw_loaded(dice, &keys, session, block, pairs, 2);
    }
    for (int i = 0; i < BLOCK * GROUP; i++) rolls_to[i] = rolls[i];
    for (int i = 0; i < BLOCK / 2 * GROUP; i++) pairs_to[i] = pairs[i];
}

#ifdef __AVX2__
const Walker vector_walker = {walk_single, walk_pairs, thrown_by};
#else
const Walker plain_walker = {walk_single, walk_pairs, thrown_by};
#endif
