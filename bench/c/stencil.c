// sac/stencil.fun: 20 steps on 100000 ints.
#include "bench.h"

enum { N = 100000, STEPS = 20 };

static int64_t *start, *x, *y;

static void step(const int64_t *restrict e, int64_t *restrict z) {
  z[0] = e[N - 1] + e[1];
  for (int64_t i = 1; i < N - 1; i++) z[i] = e[i - 1] + e[i + 1];
  z[N - 1] = e[N - 2] + e[0];
}

static const void *run(void) {
  const int64_t *from = start;
  int64_t *to = x;
  for (int k = 0; k < STEPS; k++) {
    step(from, to);
    from = to;
    to = to == x ? y : x;
  }
  return from;
}

int main(int argc, char **argv) {
  start = NEW(int64_t, N), x = NEW(int64_t, N), y = NEW(int64_t, N);
  for (int64_t i = 1; i <= N; i++) start[i - 1] = i * i % 101;
  return bench_main(argc, argv, (struct bench){"stencil", run, 0, "<i8", 1, {N}});
}
