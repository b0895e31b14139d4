// accelerate/quicksort.fun: quicksort of 100 rows of 200 ints, by rounds that split all segments.
#include "bench.h"

enum { R = 100, N = 200 };

static int64_t *input, *out;

// One round from v to w. The heads of segments are where heads is 1.
static void split(const int64_t *v, int64_t *heads, int64_t *w) {
  int64_t first[N], last[N], smalls[N], middle[N], small[N], sum = 0;
  for (int64_t i = 0, head = 0; i < N; i++) {
    if (heads[i]) head = i;
    first[i] = head;
    small[i] = v[i] < v[head];
    smalls[i] = sum += small[i];
  }
  for (int64_t i = N - 1, end = N - 1; i >= 0; i--) {
    if (i == N - 1 || heads[i + 1]) end = i;
    last[i] = end;
  }
  for (int64_t i = 0; i < N; i++) {
    middle[i] = first[i] + smalls[last[i]] - smalls[first[i]];
    int64_t before = smalls[i] - smalls[first[i]] - small[i];
    w[small[i] ? first[i] + before : middle[i] + (i - first[i] - before)] = v[i];
  }
  for (int64_t i = 0; i < N; i++) {
    heads[middle[i]] = 1;
    heads[min64(middle[i] + 1, N - 1)] = 1;
  }
}

static int done(const int64_t *heads) {
  for (int64_t i = 0; i < N; i++)
    if (!heads[i]) return 0;
  return 1;
}

static const void *run(void) {
  for (int64_t r = 0; r < R; r++) {
    int64_t x[N], y[N], heads[N] = {1}, *v = x, *w = y;
    memcpy(v, input + r * N, sizeof x);
    while (!done(heads)) {
      split(v, heads, w);
      int64_t *t = v;
      v = w;
      w = t;
    }
    memcpy(out + r * N, v, sizeof x);
  }
  return out;
}

int main(int argc, char **argv) {
  input = NEW(int64_t, R * N), out = NEW(int64_t, R * N);
  for (int64_t i = 1; i <= R; i++)
    for (int64_t j = 1; j <= N; j++) input[(i - 1) * N + j - 1] = (i * j * j + 7 * j + 3 * i) % 1009;
  return bench_main(argc, argv, (struct bench){"quicksort", run, 0, "<i8", 2, {R, N}});
}
