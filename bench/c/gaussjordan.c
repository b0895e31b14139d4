// sac/gaussjordan.fun: solve on a 100x100 matrix. The result is the inverse.
#include "bench.h"

enum { N = 100, M = 2 * N + 1 };

static double *a, *b, *wide, *inverse;

static const void *run(void) {
  for (int64_t i = 0; i < N; i++) {
    for (int64_t j = 0; j < N; j++) wide[i * M + j] = a[i * N + j];
    for (int64_t j = 0; j < N; j++) wide[i * M + N + j] = i == j;
    wide[i * M + 2 * N] = b[i];
  }
  for (int64_t k = 0; k < N; k++) {
    double *restrict scaled = wide + k * M;
    double pivot = scaled[k];
    for (int64_t j = 0; j < M; j++) scaled[j] /= pivot;
    for (int64_t i = 0; i < N; i++) {
      if (i == k) continue;
      double *restrict row = wide + i * M;
      double factor = row[k];
      for (int64_t j = 0; j < M; j++) row[j] -= factor * scaled[j];
    }
  }
  for (int64_t i = 0; i < N; i++) memcpy(inverse + i * N, wide + i * M + N, N * sizeof *inverse);
  return inverse;
}

int main(int argc, char **argv) {
  a = NEW(double, N * N), b = NEW(double, N), wide = NEW(double, N * M), inverse = NEW(double, N * N);
  for (int64_t i = 1; i <= N; i++) {
    b[i - 1] = (double)i;
    for (int64_t j = 1; j <= N; j++) a[(i - 1) * N + j - 1] = (double)((i * i + 2 * j) % 7) + (i == j ? 90.0 : 0.0);
  }
  return bench_main(argc, argv, (struct bench){"gaussjordan", run, 0, "<f8", 2, {N, N}});
}
