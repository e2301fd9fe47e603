/* Sessions one after the other, by the pieces alone, with what was seen of each window; and outcomes counted. */
#include "watch.h"

i64 watch(
    const Rows *rows, const Dice *dice, i64 bankroll, Watching *now, const Outcomes *to, i64 *lowest, i64 *falls,
    Missed *missed, Met *met)
{
    for (; now->index < dice->count; now->index++, now->begun = 0) {
        const u64 session = (u64)(dice->first + now->index);
        u8 rolls[BLOCK];
        if (!now->begun) {
            i64 net = rows->first_rack + rows->layouts[rows->first_row / rows->columns] - bankroll;
            *now = (Watching){now->index, 1, 0, rows->first_row, rows->first_rack, 0, 0, 0, 0};
            seen(now, net);
        }
        i64 ending = 0;
        if (now->roll % BLOCK) throw_block(dice, (u64)(now->roll / BLOCK), session, rolls);
        while (now->roll < dice->rolls) {
            if (now->roll % BLOCK == 0) throw_block(dice, (u64)(now->roll / BLOCK), session, rolls);
            i64 rack = now->rack;
            const i64 *piece = reached(rows, now->row, rows->column[rolls[now->roll % BLOCK]], &rack, met);
            if (!piece && !missed) return met->what;
            if (!piece) {
                missed->index[missed->many++] = now->index;
                break;
            }
            now->roll++;
            now->rack = rack + piece[PAID];
            now->row = piece[ROW];
            seen(now, now->rack + piece[LAYOUT] - bankroll);
            if (piece[ROW] == THE_END) {
                ending = piece[KIND];
                break;
            }
        }
        to->worth[now->index] = now->net + bankroll;
        to->played[now->index] = (i32)now->roll;
        to->ending[now->index] = (i8)ending;
        lowest[now->index] = now->low;
        falls[now->index] = now->fall;
    }
    return NOTHING;
}

Ends ends_of(const i64 *amounts, i64 many)
{
    Ends ends = {amounts[0], 0, amounts[0], 0};
    for (i64 at = 1; at < many; at++) {
        if (amounts[at] < ends.least) ends.least = amounts[at], ends.least_at = at;
        if (amounts[at] > ends.most) ends.most = amounts[at], ends.most_at = at;
    }
    return ends;
}
