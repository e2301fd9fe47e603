/* Eight numbers side by side: of 64 bits in two vectors of AVX2, of 32 bits in two of WebAssembly, or in a plain array.
   `Thrown` is what one of them is put down as. */
#ifndef SEVENOUT_EIGHT_H
#define SEVENOUT_EIGHT_H

#include "numbers.h"

enum { GROUP = 8 };

#ifdef __AVX2__
#include <immintrin.h>

typedef struct {
    __m256i a, b;
} Eight;
typedef u64 Thrown;

static inline Eight all(u64 x) { __m256i v = _mm256_set1_epi64x((long long)x); return (Eight){v, v}; }
static inline Eight from(const u64 *x)
{
    return (Eight){_mm256_loadu_si256((const __m256i *)x), _mm256_loadu_si256((const __m256i *)(x + 4))};
}
static inline void put(Thrown *to, Eight x)
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
static inline Eight from_high(const u64 *x) { return high(from(x)); }
/* the product of the low halves in two: its low half (what stands above means nothing) and its high half */
static inline void multiply(Eight x, Eight y, Eight *low, Eight *up) { *low = times(x, y), *up = high(*low); }
/* a bit for each number whose low half is below a bound */
static inline unsigned low_below(Eight x, u32 bound)
{
    __m256i v = _mm256_set1_epi32((int)bound);
    return low_below_half(x.a, v) | low_below_half(x.b, v) << 4;
}

#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>

/* There is no product of the even lanes alone, so the numbers are kept close together, four in a vector. */
typedef struct {
    v128_t a, b;
} Eight;
typedef u32 Thrown;

#define EVERY_OTHER(x, y, first) wasm_i32x4_shuffle(x, y, first, first + 2, first + 4, first + 6)
static inline Eight all(u64 x) { v128_t v = wasm_i32x4_splat((int)x); return (Eight){v, v}; }
static inline Eight from(const u64 *x)
{
    return (Eight){EVERY_OTHER(wasm_v128_load(x), wasm_v128_load(x + 2), 0),
                   EVERY_OTHER(wasm_v128_load(x + 4), wasm_v128_load(x + 6), 0)};
}
static inline Eight from_high(const u64 *x)
{
    return (Eight){EVERY_OTHER(wasm_v128_load(x), wasm_v128_load(x + 2), 1),
                   EVERY_OTHER(wasm_v128_load(x + 4), wasm_v128_load(x + 6), 1)};
}
static inline void put(Thrown *to, Eight x) { wasm_v128_store(to, x.a), wasm_v128_store(to + 4, x.b); }
static inline Eight times(Eight x, Eight y) { return (Eight){wasm_i32x4_mul(x.a, y.a), wasm_i32x4_mul(x.b, y.b)}; }
static inline Eight plus(Eight x, Eight y) { return (Eight){wasm_i32x4_add(x.a, y.a), wasm_i32x4_add(x.b, y.b)}; }
static inline Eight apart(Eight x, Eight y) { return (Eight){wasm_v128_xor(x.a, y.a), wasm_v128_xor(x.b, y.b)}; }
static inline void multiply_half(v128_t x, v128_t y, v128_t *low, v128_t *up)
{
    v128_t first = wasm_u64x2_extmul_low_u32x4(x, y), last = wasm_u64x2_extmul_high_u32x4(x, y);
    *low = EVERY_OTHER(first, last, 0);
    *up = EVERY_OTHER(first, last, 1);
}
static inline void multiply(Eight x, Eight y, Eight *low, Eight *up)
{
    multiply_half(x.a, y.a, &low->a, &up->a);
    multiply_half(x.b, y.b, &low->b, &up->b);
}
static inline unsigned low_below(Eight x, u32 bound)
{
    v128_t v = wasm_i32x4_splat((int)bound);
    return (unsigned)(wasm_i32x4_bitmask(wasm_u32x4_lt(x.a, v)) | wasm_i32x4_bitmask(wasm_u32x4_lt(x.b, v)) << 4);
}

#else

typedef struct {
    u64 at[GROUP];
} Eight;
typedef u64 Thrown;

#define EACH(expression) Eight z; for (int i = 0; i < GROUP; i++) z.at[i] = (expression); return z
static inline Eight all(u64 x) { EACH(x); }
static inline Eight from(const u64 *x) { EACH(x[i]); }
static inline void put(Thrown *to, Eight x) { for (int i = 0; i < GROUP; i++) to[i] = x.at[i]; }
static inline Eight times(Eight x, Eight y) { EACH((u64)(u32)x.at[i] * (u32)y.at[i]); }
static inline Eight plus(Eight x, Eight y) { EACH(x.at[i] + y.at[i]); }
static inline Eight apart(Eight x, Eight y) { EACH(x.at[i] ^ y.at[i]); }
static inline Eight high(Eight x) { EACH(x.at[i] >> 32); }
static inline Eight from_high(const u64 *x) { return high(from(x)); }
static inline void multiply(Eight x, Eight y, Eight *low, Eight *up) { *low = times(x, y), *up = high(*low); }
static inline unsigned low_below(Eight x, u32 bound)
{
    unsigned bits = 0;
    for (int i = 0; i < GROUP; i++) bits |= (unsigned)((u32)x.at[i] < bound) << i;
    return bits;
}

#endif
#endif
