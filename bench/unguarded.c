/* The rows of a traced strategy walked by AVX2 without a guard: eight sessions abreast, one roll a step, and the rack may
   go below nothing. Right only for sessions in which money never forbids anything: the limit to measure against. */
#include "../kernel/dice.h"
#include "../kernel/eight.h"

typedef struct { Eight a, b, c, d; } Words;

static inline Words begun(const u64 *session, u64 block)
{
    Eight numbers = from(session);
    return (Words){all(block), all(0), numbers, high(numbers)};
}

static inline Words mixed(Words w, u32 first, u32 second)
{
    Eight left = times(w.a, all(LEFT_TIMES)), right = times(w.c, all(RIGHT_TIMES));
    return (Words){apart(apart(high(right), w.b), all(first)), right, apart(apart(high(left), w.d), all(second)), left};
}

enum { ABREAST = 4 * GROUP };

/* cells: what a roll adds to row + (rack << 24); sessions in fours of eights, rolls in blocks. The rolls played.
   The dice of the next eight are mixed between the steps of these. */
i64 walk(const u64 *cells, const u8 *column, u64 start, u64 seed, i64 first, i64 count, i64 rolls, u64 *ends)
{
    u64 thrown[BLOCK * GROUP], session[ABREAST], ride[ABREAST];
    const u64 *from_column[KINDS];
    u32 keys[2 * ROUNDS];
    const i64 blocks = rolls / BLOCK;
    for (int i = 0; i < KINDS; i++) from_column[i] = cells + column[i];
    for (u32 i = 0; i < ROUNDS; i++)
        keys[2 * i] = (u32)seed + i * LEFT_WEYL, keys[2 * i + 1] = (u32)(seed >> 32) + i * RIGHT_WEYL;
    for (i64 number = 0; number + ABREAST <= count; number += ABREAST) {
        for (int i = 0; i < ABREAST; i++) session[i] = (u64)(first + number + i), ride[i] = start;
        Words next = begun(session, 0);
        for (int i = 0; i < ROUNDS; i++) next = mixed(next, keys[2 * i], keys[2 * i + 1]);
        for (i64 at_once = 0; at_once < 4 * blocks; at_once++) {
            i64 group = at_once % 4, block = at_once / 4, coming = at_once + 1;
            const Eight each[WORDS] = {next.a, next.b, next.c, next.d};
            unsigned unfair = 0;
            for (int n = 0; n < WORDS; n++) {
                Eight word = each[n];
                for (int place = 0; place < IN_A_WORD; place++) {
                    word = times(word, all(KINDS));
                    put(thrown + (n * IN_A_WORD + place) * GROUP, high(word));
                }
                unfair |= low_below(word, UNFAIR);
            }
            for (int i = 0; unfair && i < GROUP; i++) {
                u8 again[BLOCK];
                if (!(unfair >> i & 1)) continue;
                rolls_of((u64)block, session[group * GROUP + i], seed, again);
                for (int roll = 0; roll < BLOCK; roll++) thrown[roll * GROUP + i] = again[roll];
            }
            next = begun(session + coming % 4 * GROUP, (u64)(coming / 4));
            u64 *r = ride + group * GROUP;
            u64 r0 = r[0], r1 = r[1], r2 = r[2], r3 = r[3], r4 = r[4], r5 = r[5], r6 = r[6], r7 = r[7];
#define STEP(n) r##n += from_column[at[n]][r##n & 0xFFFFFF];
#define STEPS STEP(0) STEP(1) STEP(2) STEP(3) STEP(4) STEP(5) STEP(6) STEP(7)
            const u32 *key = keys;
            for (const u64 *at = thrown; at < thrown + BLOCK * GROUP; at += GROUP, key += 2) {
                next = mixed(next, key[0], key[1]);
                STEPS
                at += GROUP;
                STEPS
            }
            r[0] = r0, r[1] = r1, r[2] = r2, r[3] = r3, r[4] = r4, r[5] = r5, r[6] = r6, r[7] = r7;
        }
        for (int i = 0; i < ABREAST; i++) ends[number + i] = ride[i];
    }
    return count / ABREAST * ABREAST * blocks * BLOCK;
}
