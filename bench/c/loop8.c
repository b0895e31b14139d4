// livermore/loop8.fun: 3 steps of adi on 20001x5. The result is the second field.
#include "bench.h"

enum { N = 20001, M = 5, STEPS = 3 };

typedef double row[M];

static row *start[3], *x[3], *y[3];

static const double constants[3][3] = {{1.2, 5.6, 8.1}, {9.8, 1.5, 4.0}, {0.5, 7.9, 6.4}};

static void adi(row *const u[3], row *const v[3]) {
  const row *restrict u1 = (const row *)u[0], *restrict u2 = (const row *)u[1];
  const row *restrict u3 = (const row *)u[2];
  for (int f = 0; f < 3; f++) {
    const row *restrict p = (const row *)u[f];
    const double *restrict a = constants[f];
    row *restrict z = v[f];
    memcpy(z[0], p[0], sizeof *z);
    for (int64_t i = 1; i < N - 1; i++) {
      z[i][0] = p[i][0];
      for (int64_t j = 1; j < 3; j++) {
        double du1 = u1[i + 1][j] - u1[i - 1][j];
        double du2 = u2[i + 1][j] - u2[i - 1][j];
        double du3 = u3[i + 1][j] - u3[i - 1][j];
        z[i][j] = p[i][j] + a[0] * du1 + a[1] * du2 + a[2] * du3 +
                  3.9 * (p[i][j + 1] - 2.0 * p[i][j] + p[i][j - 1]);
      }
      for (int64_t j = 3; j < M; j++) z[i][j] = p[i][j];
    }
    memcpy(z[N - 1], p[N - 1], sizeof *z);
  }
}

static const void *run(void) {
  row *const *from = start, *const *to = x;
  for (int step = 0; step < STEPS; step++) {
    adi(from, to);
    from = to;
    to = to == x ? y : x;
  }
  return from[1];
}

int main(int argc, char **argv) {
  static const int64_t mod[3] = {7, 5, 3};
  for (int f = 0; f < 3; f++) {
    start[f] = NEW(row, N), x[f] = NEW(row, N), y[f] = NEW(row, N);
    for (int64_t i = 1; i <= N; i++)
      for (int64_t j = 1; j <= M; j++) start[f][i - 1][j - 1] = (double)((i + j * j) % mod[f]) / 3.0;
  }
  return bench_main(argc, argv, (struct bench){"loop8", run, 0, "<f8", 2, {N, M}});
}
