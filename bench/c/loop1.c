// livermore/loop1.fun: hydro with 1000000 elements.
#include "bench.h"

enum { N = 1000000 };

static double *x, *y, *z;

static void hydro(double q, double r, double t, const double *restrict y, const double *restrict z,
                  double *restrict x) {
  for (int64_t k = 0; k < N; k++) x[k] = q + y[k] * (r * z[k + 10] + t * z[k + 11]);
}

static const void *run(void) {
  hydro(1.6, 9.4, 5.8, y, z, x);
  return x;
}

int main(int argc, char **argv) {
  x = NEW(double, N), y = NEW(double, N), z = NEW(double, N + 11);
  for (int64_t k = 1; k <= N; k++) y[k - 1] = (double)k;
  for (int64_t k = 1; k <= N + 11; k++) z[k - 1] = (double)k;
  return bench_main(argc, argv, (struct bench){"loop1", run, 0, "<f8", 1, {N}});
}
