// livermore/loop5.fun: tridiagonal with 200000 elements. Only the first element of the input is read.
#include "bench.h"

enum { N = 200000 };

static double *input, *x, *y, *z;

static const void *run(void) {
  double last = x[0] = input[0];
  for (int64_t i = 1; i < N; i++) x[i] = last = z[i] * (y[i] - last);
  return x;
}

int main(int argc, char **argv) {
  input = NEW(double, N), x = NEW(double, N), y = NEW(double, N), z = NEW(double, N);
  for (int64_t k = 1; k <= N; k++) {
    input[k - 1] = (double)(k % 7);
    y[k - 1] = (double)(k % 5) / 8.0;
    z[k - 1] = 0.7;
  }
  return bench_main(argc, argv, (struct bench){"loop5", run, 0, "<f8", 1, {N}});
}
