/* One act in every seat of a learning environment, from tables that the engine filled: look up, add, and say what may be done. */
#include "seats.h"

#include <string.h>

#include "numbers.h"

typedef int16_t i16;
enum { ROLLS = 36, MOST_LINES = 4, BUFFERS = 17 };
enum { ROLL, BET, TAKE_DOWN };

/* The tables and the seats, as the buffers come. */
typedef struct {
    const i64 *sizes;   /* seats, lines, pucks, size, actions, goal, start, least, fresh, longest, wagers */
    const i64 *acts;    /* verb, line, whether odds, chips: by action */
    const u8 *add;      /* by line, whether odds, puck, flat, odds and chips: whether so much more is taken */
    const i64 *down;    /* by line, whether odds, puck, flat and odds: the chips that come back, -1 if it may not come down */
    const i16 *after;   /* by line, puck, roll, flat and odds: chips back, then flat, odds, and nothing */
    const i64 *moves;   /* by puck and roll: the puck after it */
    const i64 *shown;   /* by line and whether odds: its place among the stakes that are seen, -1 if there is none */
    i64 *rack, *puck, *bets, *acted;
    u8 *over;
    const i64 *chosen;
    const i64 *dice;
    float *seen;        /* by seat: the rack, then the stakes, in shares of the goal */
    double *reward;
    u8 *ended;          /* by seat: terminated, truncated */
    i8 *masks;          /* by seat and action */
} Seats;

static i64 bet_at(const Seats *s, i64 line, i64 odd, i64 puck, const i64 *bets)
{
    const i64 size = s->sizes[3];
    return (((line * 2 + odd) * s->sizes[2] + puck) * size + bets[line * 2]) * size + bets[line * 2 + 1];
}

/* Whether another line bet lies there: one is played at a time. */
static int has_other_line(const Seats *s, i64 line, const i64 *bets)
{
    for (i64 other = 0; other < s->sizes[1]; other++)
        if (other != line && bets[other * 2]) return 1;
    return 0;
}

static void throw_dice(const Seats *s, i64 seat)
{
    const i64 lines = s->sizes[1], size = s->sizes[3], puck = s->puck[seat], roll = s->dice[seat];
    i64 *bets = s->bets + seat * lines * 2;
    for (i64 line = 0; line < lines; line++) {
        const i64 at = (((line * s->sizes[2] + puck) * ROLLS + roll) * size + bets[line * 2]) * size + bets[line * 2 + 1];
        s->rack[seat] += s->after[at * 4];
        bets[line * 2] = s->after[at * 4 + 1];
        bets[line * 2 + 1] = s->after[at * 4 + 2];
    }
    s->puck[seat] = s->moves[puck * ROLLS + roll];
}

static void act(const Seats *s, i64 seat, i64 action)
{
    const i64 actions = s->sizes[4], line = s->acts[actions + action], odd = s->acts[2 * actions + action];
    const i64 chips = s->acts[3 * actions + action];
    i64 *bets = s->bets + seat * s->sizes[1] * 2;
    const i64 at = bet_at(s, line, odd, s->puck[seat], bets);
    if (s->acts[action] == BET) {
        if (chips > s->rack[seat] || !s->add[at * s->sizes[3] + chips] || (!odd && has_other_line(s, line, bets))) return;
        bets[line * 2 + odd] += chips;
        s->rack[seat] -= chips;
    } else if (s->down[at] >= 0) {
        s->rack[seat] += s->down[at];
        bets[line * 2 + 1] = 0;
        if (!odd) bets[line * 2] = 0;
    }
}

static void begin(const Seats *s, i64 seat)
{
    s->rack[seat] = s->sizes[6], s->puck[seat] = s->sizes[8], s->acted[seat] = 0;
    for (i64 i = 0; i < s->sizes[1] * 2; i++) s->bets[seat * s->sizes[1] * 2 + i] = 0;
}

/* Where the actions of each line and its odds stand: bets of 1, 2, … chips one after the other, and the taking down. */
typedef struct {
    i64 bets[MOST_LINES * 2], many[MOST_LINES * 2], down[MOST_LINES * 2];
} Order;

static int find_order(const Seats *s, Order *order)
{
    const i64 actions = s->sizes[4];
    for (int i = 0; i < MOST_LINES * 2; i++) order->bets[i] = order->many[i] = order->down[i] = 0;
    for (i64 action = 1; action < actions; action++) {
        const i64 place = s->acts[actions + action] * 2 + s->acts[2 * actions + action], chips = s->acts[3 * actions + action];
        if (s->acts[action] == TAKE_DOWN) {
            order->down[place] = action;
            continue;
        }
        if (!order->many[place]) order->bets[place] = action;
        if (s->acts[action] != BET || chips != ++order->many[place] || action != order->bets[place] + chips - 1) return 0;
    }
    return 1;
}

