// rodinia/lud.fun: LU decomposition of a 200x200 matrix in its place, after a copy of the input.
#include "bench.h"

enum { N = 200 };

static double *input, *a;

static const void *run(void) {
  memcpy(a, input, N * N * sizeof *a);
  for (int64_t k = 0; k < N - 1; k++) {
    const double *restrict pivot = a + k * N;
    for (int64_t i = k + 1; i < N; i++) {
      double *restrict row = a + i * N;
      double l = row[k] / pivot[k];
      row[k] = l;
      for (int64_t j = k + 1; j < N; j++) row[j] -= l * pivot[j];
    }
  }
  return a;
}

int main(int argc, char **argv) {
  input = NEW(double, N * N), a = NEW(double, N * N);
  for (int64_t i = 1; i <= N; i++)
    for (int64_t j = 1; j <= N; j++)
      input[(i - 1) * N + j - 1] = (double)((i * i + 2 * j) % 7) / 3.0 + (i == j ? 400.0 : 0.0);
  return bench_main(argc, argv, (struct bench){"lud", run, 0, "<f8", 2, {N, N}});
}
