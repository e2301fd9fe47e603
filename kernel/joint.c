/* The independent parts of a strategy, walked together on one rack: each has a row of its own.

   A roll puts back what it pays to all of them; then they decide in their order, each by the rack that the one before
   has left. Nothing is changed before the whole roll is known. */
#include "joint.h"

#define GOES_ON (-1)
#define RUINED (-1) /* the kind of a piece whose part could not pay what it wanted, and has nothing on the layout */

static i64 fitting(const i64 *pieces, i64 number, i64 rack)
{
    const i64 *piece = pieces + number * FIELDS;
    while (rack < piece[LEAST] && piece[BELOW] >= 0) piece = pieces + (number = piece[BELOW]) * FIELDS;
    while (rack > piece[MOST] && piece[ABOVE] >= 0) piece = pieces + (number = piece[ABOVE]) * FIELDS;
    return number;
}

/* One roll; what has to be asked, and about which part, if anything. */
static i64 rolled(const Rows *parts, i64 many, i64 roll, i64 ruin, Jointly *now, i64 *worth, i64 *ending, Met *met, i64 *about)
{
    i64 rack = now->rack, lying = 0, left = 0, ruined = 0, going = 0, numbers[MOST_PARTS], rows[MOST_PARTS];
    for (i64 i = 0; i < many; i++) {
        if (now->row[i] == THE_END) continue;
        i64 column = parts[i].column[roll];
        const i64 *origin = parts[i].origins + 2 * (now->row[i] + column);
        numbers[i] = __atomic_load_n(origin, __ATOMIC_ACQUIRE);
        if (numbers[i] < 0) {
            *about = i;
            *met = (Met){NOT_FILLED, now->row[i], column, numbers[i], now->rack};
            return NOT_FILLED;
        }
        rack += origin[1];
    }
    for (i64 i = 0; i < many; i++) {
        rows[i] = THE_END;
        if (now->row[i] == THE_END) continue;
        i64 number = fitting(parts[i].pieces, numbers[i], rack);
        const i64 *piece = parts[i].pieces + number * FIELDS;
        if (rack < piece[LEAST] || rack > piece[MOST]) {
            *about = i;
            *met = (Met){NOT_DECIDED, now->row[i], 0, number, rack};
            return NOT_DECIDED;
        }
        rack += piece[PAID];
        lying += piece[LAYOUT];
        rows[i] = piece[ROW];
        going |= piece[ROW] != THE_END;
        if (piece[ROW] == THE_END) left = left ? left : piece[KIND];
        else if (piece[KIND] == RUINED) ruined = 1;
    }
    for (i64 i = 0; i < many; i++) now->row[i] = rows[i];
    now->rack = rack;
    *worth = rack + lying;
    *ending = left ? left : ruined && !lying ? ruin : going ? GOES_ON : 0;
    return NOTHING;
}

i64 jointly(
    const Rows *parts, i64 many, const Dice *dice, const Start *start, Jointly *now, const Outcomes *to, i64 *lowest,
    i64 *falls, Missed *missed, Met *met, i64 *about)
{
    for (; now->seen.index < dice->count; now->seen.index++, now->seen.begun = 0) {
        const i64 index = now->seen.index;
        const u64 session = session_of(dice, index);
        u8 rolls[BLOCK];
        if (!now->seen.begun) {
            now->seen = (Watching){.index = index, .begun = 1};
            now->rack = start->rack;
            for (i64 i = 0; i < many; i++) now->row[i] = start->row[i];
            seen(&now->seen, start->worth - start->bankroll);
        }
        i64 ending = GOES_ON, worth = 0, given_up = 0, at = next_roll(&now->seen, dice);
        if (at % BLOCK) throw_block(dice, (u64)(at / BLOCK), session, rolls);
        while (ending == GOES_ON) {
            if (is_last(&now->seen, dice)) {
                if (now->seen.closing || !parts->closings) break;
                for (i64 i = 0; i < many; i++) now->row[i] = close_row(&parts[i], now->row[i], &now->rack);
                now->seen.closing = 1;
            }
            at = next_roll(&now->seen, dice);
            if (at % BLOCK == 0) throw_block(dice, (u64)(at / BLOCK), session, rolls);
            i64 what = rolled(parts, many, rolls[at % BLOCK], start->ruin, now, &worth, &ending, met, about);
            if (what != NOTHING && !missed) return what;
            if (what != NOTHING) {
                missed->index[missed->many++] = index;
                given_up = 1;
                break;
            }
            now->seen.roll++;
            seen(&now->seen, worth - start->bankroll);
        }
        if (given_up) continue;
        to->worth[index] = now->seen.net + start->bankroll;
        to->played[index] = (i32)now->seen.roll;
        to->ending[index] = (i8)(ending == GOES_ON ? 0 : ending);
        lowest[index] = now->seen.low;
        falls[index] = now->seen.fall;
    }
    return NOTHING;
}
