/* One act in every seat of a learning environment, by rows that the engine filled: look up, add, and say what may be done. */
#include "seats.h"

#include <string.h>

#include "numbers.h"

typedef int16_t i16;
enum { ROLLS = 36, MOST_WORDS = 16, SIZES = 14, BUFFERS = 32, FIRST_STATE = 17, CHOSEN = 25, DICE = 26 };
enum { ROLL, BET, TAKE_DOWN, CALL };
enum { NOTHING, LOSES, COMES_BACK, MOVES, WINS };
enum { MADE, INCREASED, REDUCED };

/* A wager: its first slot; its stakes are below LENGTH, and its numbers by stake begin AT; the wager it attaches to; where the
   most that may be attached begins; its acts; its place among what is seen; whether a commission comes back with it, whether
   it is locked once it is down, whether it gathers; 0 if it is no proposition, 2 if winners can make its loss good, else 1. */
enum { FIRST, LENGTH, AT, FLAT, CAP, BETS, MANY, DOWN, ON, OFF, SEEN, REFUNDS, LOCKS, GATHERS, PROPOSITION, FIELDS };

typedef struct {
    const i64 *sizes;
    const i32 *acts;       /* by act: verb, wager, chips, and its state after a call (-1: the call brings it down) */
    const i32 *wagers;     /* by wager and field */
    const u8 *seasons;     /* by season, puck and wager: whether it may be made, increased, reduced */
    const i16 *cells;      /* by puck, roll and slot: the slot after it, then what happens */
    const i16 *wager_of;   /* by slot */
    const i32 *pucks;      /* by puck and roll: the puck after it */
    const u8 *accepted;    /* by wager, puck and chips: whether the house takes that total */
    const i32 *caps;       /* by what attaches, puck and flat chips: the most chips */
    const i32 *fees;       /* by wager and chips: the commission held */
    const i32 *pay_at;     /* by payment: where its winnings begin */
    const i32 *paid;       /* by payment and chips: what is won */
    const i8 *templates;   /* by puck, class of racks and act: whether it may be done with nothing up */
    const i32 *class_of;   /* by rack */
    const u64 *attached;   /* by wager: those that come down with it */
    const u64 *excluded;   /* by wager: those that may not be bet on beside it */
    const i32 *lockable;   /* the wagers that can be locked */
    i64 *rack, *puck;
    i32 *stakes;           /* by seat and wager, in chips */
    i16 *states;           /* by seat and wager: its slot, counted from its first */
    u64 *up;               /* by seat: the wagers that have a stake */
    i8 *locked;            /* by seat and wager */
    i64 *acted;
    u8 *over;
    const i64 *chosen, *dice;
    float *seen;           /* by seat: the rack, then the stakes, in shares of the goal */
    double *reward;
    u8 *ended;             /* by seat: terminated, truncated */
    i8 *masks;             /* by seat and act: whether it may be done */
    u8 *refused;           /* by seat: whether the act was refused */
    i64 n_lockable, n_caps, n_pays, n_paid, n_racks;
    i64 wrong;             /* a number that leads beyond its table was met */
} Seats;

/* sizes */
enum { N_SEATS, N_WAGERS, N_WORDS, N_PUCKS, N_ACTS, GOAL, START, LEAST, FRESH, LONGEST, N_SEEN, MAKES_GOOD, N_CLASSES, N_SLOTS };

/* One seat as it is stepped. */
typedef struct {
    i64 number, rack, puck;
    i32 *stakes;
    i16 *states;
    u64 *up;
    i8 *locked, *mask;
    float *seen;
} Seat;

#define EACH(wager, words, set) \
    for (i64 word_ = 0, wager; word_ < (words); word_++) \
        for (u64 rest_ = (set)[word_]; rest_ && (wager = word_ * 64 + __builtin_ctzll(rest_), 1); rest_ &= rest_ - 1)

static inline const i32 *wager_at(const Seats *s, i64 wager) { return s->wagers + wager * FIELDS; }

static inline int is_up(const Seat *seat, i64 wager) { return (int)(seat->up[wager / 64] >> wager % 64 & 1); }

