/* Rows made of steps and decisions: see strategy_rows.h. */
#include "strategy_rows.h"

#include <stdlib.h>
#include <string.h>

enum { POOR = 10, POOREST = 256, CACHED = 6000, OVER = -1, RUINED = -1, NONE = -1 };
enum { HEAD = 5, STEP_NUMBERS = 4, DECISION_NUMBERS = 10 };
#define MOST_CELLS (1ll << LEAST_AT)

/* ---- arrays that grow ---- */

/* Makes an array longer; what is new is filled with one byte. */
static int grow(void *at, i64 had, i64 wanted, size_t size, int blank)
{
    u8 *longer;
    memcpy(&longer, at, sizeof longer);
    if (!(longer = realloc(longer, (size_t)wanted * size))) return 0;
    memset(longer + (size_t)had * size, blank, (size_t)(wanted - had) * size);
    memcpy(at, &longer, sizeof longer);
    return 1;
}

static i64 room_of(i64 had, i64 needed) { return needed <= had ? had : needed > 2 * had ? needed + 64 : 2 * had; }

static int room_for_rows(StrategyRows *s, i64 needed)
{
    const i64 each = s->rows.columns, had = s->room_rows, wanted = room_of(had, needed);
    if (wanted == had) return 1;
    if (!grow(&s->rows.table, had * each, wanted * each, sizeof(u64), 0)
        || !grow(&s->rows.zeros, had * each, wanted * each, sizeof(u64), 0)
        || !grow(&s->rows.origins, 2 * had * each, 2 * wanted * each, sizeof(i64), 0xff)
        || !grow(&s->rows.lows, had, wanted, sizeof(i64), 0) || !grow(&s->rows.highs, had, wanted, sizeof(i64), 0)
        || !grow(&s->rows.layouts, had, wanted, sizeof(i64), 0) || !grow(&s->situation, had, wanted, sizeof(i64), 0)
        || (s->plays_out && !grow(&s->rows.closings, 2 * had, 2 * wanted, sizeof(i64), 0xff)))
        return 0;
    u64 *table = (u64 *)s->rows.table;
    for (i64 at = had ? had * each : each; at < wanted * each; at++) table[at] = UNFILLED;
    s->rows.rows = s->room_rows = wanted;
    return 1;
}

static int room_for_pieces(StrategyRows *s, i64 needed)
{
    const i64 had = s->room_pieces, wanted = room_of(had, needed);
    if (wanted == had) return 1;
    if (!grow(&s->rows.pieces, had * FIELDS, wanted * FIELDS, sizeof(i64), 0)
        || !grow(&s->faced_of, had, wanted, sizeof(i64), 0))
        return 0;
    s->room_pieces = wanted;
    return 1;
}

static int room_for_situations(StrategyRows *s, i64 needed)
{
    const i64 had = s->room_situations, wanted = room_of(had, needed);
    if (wanted == had) return 1;
    if (!grow(&s->steps, had * s->rows.columns, wanted * s->rows.columns, sizeof(Step), 0xff)
        || !grow(&s->played_out, had, wanted, sizeof(PlayedOut), 0xff))
        return 0;
    s->room_situations = wanted;
    return 1;
}

static int room_for_faced(StrategyRows *s, i64 needed)
{
    const i64 had = s->room_faced, wanted = room_of(had, needed);
    if (wanted == had) return 1;
    if (!grow(&s->decisions_of, had, wanted, sizeof(i64), 0xff) || !grow(&s->pieces_of, had, wanted, sizeof(i64), 0xff)) return 0;
    s->room_faced = wanted;
    return 1;
}

static int room_for_decisions(StrategyRows *s, i64 needed)
{
    const i64 had = s->room_decisions, wanted = room_of(had, needed);
    if (wanted == had) return 1;
    if (!grow(&s->decisions, had, wanted, sizeof(Decision), 0)) return 0;
    s->room_decisions = wanted;
    return 1;
}

/* ---- what the house tells ---- */

static u8 column_of(i64 columns, int roll)
{
    int one = roll / 6, two = roll % 6;
    return (u8)(columns == 11 ? one + two : columns == 22 ? 2 * (one + two) + (one == two) : roll);
}

