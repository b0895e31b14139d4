// rows/bubblesort.fun: odd-even transposition in place, of 200 rows that differ in size.
#include "rows.h"

enum { R = 200, M = 100 };

static int64_t *input, *out;

static int64_t size(int64_t i) { return skewed(i, M, 37 * i % (2 * M + 1)); }

static int sorted(int64_t n, const int64_t *x) {
  for (int64_t i = 1; i < n; i++)
    if (x[i - 1] > x[i]) return 0;
  return 1;
}

static void swap(int64_t n, int64_t first, int64_t *x) {
  for (int64_t i = first; i + 1 < n; i += 2) {
    int64_t a = x[i], b = x[i + 1];
    x[i] = min64(a, b);
    x[i + 1] = max64(a, b);
  }
}

static const void *run(void) {
  memcpy(out, input, (size_t)rows_total * sizeof *out);
  for (int64_t r = 0; r < R; r++) {
    int64_t *x = out + offsets[r];
    while (!sorted(sizes[r], x)) {
      swap(sizes[r], 0, x);
      swap(sizes[r], 1, x);
    }
  }
  return out;
}

int main(int argc, char **argv) {
  describe(R, size);
  input = NEW(int64_t, rows_total), out = NEW(int64_t, rows_total);
  for (int64_t i = 1; i <= R; i++)
    for (int64_t j = 1; j <= sizes[i - 1]; j++) input[offsets[i - 1] + j - 1] = (i * j * j + 5 * j + 3 * i) % 17;
  return bench_main(argc, argv, (struct bench){"bubblesort", run, 0, "<i8", 1, {rows_total}});
}
