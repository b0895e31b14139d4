// bench/fun/mandelbrot.fun: 200x200 points, at most 100 steps.
#include "bench.h"

enum { N = 200, LIMIT = 100 };

static int64_t *out;

static void part(int64_t from, int64_t to, void *ctx) {
  (void)ctx;
  for (int64_t i = from; i < to; i++)
    for (int64_t j = 0; j < N; j++) {
      double cx = 3.0 * (double)j / N - 2.0, cy = 2.5 * (double)i / N - 1.25;
      double x = 0.0, y = 0.0;
      int64_t k = 0;
      while (k < LIMIT && x * x + y * y <= 4.0) {
        double next = x * x - y * y + cx;
        y = 2.0 * x * y + cy;
        x = next;
        k++;
      }
      out[i * N + j] = k;
    }
}

static const void *run(void) {
  bench_parallel(N, part, NULL);
  return out;
}

int main(int argc, char **argv) {
  out = NEW(int64_t, N * N);
  return bench_main(argc, argv, (struct bench){"mandelbrot", run, 1, "<i8", 2, {N, N}});
}
