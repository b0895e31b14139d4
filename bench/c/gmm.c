// fsmooth/gmm.fun: objective for 5000 points and 5 components in 3 dimensions. The exponentials of
// q are computed for each point, as there.
#include "bench.h"

enum { N = 5000, D = 3, K = 5, T = 3 };

#include "gmm.h"

static double x[N][D], alpha[K], mu[K][D], q[K][D], l[K][T];

static const void *run(void) {
  static double result;
  result = objective(N, x, alpha, mu, q, l);
  return &result;
}

int main(int argc, char **argv) {
  for (int64_t i = 1; i <= N; i++)
    for (int64_t j = 1; j <= D; j++) x[i - 1][j - 1] = (double)((i * i + 5 * j) % 9) / 4.0;
  for (int c = 1; c <= K; c++) {
    alpha[c - 1] = (c % 3) / 2.0;
    for (int j = 1; j <= D; j++) {
      mu[c - 1][j - 1] = ((c * c + j) % 5) / 2.0;
      q[c - 1][j - 1] = ((2 * c + j) % 4 - 2) / 4.0;
      l[c - 1][j - 1] = ((c + 3 * j) % 7 - 3) / 8.0;
    }
  }
  return bench_main(argc, argv, (struct bench){"gmm", run, 0, "<f8", 0, {0}});
}