/* What lies on a wager that is up; nothing if that cannot be. */
static inline i32 stake_on(Seats *s, const Seat *seat, i64 wager)
{
    const i32 stake = seat->stakes[wager];
    if (UNLIKELY(wager >= s->sizes[N_WAGERS] || (u32)stake >= (u32)wager_at(s, wager)[LENGTH])) return s->wrong = 1, 0;
    return stake;
}

static inline float share(i64 chips, float goal)
{
    const float of = (float)chips / goal;
    return of > 8 ? 8 : of;
}

static void lay(const Seats *s, Seat *seat, i64 wager, i32 stake, i64 state)
{
    const i32 seen = wager_at(s, wager)[SEEN];
    seat->stakes[wager] = stake, seat->states[wager] = (i16)state;
    if (stake) seat->up[wager / 64] |= 1ull << wager % 64;
    else seat->up[wager / 64] &= ~(1ull << wager % 64);
    if (seen >= 0) seat->seen[1 + seen] = share(stake, (float)s->sizes[GOAL]);
}

static i32 fee_on(const Seats *s, i64 wager, i32 stake) { return s->fees[wager_at(s, wager)[AT] + stake]; }

/* Takes a wager off the layout with what attaches to it. */
static void take_down(Seats *s, Seat *seat, i64 wager)
{
    const i32 *of = wager_at(s, wager), stake = stake_on(s, seat, wager);
    seat->rack += stake + (of[REFUNDS] ? fee_on(s, wager, stake) : 0);
    lay(s, seat, wager, 0, 0);
    if (of[LOCKS]) seat->locked[wager] = 1;
    EACH(odds, s->sizes[N_WORDS], s->attached + wager * s->sizes[N_WORDS])
        if (is_up(seat, odds)) take_down(s, seat, odds);
}

static void act(Seats *s, Seat *seat, i64 number)
{
    const i32 *of = s->acts + number * 4, wager = of[1];
    if (of[0] == TAKE_DOWN || (of[0] == CALL && of[3] < 0)) {
        take_down(s, seat, wager);
    } else if (of[0] == CALL) {
        seat->states[wager] = (i16)of[3];
    } else {
        const i32 held = is_up(seat, wager) ? stake_on(s, seat, wager) : 0, total = held + of[2];
        if (UNLIKELY(total >= wager_at(s, wager)[LENGTH])) {
            s->wrong = 1;
            return;
        }
        seat->rack -= of[2] + fee_on(s, wager, total) - fee_on(s, wager, held);
        lay(s, seat, wager, total, seat->states[wager]);
    }
}

static void throw_dice(Seats *s, Seat *seat, i64 roll)
{
    const i64 words = s->sizes[N_WORDS], slots = s->sizes[N_SLOTS], wagers = s->sizes[N_WAGERS];
    const i16 *row = s->cells + (seat->puck * ROLLS + roll) * slots * 2;
    i64 moved[64 * MOST_WORDS][3], n_moved = 0, lost[64 * MOST_WORDS][3], n_lost = 0, lost_chips = 0, won_on_props = 0;
    u64 before[MOST_WORDS];
    memcpy(before, seat->up, (size_t)words * 8);
    EACH(wager, words, before) {
        const i32 stake = stake_on(s, seat, wager), *of = wager_at(s, wager);
        const i64 slot = of[FIRST] + seat->states[wager];
        if (UNLIKELY(s->wrong || slot < 0 || slot >= slots)) {
            s->wrong = 1;
            return;
        }
        const i16 goto_slot = row[slot * 2], what = row[slot * 2 + 1];
        if (what == NOTHING) continue;
        if (what >= WINS) {
            if (UNLIKELY(what - WINS >= s->n_pays || s->pay_at[what - WINS] + stake >= s->n_paid)) {
                s->wrong = 1;
                return;
            }
            i64 won = s->paid[s->pay_at[what - WINS] + stake];
            const i32 anew = fee_on(s, wager, stake);
            if (goto_slot < 0 || anew > won) {
                seat->rack += stake + won;
                lay(s, seat, wager, 0, 0);
            } else {
                won -= anew;
                seat->rack += won;
                seat->states[wager] = (i16)(goto_slot - of[FIRST]);
            }
            if (of[PROPOSITION]) won_on_props += won;
            continue;
        }
        const i16 state = seat->states[wager];
        lay(s, seat, wager, 0, 0);
        if (what == MOVES) {
            moved[n_moved][0] = goto_slot, moved[n_moved++][1] = stake;
        } else if (what == COMES_BACK) {
            seat->rack += stake;
        } else if (of[PROPOSITION] == 2) {
            lost[n_lost][0] = wager, lost[n_lost][1] = stake, lost[n_lost++][2] = state;
            lost_chips += stake;
        }
    }
    if (s->sizes[MAKES_GOOD] && n_lost && won_on_props && won_on_props >= lost_chips) {
        seat->rack -= lost_chips;
        for (i64 i = 0; i < n_lost; i++) lay(s, seat, lost[i][0], (i32)lost[i][1], lost[i][2]);
    }
    for (i64 i = 0; i < n_moved; i++) {
        const i64 slot = moved[i][0], to = slot >= 0 && slot < slots ? s->wager_of[slot] : wagers;
        if (UNLIKELY(to >= wagers)) {
            s->wrong = 1;
            return;
        }
        lay(s, seat, to, (i32)moved[i][1], slot - wager_at(s, to)[FIRST]);
    }
    for (i64 i = 0; i < s->n_lockable; i++)
        if (row[wager_at(s, s->lockable[i])[FIRST] * 2 + 1] != NOTHING) seat->locked[s->lockable[i]] = 0;
    seat->puck = s->pucks[seat->puck * ROLLS + roll];
}

