// Rows that differ in size: one after the other, with their sizes and where they begin.
#ifndef ROWS_H
#define ROWS_H
#include "../bench.h"

static int64_t *sizes, *offsets, rows_total;

// The size of row i: with SKEWED, one row in sixteen is far longer than the others.
static int64_t skewed(int64_t i, int64_t m, int64_t otherwise) {
#ifdef SKEWED
  (void)otherwise;
  return i % 16 == 1 ? 4 * m : m / 8;
#else
  (void)i, (void)m;
  return otherwise;
#endif
}

// Descriptors of n rows.
static void describe(int64_t n, int64_t (*size)(int64_t i)) {
  sizes = NEW(int64_t, n), offsets = NEW(int64_t, n), rows_total = 0;
  for (int64_t i = 0; i < n; i++) offsets[i] = rows_total, rows_total += sizes[i] = size(i + 1);
}

#endif
