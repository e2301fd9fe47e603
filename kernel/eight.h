/* Eight numbers of 64 bits side by side: two vectors where AVX2 is compiled for, a plain array elsewhere. */
#ifndef SEVENOUT_EIGHT_H
#define SEVENOUT_EIGHT_H

#include "numbers.h"

enum { GROUP = 8 };

#ifdef __AVX2__
#include <immintrin.h>

typedef struct {
    __m256i a, b;
} Eight;

static inline Eight all(u64 x) { __m256i v = _mm256_set1_epi64x((long long)x); return (Eight){v, v}; }
static inline Eight from(const u64 *x)
{
    return (Eight){_mm256_loadu_si256((const __m256i *)x), _mm256_loadu_si256((const __m256i *)(x + 4))};
}
static inline void put(u64 *to, Eight x)
{
    _mm256_storeu_si256((__m256i *)to, x.a);
    _mm256_storeu_si256((__m256i *)(to + 4), x.b);
}
/* the product of the low halves */
static inline Eight times(Eight x, Eight y) { return (Eight){_mm256_mul_epu32(x.a, y.a), _mm256_mul_epu32(x.b, y.b)}; }
static inline Eight plus(Eight x, Eight y) { return (Eight){_mm256_add_epi64(x.a, y.a), _mm256_add_epi64(x.b, y.b)}; }
static inline Eight apart(Eight x, Eight y) { return (Eight){_mm256_xor_si256(x.a, y.a), _mm256_xor_si256(x.b, y.b)}; }
static inline Eight high(Eight x) { return (Eight){_mm256_srli_epi64(x.a, 32), _mm256_srli_epi64(x.b, 32)}; }
static inline unsigned low_below_half(__m256i x, __m256i bound)
{
    __m256i reaches = _mm256_cmpeq_epi32(_mm256_max_epu32(x, bound), x);
    return ~(unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_slli_epi64(reaches, 32))) & 15;
}
/* a bit for each number whose low half is below a bound */
static inline unsigned low_below(Eight x, u32 bound)
{
    __m256i v = _mm256_set1_epi32((int)bound);
    return low_below_half(x.a, v) | low_below_half(x.b, v) << 4;
}

#else

typedef struct {
    u64 at[GROUP];
} Eight;

#define EACH(expression) Eight z; for (int i = 0; i < GROUP; i++) z.at[i] = (expression); return z
static inline Eight all(u64 x) { EACH(x); }
static inline Eight from(const u64 *x) { EACH(x[i]); }
static inline void put(u64 *to, Eight x) { for (int i = 0; i < GROUP; i++) to[i] = x.at[i]; }
static inline Eight times(Eight x, Eight y) { EACH((u64)(u32)x.at[i] * (u32)y.at[i]); }
static inline Eight plus(Eight x, Eight y) { EACH(x.at[i] + y.at[i]); }
static inline Eight apart(Eight x, Eight y) { EACH(x.at[i] ^ y.at[i]); }
static inline Eight high(Eight x) { EACH(x.at[i] >> 32); }
static inline unsigned low_below(Eight x, u32 bound)
{
    unsigned bits = 0;
    for (int i = 0; i < GROUP; i++) bits |= (unsigned)((u32)x.at[i] < bound) << i;
    return bits;
}

#endif
#endif
