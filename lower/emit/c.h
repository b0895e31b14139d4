#include <stdint.h>
/* A round of a group of sums stays one: gcc would run several rounds for each sum in turn, which loses the vectors. With
   -O2 it makes vectors as with -O3. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize ("no-loop-unroll-and-jam", "vect-cost-model=dynamic")
#endif

typedef int64_t i64;
typedef uint64_t u64;
typedef double f64;

typedef struct env {
  void *(*alloc)(struct env *, i64 words); /* a block that the caller may get; 0 if there is not enough memory */
  void (*release)(struct env *, void *, i64 words);
  const volatile i64 *stop; /* not 0: the caller wants it back */
  i64 (*parallel)(struct env *, i64 (*part)(struct env *, void *, i64, i64), void *, i64 n); /* part for 0 to n - 1 */
  i64 few; /* a kernel without loops and with fewer iterations is not worth several threads */
  void *(*push)(struct env *, i64 words); /* a block of the stack, which the caller does not get; 0 as above */
  void (*pop)(struct env *, void *, i64 words); /* in any order */
} env;

/* Otherwise gcc thinks that what follows many tests hardly ever runs, and makes no vectors there. */
#define FM_HOT __attribute__((hot))
#define FM_INLINE static inline __attribute__((always_inline))

/* A block of n words or more that is taken once, and again only if it is too small. */
FM_INLINE i64 *fm_again(env *e, i64 **slot, i64 *have, i64 n) {
  if (*slot && *have >= n) return *slot;
  if (n <= 512) n = (n + 7) / 8 * 8; /* as many words are taken anyway */
  if (*slot) e->pop(e, *slot, *have);
  *have = n;
  return *slot = e->push(e, n);
}

/* The blocks of a loop that its variables may mean in the next round. */
typedef struct fm_kept { i64 *block, words; } fm_kept;

/* A block is kept until no variable means it. If there is no room, until the end of the call. */
FM_INLINE void fm_keep(fm_kept *all, i64 *n, i64 most, i64 *block, i64 words) {
  if (*n < most) all[(*n)++] = (fm_kept){block, words};
}

/* Forgets a block that is given back otherwise. */
FM_INLINE void fm_forget(fm_kept *all, i64 *n, i64 *block) {
  for (i64 k = 0; k < *n; k++)
    if (all[k].block == block) { all[k] = all[--*n]; return; }
}

/* Gives the blocks back that no variable means, the latest first. */
FM_INLINE void fm_sweep(env *e, void (*back)(env *, void *, i64), fm_kept *all, i64 *n, i64 *const *means, i64 variables) {
  i64 stay = *n;
  for (i64 k = *n - 1; k >= 0; k--) {
    i64 v = 0;
    while (v < variables && means[v] != all[k].block) v++;
    if (v < variables) continue;
    back(e, all[k].block, all[k].words);
    for (i64 j = k + 1; j < stay; j++) all[j - 1] = all[j];
    stay--;
  }
  *n = stay;
}

FM_INLINE f64 fm_real(i64 x) { union { i64 i; f64 f; } u; u.i = x; return u.f; }
FM_INLINE i64 fm_bits(f64 x) { union { i64 i; f64 f; } u; u.f = x; return u.i; }
/* 0, which the compiler does not know. GCC 12 takes vectors to float and back to be no change at all; here something lies
   between both, and that is a vector too. */
FM_INLINE uint32_t fm_opaque(void) { uint32_t x; __asm__("" : "=r"(x) : "0"(0)); return x; }
FM_INLINE f64 fm_f32(f64 x, uint32_t nothing) { union { float f; uint32_t i; } u; u.f = (float)x; u.i ^= nothing; return (f64)u.f; }

/* Ints wrap: gcc has -fwrapv. */
#define FM_ADD(x, y) ((x) + (y))
#define FM_SUB(x, y) ((x) - (y))
#define FM_MUL(x, y) ((x) * (y))
#define FM_NEG(x) (-(x))
/* The product modulo 2^64, and whether it does not fit. */
FM_INLINE int fm_wide(i64 x, i64 y, i64 *r) { return __builtin_mul_overflow(x, y, r); }
/* The remainder of a product that does not fit. m is greater than 0. */
FM_INLINE i64 fm_wide_mod(i64 x, i64 y, i64 m, u64 *bad) {
  __int128 r = (__int128)x * y % m;
  return (i64)(r < 0 ? r + m : r);
}
