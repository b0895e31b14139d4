// livermore/loop7.fun: 3 rounds of state on 200000 elements; an element is made from the one at its
// place, so that the rounds after the first write over y.
#include "bench.h"

enum { N = 200000 };

static double *input, *x, *z, *u;

static void state(double r, double t, const double *y, const double *restrict z,
                  const double *restrict u, double *x) {
#pragma GCC ivdep
  for (int64_t k = 0; k < N; k++)
    x[k] = u[k] + r * (z[k] + r * y[k]) +
           t * (u[k + 3] + r * (u[k + 2] + r * u[k + 1]) +
                t * (u[k + 6] + r * (u[k + 5] + r * u[k + 4])));
}

static const void *run(void) {
  for (int k = 0; k < 3; k++) state(0.99999, 0.75, k == 0 ? input : x, z, u, x);
  return x;
}

int main(int argc, char **argv) {
  input = NEW(double, N), x = NEW(double, N), z = NEW(double, N), u = NEW(double, N + 6);
  for (int64_t k = 1; k <= N; k++) input[k - 1] = (double)(k % 7), z[k - 1] = (double)(k % 5);
  for (int64_t k = 1; k <= N + 6; k++) u[k - 1] = (double)(k % 11);
  return bench_main(argc, argv, (struct bench){"loop7", run, 0, "<f8", 1, {N}});
}
