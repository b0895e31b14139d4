// rows/quicksort.fun: quicksort of 100 rows that differ in size, each by rounds that split all its segments.
#include "rows.h"

enum { R = 100, M = 200, MOST = 4 * M };

static int64_t *input, *out;

static int64_t size(int64_t i) { return skewed(i, M, 37 * i % (2 * M + 1)); }

// One round from v to w, of n elements. The heads of segments are where heads is 1.
static void split(int64_t n, const int64_t *v, int64_t *heads, int64_t *w) {
  int64_t first[MOST], last[MOST], smalls[MOST], middle[MOST], small[MOST], sum = 0;
  for (int64_t i = 0, head = 0; i < n; i++) {
    if (heads[i]) head = i;
    first[i] = head;
    small[i] = v[i] < v[head];
    smalls[i] = sum += small[i];
  }
  for (int64_t i = n - 1, end = n - 1; i >= 0; i--) {
    if (i == n - 1 || heads[i + 1]) end = i;
    last[i] = end;
  }
  for (int64_t i = 0; i < n; i++) {
    middle[i] = first[i] + smalls[last[i]] - smalls[first[i]];
    int64_t before = smalls[i] - smalls[first[i]] - small[i];
    w[small[i] ? first[i] + before : middle[i] + (i - first[i] - before)] = v[i];
  }
  for (int64_t i = 0; i < n; i++) {
    heads[middle[i]] = 1;
    heads[min64(middle[i] + 1, n - 1)] = 1;
  }
}

static int done(int64_t n, const int64_t *heads) {
  for (int64_t i = 0; i < n; i++)
    if (!heads[i]) return 0;
  return 1;
}

static const void *run(void) {
  for (int64_t r = 0; r < R; r++) {
    int64_t n = sizes[r], x[MOST], y[MOST], heads[MOST] = {1}, *v = x, *w = y;
    memcpy(v, input + offsets[r], (size_t)n * sizeof *v);
    while (!done(n, heads)) {
      split(n, v, heads, w);
      int64_t *t = v;
      v = w;
      w = t;
    }
    memcpy(out + offsets[r], v, (size_t)n * sizeof *v);
  }
  return out;
}

int main(int argc, char **argv) {
  describe(R, size);
  input = NEW(int64_t, rows_total), out = NEW(int64_t, rows_total);
  for (int64_t i = 1; i <= R; i++)
    for (int64_t j = 1; j <= sizes[i - 1]; j++) input[offsets[i - 1] + j - 1] = (i * j * j + 7 * j + 3 * i) % 1009;
  return bench_main(argc, argv, (struct bench){"quicksort", run, 0, "<i8", 1, {rows_total}});
}
