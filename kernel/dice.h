/* The dice of sevenout.analysis.simulation.philox, one session at a time: Philox4x32-10 with the seed as its key and
   (block, retry * 4 + word, session) as its counter; a block is four words, a word is five rolls. Dice that are not fair
   take a word a roll, with (block, call, session) as the counter of each four, and look it up in a table of
   sevenout.analysis.dice.alias_table. */
#ifndef SEVENOUT_DICE_H
#define SEVENOUT_DICE_H

#include "numbers.h"

enum { ROUNDS = 10, WORDS = 4, IN_A_WORD = 5, BLOCK = WORDS * IN_A_WORD, KINDS = 36 };

#define LEFT_TIMES 0xD2511F53u
#define RIGHT_TIMES 0xCD9E8D57u
#define LEFT_WEYL 0x9E3779B9u
#define RIGHT_WEYL 0xBB67AE85u
#define POWER 60466176u /* KINDS to the power of IN_A_WORD */
#define UNFAIR ((u32)((1ull << 32) % POWER))

static inline void philox(u64 block, u32 word, u64 session, u64 seed, u32 out[WORDS])
{
    u32 a = (u32)block, b = word, c = (u32)session, d = (u32)(session >> 32);
    u32 first = (u32)seed, second = (u32)(seed >> 32);
    for (int i = 0; i < ROUNDS; i++) {
        u64 left = (u64)LEFT_TIMES * a, right = (u64)RIGHT_TIMES * c;
        a = (u32)(right >> 32) ^ b ^ first;
        c = (u32)(left >> 32) ^ d ^ second;
        b = (u32)right;
        d = (u32)left;
        first += LEFT_WEYL;
        second += RIGHT_WEYL;
    }
    out[0] = a, out[1] = b, out[2] = c, out[3] = d;
}

/* One block of a session's rolls, each from 0 to 35. A word that would favour some rolls is drawn again. */
static inline void rolls_of(u64 block, u64 session, u64 seed, u8 rolls[BLOCK])
{
    u32 words[WORDS], again[WORDS];
    philox(block, 0, session, seed, words);
    for (u32 n = 0; n < WORDS; n++) {
        u32 word = words[n];
        for (u32 retry = 1; word * POWER < UNFAIR; retry++) {
            philox(block, retry * WORDS + n, session, seed, again);
            word = again[0];
        }
        for (int place = 0; place < IN_A_WORD; place++) {
            u64 next = (u64)word * KINDS;
            rolls[n * IN_A_WORD + place] = (u8)(next >> 32);
            word = (u32)next;
        }
    }
}

enum { LOADED_COLUMNS = 64, LOADED_SHIFT = 26 };

/* Dice that are not fair: where each column of words is cut, the roll below the cut and the one from there on. */
typedef struct {
    u32 cut[LOADED_COLUMNS];
    u8 below[LOADED_COLUMNS], above[LOADED_COLUMNS];
} Loaded;

static inline u8 loaded_roll(const Loaded *loaded, u32 word)
{
    u32 column = word >> LOADED_SHIFT, side = word & ((1u << LOADED_SHIFT) - 1);
    return side < loaded->cut[column] ? loaded->below[column] : loaded->above[column];
}

/* One block of a session's rolls with such dice. */
static inline void loaded_rolls_of(u64 block, u64 session, u64 seed, const Loaded *loaded, u8 rolls[BLOCK])
{
    u32 words[WORDS];
    for (u32 call = 0; call < BLOCK / WORDS; call++) {
        philox(block, call, session, seed, words);
        for (u32 n = 0; n < WORDS; n++) rolls[call * WORDS + n] = loaded_roll(loaded, words[n]);
    }
}

#endif
