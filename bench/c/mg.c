// nas/mg.fun: cycle on 32x32x32, a V-cycle.
#include "bench.h"

enum { N = 32, LEVELS = 5 };

// Grids of sides 2 to 32, from level 1 on; and three that are as large as the largest.
static double *r[LEVELS + 1], *z[LEVELS + 1], *apart, *extension, *left;

static const double laplace[4] = {-8.0 / 3.0, 0.0, 1.0 / 6.0, 1.0 / 12.0};
static const double restricting[4] = {0.5, 0.25, 0.125, 0.0625};
static const double extending[4] = {1.0, 0.5, 0.25, 0.125};
static const double smoothing[4] = {-3.0 / 8.0, 1.0 / 32.0, -1.0 / 64.0, 0.0};

// The nine rows around a row, in order.
struct rows {
  const double *at[9];
};

static inline struct rows around(const double *u, int64_t n, int64_t i, int64_t j) {
  struct rows w;
  for (int64_t t = 0; t < 9; t++) {
    int64_t di = t / 3 - 1, dj = t % 3 - 1;
    w.at[t] = u + (((i + di) & (n - 1)) * n + ((j + dj) & (n - 1))) * n;
  }
  return w;
}

// The weighted sum of 27 elements; before, k and after are places in a row.
static inline double point(const double *weight, const struct rows *w, int64_t before, int64_t k,
                           int64_t after) {
  static const int far[9] = {2, 1, 2, 1, 0, 1, 2, 1, 2};
  double sum = 0.0;
#pragma GCC unroll 9
  for (int t = 0; t < 9; t++) {
    const double *x = w->at[t];
    sum += weight[far[t] + 1] * x[before];
    sum += weight[far[t]] * x[k];
    sum += weight[far[t] + 1] * x[after];
  }
  return sum;
}

// Each point's sum: alone (op 0), added to what is at its place in v (1), or subtracted from it (-1).
static inline void everywhere(int64_t n, const double *weight, const double *restrict u,
                              const double *restrict v, int op, double *restrict out) {
  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j < n; j++) {
      struct rows w = around(u, n, i, j);
      const double *restrict from = v + (i * n + j) * n;
      double *restrict to = out + (i * n + j) * n;
#define AT(k, before, after)                                     \
  do {                                                           \
    double sum = point(weight, &w, before, k, after);            \
    to[k] = op == 0 ? sum : op > 0 ? from[k] + sum : from[k] - sum; \
  } while (0)
      AT(0, n - 1, 1);
      for (int64_t k = 1; k < n - 1; k++) AT(k, k - 1, k + 1);
      AT(n - 1, n - 2, 0);
    }
}

static void rest(int64_t n, const double *v, const double *u, double *out) {
  everywhere(n, laplace, u, v, -1, out);
}

static void smooth(int64_t n, const double *v, const double *u, double *out) {
  everywhere(n, smoothing, u, v, 1, out);
}

static void extended(int64_t n, const double *u, double *out) {
  everywhere(n, extending, u, u, 0, out);
}

static const void *run(void) {
  for (int level = LEVELS; level > 1; level--) {
    int64_t s = (int64_t)1 << level, h = s / 2;
    for (int64_t i = 0; i < h; i++)
      for (int64_t j = 0; j < h; j++) {
        struct rows w = around(r[level], s, 2 * i + 1, 2 * j + 1);
        for (int64_t k = 0; k < h; k++)
          r[level - 1][(i * h + j) * h + k] =
              point(restricting, &w, 2 * k, 2 * k + 1, (2 * k + 2) & (s - 1));
      }
  }
  everywhere(2, smoothing, r[1], r[1], 0, z[1]);
  for (int level = 2; level <= LEVELS; level++) {
    int64_t s = (int64_t)1 << level, h = s / 2;
    memset(apart, 0, (size_t)(s * s * s) * sizeof *apart);
    for (int64_t i = 0; i < h; i++)
      for (int64_t j = 0; j < h; j++)
        for (int64_t k = 0; k < h; k++)
          apart[((2 * i + 1) * s + 2 * j + 1) * s + 2 * k + 1] = z[level - 1][(i * h + j) * h + k];
    extended(s, apart, extension);
    rest(s, r[level], extension, left);
    smooth(s, extension, left, z[level]);
  }
  return z[LEVELS];
}

int main(int argc, char **argv) {
  for (int level = 1; level <= LEVELS; level++) {
    r[level] = NEW(double, (size_t)1 << 3 * level);
    z[level] = NEW(double, (size_t)1 << 3 * level);
  }
  apart = NEW(double, N * N * N), extension = NEW(double, N * N * N), left = NEW(double, N * N * N);
  for (int64_t i = 1; i <= N * N * N; i++)
    r[LEVELS][i - 1] = (double)(i * i % 1009 % 17 - 8) / 8.0;
  return bench_main(argc, argv, (struct bench){"mg", run, 0, "<f8", 3, {N, N, N}});
}
