enum { fm_done, fm_overflow, fm_doubt, fm_check, fm_memory, fm_stopped, fm_size };

#define FM_TOP ((u64)1 << 63)
/* Whether each product is tested. */
#ifndef FM_EXACT
#define FM_EXACT 0
#endif
enum { fm_exact = FM_EXACT };
#define FM_FAIL(why) do { fm_status = (why); goto fm_end; } while (0)

/* Ints are those of 64 bits. What does not fit sets the top bit of *bad, and the result is any int. */
FM_INLINE i64 fm_tobits(f64 x) { return x == x ? fm_bits(x) : INT64_C(9221120237041090560); } /* all NaNs are the same */
FM_INLINE u64 fm_size_of(i64 x) { return (u64)(x ^ (x >> 63)); }

FM_INLINE i64 fm_add(i64 x, i64 y, u64 *bad) { i64 r = FM_ADD(x, y); *bad |= (u64)((x ^ r) & (y ^ r)); return r; }
FM_INLINE i64 fm_sub(i64 x, i64 y, u64 *bad) { i64 r = FM_SUB(x, y); *bad |= (u64)((x ^ y) & (x ^ r)); return r; }
FM_INLINE i64 fm_mul(i64 x, i64 y, u64 *bad) {
  i64 r;
  *bad |= (u64)fm_wide(x, y, &r) << 63;
  return r;
}
/* A product that fits if both factors are small. Otherwise there is doubt. */
FM_INLINE i64 fm_mul_fast(i64 x, i64 y, u64 *bad, u64 *doubt, int exact) {
  if (exact) return fm_mul(x, y, bad);
  *doubt |= (fm_size_of(x) | fm_size_of(y)) >> 31;
  return FM_MUL(x, y);
}
FM_INLINE i64 fm_scale_fast(i64 x, i64 k, int bits, u64 *bad, u64 *doubt, int exact) {
  if (exact) return fm_mul(x, k, bad);
  *doubt |= fm_size_of(x) >> (62 - bits);
  return FM_MUL(x, k);
}
FM_INLINE i64 fm_neg(i64 x, u64 *bad) { *bad |= (u64)(x & FM_NEG(x)); return FM_NEG(x); }
FM_INLINE i64 fm_abs(i64 x, u64 *bad) { i64 r = x < 0 ? FM_NEG(x) : x; *bad |= (u64)r; return r; }
FM_INLINE i64 fm_min(i64 x, i64 y) { return x < y ? x : y; }
FM_INLINE i64 fm_max(i64 x, i64 y) { return x > y ? x : y; }
FM_INLINE int fm_no_quotient(i64 x, i64 y) { return y == 0 || (y == -1 && x == INT64_MIN); }
FM_INLINE i64 fm_quo(i64 x, i64 y, u64 *bad) { if (fm_no_quotient(x, y)) { *bad |= FM_TOP; return 0; } return x / y; }
FM_INLINE i64 fm_rem(i64 x, i64 y, u64 *bad) { if (fm_no_quotient(x, y)) { *bad |= FM_TOP; return 0; } return x % y; }
FM_INLINE i64 fm_div_of(i64 x, i64 y) { i64 q = x / y, r = x % y; return q - ((r != 0) & ((r ^ y) < 0)); }
FM_INLINE i64 fm_mod_of(i64 x, i64 y) { i64 r = x % y; return r + (((r != 0) & ((r ^ y) < 0)) ? y : 0); }
FM_INLINE i64 fm_div(i64 x, i64 y, u64 *bad) { if (fm_no_quotient(x, y)) { *bad |= FM_TOP; return 0; } return fm_div_of(x, y); }
FM_INLINE i64 fm_mod(i64 x, i64 y, u64 *bad) { if (fm_no_quotient(x, y)) { *bad |= FM_TOP; return 0; } return fm_mod_of(x, y); }
/* The remainder of a product, which may be of 128 bits. */
FM_INLINE i64 fm_mulmod(i64 x, i64 y, i64 m, u64 *bad) {
  i64 p;
  if (!fm_wide(x, y, &p)) return p >= 0 && m > 0 ? p % m : fm_mod(p, m, bad);
  if (m <= 0) { *bad |= FM_TOP; return 0; }
  return fm_wide_mod(x, y, m, bad);
}
FM_INLINE i64 fm_pow(i64 x, i64 k, u64 *bad) {
  i64 r = 1;
  if (k < 0) { *bad |= FM_TOP; return 0; }
  if (x == 0 || x == 1) return k == 0 ? 1 : x;
  if (x == -1) return k & 1 ? -1 : 1;
  if (k > 63) { *bad |= FM_TOP; return 0; }
  for (; k > 0; k--) r = fm_mul(r, x, bad);
  return r;
}
FM_INLINE i64 fm_shl(i64 x, i64 k, u64 *bad) {
  if (k < 0) { *bad |= FM_TOP; return 0; }
  if (x == 0) return 0;
  if (k > 62 || ((i64)((u64)x << k) >> k) != x) { *bad |= FM_TOP; return 0; }
  return (i64)((u64)x << k);
}
FM_INLINE i64 fm_shr(i64 x, i64 k, u64 *bad) { if (k < 0) { *bad |= FM_TOP; return 0; } return x >> (k > 63 ? 63 : k); }
FM_INLINE i64 fm_narrow(i64 x, i64 y, u64 *bad) { *bad |= x == y ? 0 : FM_TOP; return x; }
FM_INLINE i64 fm_int(f64 x, u64 *bad) { if (!(x > -0x1p62 && x < 0x1p62)) { *bad |= FM_TOP; return 0; } return (i64)x; }

/* The smaller and the greater one. NaN if one is, and -0.0 is less than 0.0. */
FM_INLINE f64 fm_fmin(f64 x, f64 y) { return x < y ? x : y < x ? y : x == y ? fm_real(fm_bits(x) | fm_bits(y)) : x + y; }
FM_INLINE f64 fm_fmax(f64 x, f64 y) { return x > y ? x : y > x ? y : x == y ? fm_real(fm_bits(x) & fm_bits(y)) : x + y; }
