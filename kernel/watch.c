/* Sessions one after the other, by the pieces alone, with what was seen of each window; and outcomes counted. */
#include "watch.h"

static void kept(const Trail *trail, const Watching *now)
{
    i64 point = now->roll / trail->stride;
    if (now->roll % trail->stride == 0 && point < trail->points) trail->paths[now->index * trail->points + point] = now->net;
}

/* A session that is over stays where it is. */
static void kept_to_the_end(const Trail *trail, const Watching *now)
{
    for (i64 point = now->roll / trail->stride + 1; point < trail->points; point++)
        trail->paths[now->index * trail->points + point] = now->net;
}

i64 watch(
    const Rows *rows, const Dice *dice, i64 bankroll, Watching *now, const Outcomes *to, i64 *lowest, i64 *falls,
    const Trail *trail, Missed *missed, Met *met)
{
    for (; now->index < dice->count; now->index++, now->begun = 0) {
        const u64 session = session_of(dice, now->index);
        u8 rolls[BLOCK];
        if (!now->begun) {
            i64 net = rows->first_rack + rows->layouts[rows->first_row / rows->columns] - bankroll;
            *now = (Watching){.index = now->index, .begun = 1, .row = rows->first_row, .rack = rows->first_rack};
            seen(now, net);
            kept(trail, now);
        }
        i64 ending = 0;
        i64 at = next_roll(now, dice);
        if (at % BLOCK) throw_block(dice, (u64)(at / BLOCK), session, rolls);
        for (;;) {
            if (is_last(now, dice)) {
                if (now->closing || !rows->closings) break;
                now->row = close_row(rows, now->row, &now->rack);
                now->closing = 1;
            }
            at = next_roll(now, dice);
            if (at % BLOCK == 0) throw_block(dice, (u64)(at / BLOCK), session, rolls);
            i64 rack = now->rack;
            const i64 *piece = reached(rows, now->row, rows->column[rolls[at % BLOCK]], &rack, met);
            if (!piece && !missed) return met->what;
            if (!piece) {
                missed->index[missed->many++] = now->index;
                break;
            }
            trail->visits[now->row / rows->columns]++;
            now->roll++;
            now->rack = rack + piece[PAID];
            now->row = piece[ROW];
            seen(now, now->rack + piece[LAYOUT] - bankroll);
            kept(trail, now);
            if (piece[ROW] == THE_END) {
                ending = piece[KIND];
                break;
            }
        }
        kept_to_the_end(trail, now);
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