static void look(const Seats *s, const Order *order, i64 seat)
{
    const i64 lines = s->sizes[1], size = s->sizes[3], wagers = s->sizes[10], rack = s->rack[seat];
    const i64 *bets = s->bets + seat * lines * 2;
    const float goal = (float)s->sizes[5], share = (float)rack / goal;
    float *seen = s->seen + seat * (wagers + 1);
    i8 *mask = s->masks + seat * s->sizes[4];
    seen[0] = share > 8 ? 8 : share;
    mask[0] = 1;
    for (i64 i = 0; i < lines * 2; i++) {
        const i64 at = bet_at(s, i / 2, i % 2, s->puck[seat], bets), many = order->many[i];
        const i64 within = i % 2 == 0 && has_other_line(s, i / 2, bets) ? 0 : rack < many ? rack : many;
        if (s->shown[i] < 0) continue;
        seen[1 + s->shown[i]] = (float)bets[i] / goal;
        memcpy(mask + order->bets[i], s->add + at * size + 1, (size_t)within);
        memset(mask + order->bets[i] + within, 0, (size_t)(many - within));
        mask[order->down[i]] = (i8)(s->down[at] >= 0);
    }
}

static void step(const Seats *s, const Order *order, i64 seat)
{
    const int anew = s->over[seat];
    const i64 *bets = s->bets + seat * s->sizes[1] * 2, action = s->chosen[seat];
    if (anew) begin(s, seat);
    else if (s->acts[action] == ROLL) throw_dice(s, seat);
    else act(s, seat, action);
    if (!anew) s->acted[seat]++;
    i64 up = 0;
    for (i64 i = 0; i < s->sizes[1] * 2; i++) up |= bets[i];
    const int won = !anew && s->rack[seat] >= s->sizes[5], ruined = !anew && !up && s->rack[seat] < s->sizes[7];
    s->reward[seat] = won;
    s->ended[seat * 2] = (u8)(won || ruined);
    s->ended[seat * 2 + 1] = (u8)(!anew && !won && !ruined && s->acted[seat] >= s->sizes[9]);
    s->over[seat] = s->ended[seat * 2] | s->ended[seat * 2 + 1];
    look(s, order, seat);
}

static int in_range(const i64 *each, i64 many, i64 below)
{
    for (i64 i = 0; i < many; i++)
        if (each[i] < 0 || each[i] >= below) return 0;
    return 1;
}

/* Whether every buffer is as long as the sizes say, and nothing in the seats leads beyond a table. */
static int is_sound(const Seats *s, const Py_buffer *held)
{
    for (int i = 0; i < 11; i++)
        if (s->sizes[i] < 0 || s->sizes[i] > 1 << 20) return 0;
    const i64 seats = s->sizes[0], lines = s->sizes[1], pucks = s->sizes[2], size = s->sizes[3], actions = s->sizes[4];
    if (lines < 1 || lines > MOST_LINES || size < 1 || size > 512 || pucks > 64 || actions < 1 || s->sizes[10] > lines * 2) return 0;
    const i64 states = pucks * size * size;
    const i64 least[BUFFERS] = {
        88, 32 * actions, lines * 2 * states * size, lines * 16 * states, lines * 8 * states * ROLLS, 8 * pucks * ROLLS, 16 * lines,
        8 * seats, 8 * seats, 16 * seats * lines, 8 * seats, seats, 8 * seats, 8 * seats, 4 * seats * (s->sizes[10] + 1), 8 * seats,
        2 * seats,
    };
    for (int i = 0; i < BUFFERS; i++)
        if (held[i].len < least[i]) return 0;
    return held[BUFFERS].len >= seats * actions && in_range(s->chosen, seats, actions) && in_range(s->dice, seats, ROLLS)
        && in_range(s->puck, seats, pucks) && in_range(s->bets, seats * lines * 2, size)
        && in_range(s->acts + actions, actions, lines) && in_range(s->acts + 2 * actions, actions, 2)
        && in_range(s->acts + 3 * actions, actions, size);
}

PyObject *py_step_seats(PyObject *module, PyObject *args)
{
    PyObject *answer = NULL;
    Py_buffer held[BUFFERS + 1];
    int many = 0;
    (void)module;
    if (PyTuple_Size(args) != BUFFERS + 1) return PyErr_Format(PyExc_TypeError, "%d buffers are needed", BUFFERS + 1);
    for (; many <= BUFFERS; many++) {
        const int writable = (many >= 7 && many <= 11) || many >= 14;
        if (PyObject_GetBuffer(PyTuple_GetItem(args, many), &held[many], writable ? PyBUF_WRITABLE : PyBUF_SIMPLE) < 0) goto done;
    }
    Seats s = {
        held[0].buf, held[1].buf, held[2].buf, held[3].buf, held[4].buf, held[5].buf, held[6].buf, held[7].buf, held[8].buf,
        held[9].buf, held[10].buf, held[11].buf, held[12].buf, held[13].buf, held[14].buf, held[15].buf, held[16].buf, held[17].buf,
    };
    Order order;
    if (held[0].len < 88 || !is_sound(&s, held) || !find_order(&s, &order)) {
        PyErr_SetString(PyExc_ValueError, "there are no such seats, or no such action");
        goto done;
    }
    Py_BEGIN_ALLOW_THREADS
    for (i64 seat = 0; seat < s.sizes[0]; seat++) step(&s, &order, seat);
    Py_END_ALLOW_THREADS
    answer = Py_NewRef(Py_None);
done:
    for (int i = 0; i < many; i++) PyBuffer_Release(&held[i]);
    return answer;
}