static void begin(const Seats *s, Seat *seat)
{
    seat->rack = s->sizes[START], seat->puck = s->sizes[FRESH], s->acted[seat->number] = 0;
    EACH(wager, s->sizes[N_WORDS], seat->up) lay(s, seat, wager, 0, 0);
    for (i64 i = 0; i < s->n_lockable; i++) seat->locked[s->lockable[i]] = 0;
}

/* Which bets on a wager are taken now. */
static void look_at_bets(Seats *s, Seat *seat, i64 wager, i32 held)
{
    const i32 *of = wager_at(s, wager), *fees = s->fees + of[AT];
    const i64 pucks = s->sizes[N_PUCKS], puck = seat->puck;
    const u8 *taken = s->accepted + of[AT] * pucks + puck * of[LENGTH];
    i64 most = of[LENGTH] - 1;
    i8 *mask = seat->mask + of[BETS];
    int may = s->seasons[((held ? INCREASED : MADE) * pucks + puck) * s->sizes[N_WAGERS] + wager];
    if (of[FLAT] >= 0) {
        may = may && is_up(seat, of[FLAT]);
        if (may) {
            const i32 cap = s->caps[of[CAP] + puck * wager_at(s, of[FLAT])[LENGTH] + stake_on(s, seat, of[FLAT])];
            if (cap < most) most = cap;
        }
    }
    if ((of[GATHERS] && seat->states[wager]) || seat->locked[wager]) may = 0;
    if (!may) {
        memset(mask, 0, (size_t)of[MANY]);
        return;
    }
    const i64 purse = seat->rack + fees[held];
    for (i32 i = 0; i < of[MANY]; i++) {
        const i32 chips = s->acts[(of[BETS] + i) * 4 + 2];
        const i64 total = (i64)held + chips;
        mask[i] = total <= most && taken[total] && chips + fees[total] <= purse;
    }
}

static void look(Seats *s, Seat *seat)
{
    const i64 acts = s->sizes[N_ACTS], words = s->sizes[N_WORDS], pucks = s->sizes[N_PUCKS], wagers = s->sizes[N_WAGERS];
    const i64 rack = seat->rack < 0 ? 0 : seat->rack < s->n_racks ? seat->rack : s->n_racks - 1;
    const u8 *reducible = s->seasons + (REDUCED * pucks + seat->puck) * wagers;
    seat->seen[0] = share(seat->rack, (float)s->sizes[GOAL]);
    memcpy(seat->mask, s->templates + (seat->puck * s->sizes[N_CLASSES] + s->class_of[rack]) * acts, (size_t)acts);
    EACH(wager, words, seat->up) {
        const i32 *of = wager_at(s, wager);
        look_at_bets(s, seat, wager, stake_on(s, seat, wager));
        if (of[DOWN]) seat->mask[of[DOWN]] = (i8)reducible[wager];
        if (of[ON]) seat->mask[of[ON]] = 1;
        if (of[OFF]) seat->mask[of[OFF]] = 1;
        EACH(odds, words, s->attached + wager * words)
            if (!is_up(seat, odds)) look_at_bets(s, seat, odds, 0);
    }
    for (i64 i = 0; i < s->n_lockable; i++) {
        const i32 *of = wager_at(s, s->lockable[i]);
        if (seat->locked[s->lockable[i]]) memset(seat->mask + of[BETS], 0, (size_t)of[MANY]);
    }
    EACH(wager, words, seat->up)
        EACH(other, words, s->excluded + wager * words)
            memset(seat->mask + wager_at(s, other)[BETS], 0, (size_t)wager_at(s, other)[MANY]);
}

