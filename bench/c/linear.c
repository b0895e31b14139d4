// fsmooth/linear.fun: matrixMul of two 200x200 matrices. Row by row of y, without its transpose:
// the products are added to each element in the order of the sum.
#include "bench.h"

enum { N = 200 };

static double *x, *y, *out;

static const void *run(void) {
  for (int64_t i = 0; i < N; i++) {
    double *restrict row = out + i * N;
    for (int64_t j = 0; j < N; j++) row[j] = 0.0;
    for (int64_t k = 0; k < N; k++) {
      double a = x[i * N + k];
      const double *restrict b = y + k * N;
      for (int64_t j = 0; j < N; j++) row[j] += a * b[j];
    }
  }
  return out;
}

int main(int argc, char **argv) {
  x = NEW(double, N * N), y = NEW(double, N * N), out = NEW(double, N * N);
  for (int64_t i = 1; i <= N; i++)
    for (int64_t j = 1; j <= N; j++) {
      x[(i - 1) * N + j - 1] = (double)((3 * i + j) % 11) / 3.0;
      y[(i - 1) * N + j - 1] = (double)((i + 5 * j) % 13) / 7.0;
    }
  return bench_main(argc, argv, (struct bench){"linear", run, 0, "<f8", 2, {N, N}});
}
