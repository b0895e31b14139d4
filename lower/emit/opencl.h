typedef long i64;
typedef ulong u64;
typedef double f64;
typedef char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
typedef uchar uint8_t;
typedef ushort uint16_t;
typedef uint uint32_t;
typedef ulong uint64_t;
#define INT64_C(x) x##L
#define INT64_MIN LONG_MIN

#define FM_INLINE static inline __attribute__((always_inline))

FM_INLINE f64 fm_real(i64 x) { return as_double(x); }
FM_INLINE i64 fm_bits(f64 x) { return as_long(x); }
FM_INLINE uint32_t fm_opaque(void) { return 0; }
FM_INLINE f64 fm_f32(f64 x, uint32_t nothing) { return (f64)(float)x; }

/* The product modulo 2^64, and whether it does not fit. */
FM_INLINE int fm_wide(i64 x, i64 y, i64 *r) {
  *r = FM_MUL(x, y);
  return mul_hi(x, y) != (*r >> 63);
}
/* The remainder of a product that does not fit is left to the engine below: there are no ints of 128 bits. */
FM_INLINE i64 fm_wide_mod(i64 x, i64 y, i64 m, u64 *bad) { *bad |= (u64)1 << 63; return 0; }