static void step(Seats *s, i64 number)
{
    const i64 wagers = s->sizes[N_WAGERS], words = s->sizes[N_WORDS], action = s->chosen[number];
    Seat seat = {
        number, s->rack[number], s->puck[number], s->stakes + number * wagers, s->states + number * wagers, s->up + number * words,
        s->locked + number * wagers, s->masks + number * s->sizes[N_ACTS], s->seen + number * (s->sizes[N_SEEN] + 1),
    };
    const int anew = s->over[number], taken = anew || seat.mask[action];
    if (anew) begin(s, &seat);
    else if (s->acts[action * 4] == ROLL) throw_dice(s, &seat, s->dice[number]);
    else if (taken) act(s, &seat, action);
    if (UNLIKELY(s->wrong)) return;
    if (!anew) s->acted[number]++;
    u64 up = 0;
    for (i64 i = 0; i < words; i++) up |= seat.up[i];
    const int won = !anew && seat.rack >= s->sizes[GOAL], ruined = !anew && !up && seat.rack < s->sizes[LEAST];
    const int cut = !anew && !won && !ruined && s->acted[number] >= s->sizes[LONGEST];
    s->rack[number] = seat.rack, s->puck[number] = seat.puck;
    s->reward[number] = won, s->refused[number] = !taken;
    s->ended[number * 2] = (u8)(won || ruined), s->ended[number * 2 + 1] = (u8)cut;
    s->over[number] = (u8)(won || ruined || cut);
    look(s, &seat);
}

static int in_range(const i64 *each, i64 many, i64 below)
{
    for (i64 i = 0; i < many; i++)
        if (each[i] < 0 || each[i] >= below) return 0;
    return 1;
}

/* Whether nothing that a wager's row says leads beyond a table. */
static int is_sound_wager(const Seats *s, const i32 *of, i64 stakes)
{
    const i64 acts = s->sizes[N_ACTS];
    if (of[FIRST] < 0 || of[FIRST] >= s->sizes[N_SLOTS] || of[LENGTH] < 1 || of[AT] < 0 || of[AT] + (i64)of[LENGTH] > stakes) return 0;
    if (of[MANY] < 0 || of[BETS] < 0 || of[BETS] + (i64)of[MANY] > acts || of[SEEN] < -1 || of[SEEN] >= s->sizes[N_SEEN]) return 0;
    for (int i = DOWN; i <= OFF; i++)
        if (of[i] < 0 || of[i] >= acts) return 0;
    if (of[FLAT] < 0 || of[CAP] < 0) return of[FLAT] == -1;
    return of[FLAT] < s->sizes[N_WAGERS] && of[CAP] + s->sizes[N_PUCKS] * wager_at(s, of[FLAT])[LENGTH] <= s->n_caps;
}

static int is_sound_act(const Seats *s, const i32 *of)
{
    return of[1] >= 0 && of[1] < s->sizes[N_WAGERS] && of[2] >= 0 && of[2] <= 1 << 30;
}

