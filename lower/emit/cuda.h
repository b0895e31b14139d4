typedef long long i64;
typedef unsigned long long u64;
typedef double f64;
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
#define INT64_C(x) x##LL
#define INT64_MIN (-9223372036854775807LL - 1)

#define FM_INLINE static __device__ __forceinline__

FM_INLINE f64 fm_real(i64 x) { return __longlong_as_double(x); }
FM_INLINE i64 fm_bits(f64 x) { return __double_as_longlong(x); }
FM_INLINE uint32_t fm_opaque(void) { return 0; }
FM_INLINE f64 fm_f32(f64 x, uint32_t) { return (f64)(float)x; }

/* The product modulo 2^64, and whether it does not fit. */
FM_INLINE int fm_wide(i64 x, i64 y, i64 *r) {
  *r = FM_MUL(x, y);
  return __mul64hi(x, y) != (*r >> 63);
}
/* The remainder of a product that does not fit is left to the engine below: there are no ints of 128 bits. */
FM_INLINE i64 fm_wide_mod(i64, i64, i64, u64 *bad) { *bad |= (u64)1 << 63; return 0; }

/* What a group tells others: whatever it wrote before is there for those that hear it. 0 is nothing yet. */
FM_INLINE void fm_tell(i64 *flag, int32_t what) { __threadfence(); atomicExch((int32_t *)flag, what); }
FM_INLINE int32_t fm_hear(i64 *flag) {
  int32_t what;
  do what = atomicAdd((int32_t *)flag, 0); while (!what);
  __threadfence();
  return what;
}
