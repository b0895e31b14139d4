// rodinia/srad.fun: 2 rounds on 256x256, the speckles of the first 128 rows and columns.
#include "bench.h"

enum { N = 256, ROUNDS = 2, PART = 128 };

static double *start, *x, *y, *c;

static inline double limited(double v) {
  if (v < 0.0) v = 0.0;
  return v > 1.0 ? 1.0 : v;
}

static void coefficients(double q0, const double *restrict a) {
  for (int64_t i = 0; i < N; i++) {
    const double *restrict t = a + i * N;
    const double *restrict n = i > 0 ? t - N : t, *restrict o = i < N - 1 ? t + N : t;
    for (int64_t j = 0; j < N; j++) {
      double v = t[j];
      double north = n[j] - v, south = o[j] - v;
      double west = t[j > 0 ? j - 1 : 0] - v, east = t[j < N - 1 ? j + 1 : N - 1] - v;
      double g = (north * north + south * south + west * west + east * east) / (v * v);
      double l = (north + south + west + east) / v;
      double d = 1.0 + 0.25 * l;
      double q = (0.5 * g - l * l / 16.0) / (d * d);
      c[i * N + j] = limited(1.0 / (1.0 + (q - q0) / (q0 * (1.0 + q0))));
    }
  }
}

static void step(double lambda, const double *restrict a, double *restrict z) {
  double quarter = 0.25 * lambda;
  for (int64_t i = 0; i < N; i++) {
    const double *restrict t = a + i * N, *restrict k = c + i * N;
    const double *restrict n = i > 0 ? t - N : t, *restrict o = i < N - 1 ? t + N : t;
    const double *restrict below = i < N - 1 ? k + N : k;
    for (int64_t j = 0; j < N; j++) {
      int64_t right = j < N - 1 ? j + 1 : N - 1;
      double v = t[j];
      double north = n[j] - v, south = o[j] - v;
      double west = t[j > 0 ? j - 1 : 0] - v, east = t[right] - v;
      z[i * N + j] = v + quarter * (k[j] * (north + west) + below[j] * south + k[right] * east);
    }
  }
}

static const void *run(void) {
  const double *from = start;
  double *to = x;
  for (int round = 0; round < ROUNDS; round++) {
    double sum = 0.0, squares = 0.0;
    for (int64_t i = 0; i < PART; i++)
      for (int64_t j = 0; j < PART; j++) {
        double v = from[i * N + j];
        sum += v;
        squares += v * v;
      }
    double size = (double)(PART * PART);
    double mean = sum / size, variance = squares / size - mean * mean;
    coefficients(variance / (mean * mean), from);
    step(0.5, from, to);
    from = to;
    to = to == x ? y : x;
  }
  return from;
}

int main(int argc, char **argv) {
  start = NEW(double, N * N), x = NEW(double, N * N), y = NEW(double, N * N), c = NEW(double, N * N);
  for (int64_t i = 1; i <= N; i++)
    for (int64_t j = 1; j <= N; j++) start[(i - 1) * N + j - 1] = 1.0 + (double)((i * i + j) % 17) / 17.0;
  return bench_main(argc, argv, (struct bench){"srad", run, 0, "<f8", 2, {N, N}});
}