static int learn_step(StrategyRows *s, const double *at)
{
    const i64 situation = (i64)at[0], column = (i64)at[1], faced = (i64)at[2];
    if (situation < 0 || column < 0 || column >= s->rows.columns || faced < 0) return 0;
    if (!room_for_situations(s, situation + 1) || !room_for_faced(s, faced + 1)) return 0;
    s->steps[situation * s->rows.columns + column] = (Step){(i32)faced, (i32)at[3]};
    return 1;
}

static int learn_decision(StrategyRows *s, const double *at)
{
    const i64 faced = (i64)at[0], row = (i64)at[5], closing = (i64)at[7];
    if (faced < 0 || !room_for_faced(s, faced + 1) || !room_for_decisions(s, s->n_decisions + 1)) return 0;
    s->decisions[s->n_decisions] =
        (Decision){(i64)at[1], (i64)at[2], (i64)at[3], (i64)at[4], row, (i64)at[6], s->decisions_of[faced]};
    s->decisions_of[faced] = s->n_decisions++;
    if (row == OVER) return 1;
    if (!room_for_situations(s, 1 + (row > closing ? row : closing))) return 0;
    if (closing == NONE) return 1;
    s->played_out[row] = (PlayedOut){closing, (i64)at[8], (i64)at[9]};
    s->played_out[closing] = (PlayedOut){closing, 0, (i64)at[9]};
    return 1;
}

int learn_strategy(StrategyRows *s, const double *at, i64 many)
{
    const double *end = at + many;
    if (many < HEAD + 1) return 0;
    s->rows.columns = (i64)at[0], s->bankroll = (i64)at[1], s->minimum = (i64)at[2];
    s->first = (i64)at[3], s->plays_out = (i64)at[4];
    for (int roll = 0; roll < KINDS; roll++) s->column[roll] = column_of(s->rows.columns, roll);
    s->rows.column = s->column;
    at += HEAD;
    i64 left = (i64)*at++;
    for (; left > 0 && end - at > STEP_NUMBERS; left--, at += STEP_NUMBERS)
        if (!learn_step(s, at)) return 0;
    if (left || at >= end) return 0;
    for (left = (i64)*at++; left > 0 && end - at >= DECISION_NUMBERS; left--, at += DECISION_NUMBERS)
        if (!learn_decision(s, at)) return 0;
    return !left && at == end;
}

/* ---- rows ---- */

static i64 *slot_of(StrategyRows *s, i64 situation, i64 least, i64 most)
{
    u64 at = (u64)situation * 0x9E3779B97F4A7C15u ^ (u64)least * 0xC2B2AE3D27D4EB4Fu ^ (u64)most * 0x165667B19E3779F9u;
    for (at ^= at >> 29;; at++) {
        i64 *slot = s->slots + (at & (u64)(s->n_slots - 1)), row = *slot;
        if (row < 0 || (s->situation[row] == situation && s->rows.lows[row] == least && s->rows.highs[row] == most)) return slot;
    }
}

static int more_slots(StrategyRows *s)
{
    free(s->slots);
    s->n_slots = s->n_slots ? 2 * s->n_slots : 4096;
    if (!(s->slots = malloc((size_t)s->n_slots * sizeof(i64)))) return 0;
    memset(s->slots, 0xff, (size_t)s->n_slots * sizeof(i64));
    for (i64 row = 0; row < s->many; row++) *slot_of(s, s->situation[row], s->rows.lows[row], s->rows.highs[row]) = row;
    return 1;
}

static i64 floor_to_band(i64 rack) { return (rack / BAND - (rack % BAND < 0)) * BAND; }
static i64 larger(i64 a, i64 b) { return a > b ? a : b; }
static i64 smaller(i64 a, i64 b) { return a < b ? a : b; }

static i64 row_of(StrategyRows *, i64 situation, i64 least, i64 most, i64 layout);

