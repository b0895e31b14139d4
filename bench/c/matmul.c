// sac/matmul.fun: the product of two 256x256 matrices. Row by row of b, which adds the products
// to each element in the order of the sum.
#include "bench.h"

enum { N = 256 };

static double *a, *b, *c;

static void part(int64_t from, int64_t to, void *ctx) {
  (void)ctx;
  for (int64_t i = from; i < to; i++) {
    double *restrict row = c + i * N;
    for (int64_t j = 0; j < N; j++) row[j] = 0.0;
    for (int64_t k = 0; k < N; k++) {
      double x = a[i * N + k];
      const double *restrict y = b + k * N;
      for (int64_t j = 0; j < N; j++) row[j] += x * y[j];
    }
  }
}

static const void *run(void) {
  bench_parallel(N, part, NULL);
  return c;
}

int main(int argc, char **argv) {
  a = NEW(double, N * N), b = NEW(double, N * N), c = NEW(double, N * N);
  for (int64_t i = 1; i <= N; i++)
    for (int64_t j = 1; j <= N; j++) {
      a[(i - 1) * N + j - 1] = (double)(i * j % 7) / 3.0;
      b[(i - 1) * N + j - 1] = (double)(i + j) / 7.0;
    }
  return bench_main(argc, argv, (struct bench){"matmul", run, 1, "<f8", 2, {N, N}});
}
