// livermore/loop3.fun: dot of 500000 elements.
#include "bench.h"

enum { N = 500000 };

static double *x, *z;

static const void *run(void) {
  static double result;
  double sum = 0.0;
  for (int64_t k = 0; k < N; k++) sum += x[k] * z[k];
  result = sum;
  return &result;
}

int main(int argc, char **argv) {
  x = NEW(double, N), z = NEW(double, N);
  for (int64_t k = 1; k <= N; k++) x[k - 1] = (double)(k % 7) / 3.0, z[k - 1] = (double)(k % 5) / 7.0;
  return bench_main(argc, argv, (struct bench){"loop3", run, 0, "<f8", 0, {0}});
}
