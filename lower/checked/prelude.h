#define FM_CALLED static __attribute__((noinline, unused))

/* What a level of kernels remembers of a location: the stamps of the iteration that wrote it and of the first that read it.
   Stamps below base are of an earlier instance. */
typedef struct { uint32_t w, r; } fm_rec;

typedef struct {
  i64 *cells, *wrote; /* wrote: when a write last changed the location */
  i64 n, start;       /* start: the time of the alloc; earlier writes do not count */
  fm_rec *recs[8];    /* by level */
  i64 cap;
} fm_block;

FM_INLINE void fm_saw(fm_rec *r, uint32_t base, uint32_t stamp, u64 *bad) {
  if (r->w >= base && r->w != stamp) *bad |= FM_TOP;
  if (r->r < base) r->r = stamp;
}
FM_INLINE void fm_marks(fm_rec *r, uint32_t base, uint32_t stamp, u64 *bad) {
  if ((r->w >= base && r->w != stamp) || (r->r >= base && r->r != stamp)) *bad |= FM_TOP;
  r->w = stamp;
}
/* A write that changes nothing is none. */
FM_INLINE void fm_put(i64 *cell, i64 *wrote, i64 x, i64 now, i64 start) {
  const int same = *cell == x & *wrote > start;
  *cell = x;
  *wrote = same ? *wrote : now;
}
/* Whether the location has what the array that was bound at birth has there. */
FM_INLINE int fm_fresh(i64 wrote, i64 birth, i64 start) { return wrote <= birth & wrote > start; }

#define FM_FAR ((i64)1 << 56)

/* How far a dimension reaches. */
FM_INLINE i64 fm_reach(i64 n, i64 s, u64 *bad) {
  i64 r = 0;
  if (__builtin_mul_overflow(n, s, &r) || r > FM_FAR || r < -FM_FAR) { *bad |= FM_TOP; return 0; }
  return r;
}
/* Whether no two elements share a location: each stride is larger than all that the smaller ones reach. */
FM_CALLED int fm_apart(int q, const i64 *n, const i64 *s) {
  i64 reach = 0, below = 0;
  for (int k = 0; k < q; k++) if (n[k] == 0) return 1;
  for (int left = 0; left < q; left++) {
    i64 next = INT64_MAX, size = 0;
    int many = 0;
    for (int k = 0; k < q; k++) {
      const i64 t = s[k] < 0 ? -s[k] : s[k];
      if (n[k] == 1 || t < below || (t == below && left > 0)) continue;
      if (t == next) many = 1;
      if (t < next) { next = t; size = n[k]; many = 0; }
    }
    if (next == INT64_MAX) return 1;
    if (many || next <= reach) return 0;
    reach += (size - 1) * next;
    below = next;
  }
  return 1;
}
/* The smallest and the largest location of an array that has elements. */
FM_CALLED void fm_extent(int q, i64 first, const i64 *n, const i64 *s, i64 *lo, i64 *hi) {
  *lo = *hi = first;
  for (int k = 0; k < q; k++) {
    const i64 p = (n[k] - 1) * s[k];
    if (p < 0) *lo += p; else *hi += p;
  }
}
/* Whether two arrays of a block may share a location, as far as their extents tell. */
FM_CALLED int fm_meet(int p, i64 f, const i64 *n, const i64 *s, int q, i64 g, const i64 *m, const i64 *t) {
  i64 a, b, c, d;
  for (int k = 0; k < p; k++) if (n[k] == 0) return 0;
  for (int k = 0; k < q; k++) if (m[k] == 0) return 0;
  fm_extent(p, f, n, s, &a, &b);
  fm_extent(q, g, m, t, &c, &d);
  return !(b < c || d < a);
}
/* Makes room for a block of n words, and begins it. levels says which records it has. Without track it has none, and no
   times. */
FM_CALLED int fm_begin(env *e, fm_block *b, i64 n, int track, int levels, i64 *now) {
  if (n > b->cap) {
    i64 cap = n + n / 4 + 8;
    b->cells = (i64 *)e->alloc(e, cap);
    if (!b->cells) return 0;
    if (track && !(b->wrote = (i64 *)e->alloc(e, cap))) return 0;
    for (i64 k = 0; track && k < cap; k++) b->wrote[k] = 0;
    for (int l = 0; l < 8; l++) if (track && levels >> l & 1) {
      b->recs[l] = (fm_rec *)e->alloc(e, cap);
      if (!b->recs[l]) return 0;
      for (i64 k = 0; k < cap; k++) b->recs[l][k].w = b->recs[l][k].r = 0;
    }
    b->cap = cap;
  }
  b->n = n;
  b->start = (*now)++;
  return 1;
}