/* Whether every buffer is as long as the sizes say, and what is small leads nowhere else; the rest is asked where it is used. */
static int is_sound(Seats *s, const Py_buffer *held)
{
    for (int i = 0; i < SIZES; i++)
        if (s->sizes[i] < 0 || s->sizes[i] > 1 << 30) return 0;
    const i64 seats = s->sizes[N_SEATS], wagers = s->sizes[N_WAGERS], words = s->sizes[N_WORDS], pucks = s->sizes[N_PUCKS];
    const i64 acts = s->sizes[N_ACTS], slots = s->sizes[N_SLOTS], stakes = held[9].len / 4;
    s->n_caps = held[8].len / 4, s->n_pays = held[10].len / 4, s->n_paid = held[11].len / 4, s->n_racks = held[13].len / 4;
    s->n_lockable = held[16].len / 4;
    if (words > MOST_WORDS || wagers > words * 64 || wagers < 1 || acts < 1 || s->n_racks < 1) return 0;
    const i64 least[BUFFERS] = {
        8 * SIZES, 16 * acts, 4 * FIELDS * wagers, 3 * pucks * wagers, 4 * pucks * ROLLS * slots, 2 * slots, 4 * pucks * ROLLS,
        stakes * pucks, 0, 0, 0, 0, pucks * s->sizes[N_CLASSES] * acts, 0, 8 * words * wagers, 8 * words * wagers, 0,
        8 * seats, 8 * seats, 4 * seats * wagers, 2 * seats * wagers, 8 * seats * words, seats * wagers, 8 * seats, seats,
        8 * seats, 8 * seats, 4 * seats * (s->sizes[N_SEEN] + 1), 8 * seats, 2 * seats, seats * acts, seats,
    };
    for (int i = 0; i < BUFFERS; i++)
        if (held[i].len < least[i]) return 0;
    for (i64 i = 0; i < wagers; i++)
        if (!is_sound_wager(s, wager_at(s, i), stakes)) return 0;
    for (i64 i = 0; i < acts; i++)
        if (!is_sound_act(s, s->acts + i * 4)) return 0;
    for (i64 i = 0; i < s->n_racks; i++)
        if (s->class_of[i] < 0 || s->class_of[i] >= s->sizes[N_CLASSES]) return 0;
    for (i64 i = 0; i < s->n_pays; i++)
        if (s->pay_at[i] < 0) return 0;
    for (i64 i = 0; i < s->n_lockable; i++)
        if (s->lockable[i] < 0 || s->lockable[i] >= wagers) return 0;
    for (i64 i = 0; i < pucks * ROLLS; i++)
        if (s->pucks[i] < 0 || s->pucks[i] >= pucks) return 0;
    return in_range(s->chosen, seats, acts) && in_range(s->dice, seats, ROLLS) && in_range(s->puck, seats, pucks)
        && s->sizes[FRESH] < pucks;
}

PyObject *py_step_seats(PyObject *module, PyObject *args)
{
    PyObject *answer = NULL;
    Py_buffer held[BUFFERS];
    int many = 0;
    (void)module;
    if (PyTuple_Size(args) != BUFFERS) return PyErr_Format(PyExc_TypeError, "%d buffers are needed", BUFFERS);
    for (; many < BUFFERS; many++) {
        const int writable = many >= FIRST_STATE && many != CHOSEN && many != DICE;
        if (PyObject_GetBuffer(PyTuple_GetItem(args, many), &held[many], writable ? PyBUF_WRITABLE : PyBUF_SIMPLE) < 0) goto done;
    }
    Seats s = {
        held[0].buf, held[1].buf, held[2].buf, held[3].buf, held[4].buf, held[5].buf, held[6].buf, held[7].buf, held[8].buf,
        held[9].buf, held[10].buf, held[11].buf, held[12].buf, held[13].buf, held[14].buf, held[15].buf, held[16].buf, held[17].buf,
        held[18].buf, held[19].buf, held[20].buf, held[21].buf, held[22].buf, held[23].buf, held[24].buf, held[25].buf,
        held[26].buf, held[27].buf, held[28].buf, held[29].buf, held[30].buf, held[31].buf, 0, 0, 0, 0, 0, 0,
    };
    int sound = held[0].len >= 8 * SIZES && is_sound(&s, held);
    if (sound) {
        Py_BEGIN_ALLOW_THREADS
        for (i64 seat = 0; seat < s.sizes[N_SEATS] && !s.wrong; seat++) step(&s, seat);
        Py_END_ALLOW_THREADS
    }
    if (sound && !s.wrong) answer = Py_NewRef(Py_None);
    else PyErr_SetString(PyExc_ValueError, "there are no such seats, or no such action");
done:
    for (int i = 0; i < many; i++) PyBuffer_Release(&held[i]);
    return answer;
}
