/* The rows of a traced strategy walked by plain scalar C: one session after the other, the same dice, the same guards.
   It is what a careful programmer would write without vectors and without interleaving: the limit to measure against. */

#include <stdint.h>

enum { ROUNDS = 10, WORDS = 4, IN_A_WORD = 5, BLOCK = WORDS * IN_A_WORD, KINDS = 36 };
static const uint32_t POWER = 60466176u, UNFAIR = 1868800u; /* 36^5, and 2^32 modulo that */

typedef struct { int32_t row, added, least, most; } Cell;            /* holds for racks from least to most */
typedef struct { int32_t piece, back; } Origin;                      /* whom to ask otherwise */
typedef struct { int64_t least, most, paid, below, above, row, kind, layout; } Piece;

static void philox(uint32_t block, uint32_t word, uint64_t session, uint64_t seed, uint32_t out[WORDS])
{
    uint32_t a = block, b = word, c = (uint32_t)session, d = (uint32_t)(session >> 32);
    uint32_t first = (uint32_t)seed, second = (uint32_t)(seed >> 32);
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t left = (uint64_t)0xD2511F53u * a, right = (uint64_t)0xCD9E8D57u * c;
        a = (uint32_t)(right >> 32) ^ b ^ first;
        b = (uint32_t)right;
        c = (uint32_t)(left >> 32) ^ d ^ second;
        d = (uint32_t)left;
        first += 0x9E3779B9u;
        second += 0xBB67AE85u;
    }
    out[0] = a, out[1] = b, out[2] = c, out[3] = d;
}

/* The columns of a block of rolls. */
static void throw_block(uint32_t block, uint64_t session, uint64_t seed, const uint8_t *column, uint8_t out[BLOCK])
{
    uint32_t words[WORDS];
    philox(block, 0, session, seed, words);
    for (uint32_t w = 0; w < WORDS; w++) {
        uint32_t word = words[w];
        for (uint32_t retry = 1; word * POWER < UNFAIR; retry++) {
            uint32_t again[WORDS];
            philox(block, retry * WORDS + w, session, seed, again);
            word = again[0];
        }
        for (int place = 0; place < IN_A_WORD; place++) {
            uint64_t product = (uint64_t)word * KINDS;
            out[w * IN_A_WORD + place] = column[product >> 32];
            word = (uint32_t)product;
        }
    }
}

/* Plays sessions; gives the rolls played, or -1 if it met a cell that nobody has filled. */
int64_t walk(const Cell *cells, const Origin *origins, const Piece *pieces, const int64_t *layouts, const uint8_t *column,
             int64_t columns, int64_t first_row, int64_t first_rack, uint64_t seed, int64_t first, int64_t count,
             int64_t rolls, int64_t *worth)
{
    int64_t played = 0;
    for (int64_t number = 0; number < count; number++) {
        uint64_t session = (uint64_t)(first + number);
        int64_t row = first_row * columns; /* counted in cells */
        int32_t rack = (int32_t)first_rack;
        for (int64_t done = 0; done < rolls; done += BLOCK) {
            uint8_t thrown[BLOCK];
            int64_t in_this = rolls - done < BLOCK ? rolls - done : BLOCK;
            throw_block((uint32_t)(done / BLOCK), session, seed, column, thrown);
            for (int64_t roll = 0; roll < in_this; roll++) {
                int64_t at = row + thrown[roll];
                Cell cell = cells[at];
                if (rack >= cell.least && rack <= cell.most) {
                    rack += cell.added;
                    row = cell.row;
                    continue;
                }
                if (origins[at].piece < 0) return -1;
                const Piece *piece = pieces + origins[at].piece;
                rack += origins[at].back;
                while (rack < piece->least && piece->below >= 0) piece = pieces + piece->below;
                while (rack > piece->most && piece->above >= 0) piece = pieces + piece->above;
                if (rack < piece->least || rack > piece->most) return -1;
                rack += (int32_t)piece->paid;
                row = piece->row;
                if (row == 0) {
                    worth[number] = rack + piece->layout;
                    played += done + roll + 1;
                    goto over;
                }
            }
        }
        worth[number] = rack + layouts[row / columns];
        played += rolls;
    over:;
    }
    return played;
}
