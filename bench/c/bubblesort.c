// accelerate/bubblesort.fun: sortAll of 200 rows of 100 ints, by odd-even transposition in place.
#include "bench.h"

enum { R = 200, N = 100 };

static int64_t *input, *out;

static int sorted(const int64_t *x) {
  for (int64_t i = 1; i < N; i++)
    if (x[i - 1] > x[i]) return 0;
  return 1;
}

static void swap(int64_t first, int64_t *x) {
  for (int64_t i = first; i + 1 < N; i += 2) {
    int64_t a = x[i], b = x[i + 1];
    x[i] = min64(a, b);
    x[i + 1] = max64(a, b);
  }
}

static const void *run(void) {
  memcpy(out, input, R * N * sizeof *out);
  for (int64_t r = 0; r < R; r++) {
    int64_t *x = out + r * N;
    while (!sorted(x)) {
      swap(0, x);
      swap(1, x);
    }
  }
  return out;
}

int main(int argc, char **argv) {
  input = NEW(int64_t, R * N), out = NEW(int64_t, R * N);
  for (int64_t i = 1; i <= R; i++)
    for (int64_t j = 1; j <= N; j++) input[(i - 1) * N + j - 1] = (i * j * j + 5 * j + 3 * i) % 17;
  return bench_main(argc, argv, (struct bench){"bubblesort", run, 0, "<i8", 2, {R, N}});
}
