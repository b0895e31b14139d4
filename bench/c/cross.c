// fsmooth/cross.fun: crossAll of 300000 pairs.
#include "bench.h"

enum { N = 300000 };

static double *x, *y, *out;

static void cross(const double *restrict x, const double *restrict y, double *restrict z) {
  for (int64_t i = 0; i < N; i++) {
    const double *a = x + 3 * i, *b = y + 3 * i;
    z[3 * i] = a[1] * b[2] - a[2] * b[1];
    z[3 * i + 1] = a[2] * b[0] - a[0] * b[2];
    z[3 * i + 2] = a[0] * b[1] - a[1] * b[0];
  }
}

static const void *run(void) {
  cross(x, y, out);
  return out;
}

int main(int argc, char **argv) {
  x = NEW(double, 3 * N), y = NEW(double, 3 * N), out = NEW(double, 3 * N);
  for (int64_t i = 1; i <= N; i++)
    for (int64_t j = 1; j <= 3; j++) {
      x[3 * i + j - 4] = (double)((i + j) % 101) / 3.0;
      y[3 * i + j - 4] = (double)(i * j % 103) / 7.0;
    }
  return bench_main(argc, argv, (struct bench){"cross", run, 0, "<f8", 2, {N, 3}});
}
