// objective of fsmooth/gmm.fun for n points, for gmm.c and dps/gmm.c. They define D, K and T, the numbers of dimensions, of
// components and of elements in a row of l, before they include this. The exponentials of q are computed for each point, as
// there; with ONCE, once in a call.
#ifndef GMM_H
#define GMM_H
#include <math.h>
#include <stdint.h>

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

#ifdef ONCE
#define DIAGONAL(c, d) e[c][d]
#else
#define DIAGONAL(c, d) exp(q[c][d])
#endif

static double objective(int64_t n, const double (*x)[D], const double *alpha, const double (*mu)[D], const double (*q)[D],
                        const double (*l)[T]) {
  double logs = 0.0, prior = 0.0, e[K][D];
  for (int c = 0; c < K; c++)
    for (int d = 0; d < D; d++) e[c][d] = exp(q[c][d]);
  for (int64_t i = 0; i < n; i++) {
    double terms[K];
    for (int c = 0; c < K; c++) {
      double y[D], z[D], sum = 0.0;
      for (int d = 0; d < D; d++) {
        y[d] = x[i][d] - mu[c][d];
        z[d] = DIAGONAL(c, d) * y[d];
        for (int j = 0; j < d; j++) z[d] += l[c][d * (d - 1) / 2 + j] * y[j];
        sum += q[c][d];
      }
      terms[c] = alpha[c] + sum - 0.5 * sumsq(D, z);
    }
    logs += logsumexp(K, terms);
  }
  for (int c = 0; c < K; c++) prior += sumsq(D, e[c]) + sumsq(T, l[c]);
  return logs - (double)n * logsumexp(K, alpha) + 0.5 * prior;
}

#endif
