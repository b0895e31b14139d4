// bench/fun/map.fun: a[i] * 3 + b[i] * b[i], of 10^6 ints, or of -DN.
#include "bench.h"

#ifndef N
enum { N = 1000000 };
#endif

static int64_t *a, *b, *out;

static void part(int64_t from, int64_t to, void *ctx) {
  (void)ctx;
  for (int64_t i = from; i < to; i++) out[i] = a[i] * 3 + b[i] * b[i];
}

static const void *run(void) {
  bench_parallel(N, part, NULL);
  return out;
}

int main(int argc, char **argv) {
  a = NEW(int64_t, N), b = NEW(int64_t, N), out = NEW(int64_t, N);
  for (int64_t i = 1; i <= N; i++) a[i - 1] = i % 1000, b[i - 1] = 7 * i % 1009;
  return bench_main(argc, argv, (struct bench){"map", run, 1, "<i8", 1, {N}});
}
