// fsmooth/add3.fun: add3 of 1000000 elements, in one pass.
#include "bench.h"

enum { N = 1000000 };

static double *a, *b, *c, *out;

static void add3(const double *restrict x, const double *restrict y, const double *restrict z,
                 double *restrict w) {
  for (int64_t i = 0; i < N; i++) w[i] = x[i] + y[i] + z[i];
}

static const void *run(void) {
  add3(a, b, c, out);
  return out;
}

int main(int argc, char **argv) {
  a = NEW(double, N), b = NEW(double, N), c = NEW(double, N), out = NEW(double, N);
  for (int64_t i = 1; i <= N; i++)
    a[i - 1] = (double)(i % 13) / 10.0, b[i - 1] = (double)(i % 11) / 7.0, c[i - 1] = 2.0 * (double)i;
  return bench_main(argc, argv, (struct bench){"add3", run, 0, "<f8", 1, {N}});
}
