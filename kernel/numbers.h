/* The kernel's plain numbers. */
#ifndef SEVENOUT_NUMBERS_H
#define SEVENOUT_NUMBERS_H

#include <stdint.h>

typedef uint8_t u8;
typedef int8_t i8;
typedef uint32_t u32;
typedef int32_t i32;
typedef uint64_t u64;
typedef int64_t i64;

#if defined(__GNUC__)
#define UNLIKELY(test) __builtin_expect((test) != 0, 0)
#define APART __attribute__((noinline))
#else
#define UNLIKELY(test) (test)
#define APART
#endif

#endif