/* Finds the row in which a row's bets are played out. */
static int close_off(StrategyRows *s, i64 row, i64 situation, i64 least, i64 most)
{
    i64 to = row, back = 0;
    if (situation != OVER) {
        const PlayedOut out = s->played_out[situation];
        if (out.situation == NONE) return 0;
        back = out.back;
        if (out.situation != situation) {
            if (!back) least = floor_to_band(least), most = least + BAND - 1; /* most of them share the row of their band */
            if ((to = row_of(s, out.situation, least + back, most + back, out.layout)) < 0) return 0;
        }
    }
    i64 *closings = (i64 *)s->rows.closings + 2 * (row / s->rows.columns);
    closings[0] = to, closings[1] = back;
    return 1;
}

/* The row's number times its length, as rides count; -1 where there is no room. */
static i64 row_of(StrategyRows *s, i64 situation, i64 least, i64 most, i64 layout)
{
    if (2 * s->many >= s->n_slots && !more_slots(s)) return NONE;
    i64 *slot = slot_of(s, situation, least, most), number = s->many;
    if (*slot >= 0) return *slot * s->rows.columns;
    if ((number + 1) * s->rows.columns > MOST_CELLS || !room_for_rows(s, number + 1)) return NONE;
    ((i64 *)s->rows.lows)[number] = least, ((i64 *)s->rows.highs)[number] = most;
    ((i64 *)s->rows.layouts)[number] = layout;
    s->situation[number] = situation;
    *slot = number;
    s->many++;
    const i64 row = number * s->rows.columns;
    return s->plays_out && !close_off(s, row, situation, least, most) ? NONE : row;
}

/* The piece that fits, or NONE and its neighbours. */
static i64 find_piece(const StrategyRows *s, i64 faced, i64 rack, i64 *below, i64 *above)
{
    i64 near = s->pieces_of[faced];
    while (near >= 0 && near != *below && near != *above) {
        const i64 *piece = s->rows.pieces + near * FIELDS;
        if (rack < piece[LEAST]) *above = near, near = piece[BELOW];
        else if (rack > piece[MOST]) *below = near, near = piece[ABOVE];
        else return near;
    }
    return NONE;
}

i64 decide(StrategyRows *s, i64 faced, i64 rack)
{
    i64 below = NONE, above = NONE;
    if (faced >= s->room_faced) return NONE;
    const i64 found = find_piece(s, faced, rack, &below, &above);
    if (found >= 0) return found;
    i64 at = s->decisions_of[faced];
    while (at >= 0 && (rack < s->decisions[at].least || rack > s->decisions[at].most)) at = s->decisions[at].next;
    if (at < 0) return NONE;
    const Decision d = s->decisions[at];
    i64 least = d.least, most = d.most, row = THE_END, kind = d.ending;
    if (d.row != OVER) {
        const i64 band = floor_to_band(rack + d.paid);
        const i64 low = larger(least + d.paid, band), high = smaller(most + d.paid, band + BAND - 1);
        kind = d.ending ? RUINED : d.row;
        least = low - d.paid, most = high - d.paid;
        if ((row = row_of(s, d.row, low, high, d.layout)) < 0) return NONE;
    }
    const i64 number = s->pieces;
    if (!room_for_pieces(s, number + 1)) return NONE;
    i64 *pieces = (i64 *)s->rows.pieces, *to = pieces + number * FIELDS;
    to[LEAST] = least, to[MOST] = most, to[PAID] = d.paid, to[BELOW] = below, to[ABOVE] = above;
    to[ROW] = row, to[KIND] = kind, to[LAYOUT] = d.layout;
    if (below >= 0) pieces[below * FIELDS + ABOVE] = number;
    if (above >= 0) pieces[above * FIELDS + BELOW] = number;
    s->faced_of[number] = faced;
    s->pieces_of[faced] = number;
    s->pieces++;
    return number;
}

/* The row of a situation for one poor rack alone, or another one where there is no room for more of those. */
static i64 single_of(StrategyRows *s, i64 situation, i64 rack, i64 layout, i64 otherwise)
{
    const i64 at = situation * s->rows.poor + rack;
    if (*slot_of(s, situation, rack, rack) < 0 && s->many >= CACHED) return otherwise;
    const i64 row = row_of(s, situation, rack, rack, layout), room = room_of(s->room_singles, at + 1);
    if (row < 0 || at < 0) return otherwise;
    if (room > s->room_singles) {
        if (!grow(&s->rows.singles, s->room_singles, room, sizeof(i64), 0xff)) return otherwise;
        s->rows.n_singles = s->room_singles = room;
    }
    ((i64 *)s->rows.singles)[at] = row;
    s->rows.has_room = s->many < CACHED;
    return row;
}

