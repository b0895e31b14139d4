// fsmooth/gmm.fun: objective for 5000 points and 5 components in 3 dimensions. The exponentials of
// q are computed for each point, as there.
#include "bench.h"

enum { N = 5000, D = 3, K = 5, T = 3 };

static double *x;
static double alpha[K], mu[K][D], q[K][D], l[K][T];

static double sumsq(int n, const double *a) {
  double sum = 0.0;
  for (int i = 0; i < n; i++) sum += a[i] * a[i];
  return sum;
}

static double logsumexp(int n, const double *a) {
  double most = a[0], sum = 0.0;
  for (int i = 1; i < n; i++)
    if (a[i] > most) most = a[i];
  for (int i = 0; i < n; i++) sum += exp(a[i] - most);
  return most + log(sum);
}

static const void *run(void) {
  static double result;
  double logs = 0.0, prior = 0.0;
  for (int64_t i = 0; i < N; i++) {
    double terms[K];
    for (int c = 0; c < K; c++) {
      double y[D], z[D], sum = 0.0;
      for (int d = 0; d < D; d++) {
        y[d] = x[i * D + d] - mu[c][d];
        z[d] = exp(q[c][d]) * y[d];
        for (int j = 0; j < d; j++) z[d] += l[c][d * (d - 1) / 2 + j] * y[j];
        sum += q[c][d];
      }
      terms[c] = alpha[c] + sum - 0.5 * sumsq(D, z);
    }
    logs += logsumexp(K, terms);
  }
  for (int c = 0; c < K; c++) {
    double e[D];
    for (int d = 0; d < D; d++) e[d] = exp(q[c][d]);
    prior += sumsq(D, e) + sumsq(T, l[c]);
  }
  result = logs - (double)N * logsumexp(K, alpha) + 0.5 * prior;
  return &result;
}

int main(int argc, char **argv) {
  x = NEW(double, N * D);
  for (int64_t i = 1; i <= N; i++)
    for (int64_t j = 1; j <= D; j++) x[(i - 1) * D + j - 1] = (double)((i * i + 5 * j) % 9) / 4.0;
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
