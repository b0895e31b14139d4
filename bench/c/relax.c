// sac/relax.fun: relax, 10 steps on 512x512.
#include "bench.h"

enum { N = 512, STEPS = 10 };

static double *start, *x, *y;

struct step {
  const double *from;
  double *to;
};

static void part(int64_t first, int64_t last, void *ctx) {
  const struct step *s = ctx;
  for (int64_t i = first; i < last; i++) {
    const double *restrict a = s->from + i * N;
    double *restrict z = s->to + i * N;
    if (i == 0 || i == N - 1) {
      memcpy(z, a, N * sizeof *z);
      continue;
    }
    z[0] = a[0];
    for (int64_t j = 1; j < N - 1; j++) z[j] = (a[j - N] + a[j + N] + a[j - 1] + a[j + 1]) / 4.0;
    z[N - 1] = a[N - 1];
  }
}

static const void *run(void) {
  struct step s = {start, x};
  for (int k = 0; k < STEPS; k++) {
    bench_parallel(N, part, &s);
    s.from = s.to;
    s.to = s.to == x ? y : x;
  }
  return s.from;
}

int main(int argc, char **argv) {
  start = NEW(double, N * N), x = NEW(double, N * N), y = NEW(double, N * N);
  for (int64_t i = 1; i <= N; i++)
    for (int64_t j = 1; j <= N; j++) start[(i - 1) * N + j - 1] = (double)((i * i + 3 * j) % 17) / 3.0;
  return bench_main(argc, argv, (struct bench){"relax", run, 1, "<f8", 2, {N, N}});
}