static u64 cell_of(StrategyRows *s, i64 row, i64 number, i64 rack, i64 back)
{
    const i64 *piece = s->rows.pieces + number * FIELDS, added = back + piece[PAID], from = row / s->rows.columns;
    const i64 least = s->rows.lows[from], most = s->rows.highs[from];
    i64 to = piece[ROW];
    if (to == THE_END) return UNFILLED;
    if (least == most && rack + added < s->rows.poor && piece[KIND] != RUINED)
        to = single_of(s, piece[KIND], rack + added, piece[LAYOUT], to);
    const i64 after = to / s->rows.columns;
    const i64 up = added + least - s->rows.lows[after], down = s->rows.highs[after] - most - added;
    if (up <= -BAND || up >= BAND || down <= -BAND || down >= BAND) return UNFILLED;
    return (u64)(to - row) + ((u64)up << LEAST_AT) + ((u64)down << MOST_AT);
}

/* Finds out where a roll leads from a row; of several pieces, the one for this rack is taken. */
static int fill(StrategyRows *s, i64 row, i64 column, i64 rack)
{
    const i64 situation = s->situation[row / s->rows.columns], at = row + column;
    if (situation < 0 || situation >= s->room_situations) return 0;
    const Step step = s->steps[situation * s->rows.columns + column];
    if (step.faced < 0) return 0;
    const i64 number = decide(s, step.faced, rack + step.back);
    if (number < 0) return 0;
    const u64 cell = cell_of(s, row, number, rack, step.back);
    i64 *origin = (i64 *)s->rows.origins + 2 * at;
    origin[0] = number, origin[1] = step.back;
    ((u64 *)s->rows.table)[at] = cell;
    s->filled++;
    return 1;
}

int find_out(StrategyRows *s, const Met *met)
{
    if (met->what == NOT_FILLED) return s->rows.origins[2 * (met->row + met->column)] >= 0 || fill(s, met->row, met->column, met->rack);
    if (met->what == NOT_DECIDED) return decide(s, s->faced_of[met->piece], met->rack) >= 0;
    const i64 *piece = s->rows.pieces + met->piece * FIELDS;
    if (single_of(s, piece[KIND], met->rack + piece[PAID], piece[LAYOUT], NONE) < 0) s->rows.has_room = 0;
    return 1;
}

int begin_rows(StrategyRows *s)
{
    if (row_of(s, OVER, 0, BAND - 1, 0) < 0) return 0;
    const i64 first = decide(s, s->first, s->bankroll);
    if (first < 0) return 0;
    const i64 *piece = s->rows.pieces + first * FIELDS;
    s->rows.first_row = piece[ROW];
    s->rows.first_rack = s->bankroll + piece[PAID];
    s->rows.poor = smaller(POOR * larger(-piece[PAID], s->minimum), POOREST);
    s->rows.has_room = 1;
    return 1;
}

i64 count_busy(const StrategyRows *s)
{
    if (!s->plays_out) return s->many;
    i64 busy = 0;
    for (i64 row = 0; row < s->many; row++) busy += s->rows.closings[2 * row] != row * s->rows.columns;
    return busy;
}

void forget_strategy(StrategyRows *s)
{
    const void *read[] = {s->rows.table, s->rows.zeros, s->rows.origins, s->rows.lows, s->rows.highs, s->rows.layouts,
                          s->rows.pieces, s->rows.singles, s->rows.closings};
    void *own[] = {s->situation, s->faced_of, s->steps, s->played_out, s->decisions, s->decisions_of, s->pieces_of, s->slots};
    for (size_t i = 0; i < sizeof read / sizeof *read; i++) free((void *)read[i]);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) free(own[i]);
    *s = (StrategyRows){0};
}
