// rodinia/kmeans.fun: 5 groups of 6000 points of 4 numbers. The result is the groups.
#include "bench.h"

enum { P = 6000, D = 4, K = 5 };

static double *x;
static int64_t *groups;

static int64_t nearest(const double (*centres)[D], const double *y) {
  int64_t best = 1;
  double least = 0.0;
  for (int64_t c = 0; c < K; c++) {
    double sum = 0.0;
    for (int64_t f = 0; f < D; f++) sum += (centres[c][f] - y[f]) * (centres[c][f] - y[f]);
    if (c == 0 || sum < least) best = c + 1, least = sum;
  }
  return best;
}

static const void *run(void) {
  double centres[K][D];
  memcpy(centres, x, sizeof centres);
  memset(groups, 0, P * sizeof *groups);
  int64_t changed = P;
  for (int round = 0; 1000 * changed > P && round < 500; round++) {
    double sums[K][D] = {{0.0}};
    int64_t counts[K] = {0};
    changed = 0;
    for (int64_t i = 0; i < P; i++) {
      int64_t g = nearest((const double(*)[D])centres, x + i * D);
      changed += g != groups[i];
      groups[i] = g;
      for (int64_t f = 0; f < D; f++) sums[g - 1][f] += x[i * D + f];
      counts[g - 1]++;
    }
    for (int64_t g = 0; g < K; g++)
      if (counts[g] > 0)
        for (int64_t f = 0; f < D; f++) centres[g][f] = sums[g][f] / (double)counts[g];
  }
  return groups;
}

int main(int argc, char **argv) {
  x = NEW(double, P * D), groups = NEW(int64_t, P);
  for (int64_t i = 1; i <= P; i++)
    for (int64_t j = 1; j <= D; j++) x[(i - 1) * D + j - 1] = (double)((i * i * j + 7 * i + j * j) % 101) / 10.0;
  return bench_main(argc, argv, (struct bench){"kmeans", run, 0, "<i8", 1, {P}});
}
