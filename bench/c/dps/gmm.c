// objective of fsmooth/gmm.fun for 100 points and 5 components in 3 dimensions; a weight, and a logarithm of a diagonal,
// depend on the round. With ONCE, STACK computes the exponential of each diagonal once in a call, and not for each point.
#include "dps.h"

enum { N = 100, D = 3, K = 5, T = 3 };

static double xs[N][D], weights[K], mu[K][D], diagonals[K][D], l[K][T];

#ifdef STACK

#include "../gmm.h"

static void rounds(int64_t k, double *result) {
  double total = 0.0, alpha[K], q[K][D];
  memcpy(alpha, weights, sizeof alpha), memcpy(q, diagonals, sizeof q);
  for (int64_t r = 1; r <= k; r++) {
    alpha[0] = q[0][0] = 1.0 / (2.0 + (double)r);
    total += objective(N, xs, alpha, mu, q, l);
  }
  *result = total;
}

#else

// Rows are vectors of their own, as in the paper.
typedef struct parameters {
  vec *x[N], *alpha, *mu[K], *q[K], *l[K];
} parameters;

static double sumsq(const vec *a) {
  vec *squares = vectorEMul(a, a);
  double sum = vectorSum(squares);
  vec_free(squares);
  return sum;
}

static double logsumexp(const vec *a) {
  double most = a->e[0];
  for (int64_t i = 1; i < a->n; i++)
    if (a->e[i] > most) most = a->e[i];
  vec *e = vec_new(a->n);
  for (int64_t i = 0; i < a->n; i++) e->e[i] = exp(a->e[i] - most);
  double sum = vectorSum(e);
  vec_free(e);
  return most + log(sum);
}

static vec *triangular(const vec *q, const vec *l, const vec *y) {
  vec *z = vec_new(q->n);
  for (int64_t d = 0; d < q->n; d++) {
    double sum = exp(q->e[d]) * y->e[d];
    for (int64_t j = 0; j < d; j++) sum += l->e[d * (d - 1) / 2 + j] * y->e[j];
    z->e[d] = sum;
  }
  return z;
}

static double objective(const parameters *p) {
  vec *logs = vec_new(N), *prior = vec_new(K);
  for (int i = 0; i < N; i++) {
    vec *terms = vec_new(K);
    for (int c = 0; c < K; c++) {
      vec *y = vectorSub(p->x[i], p->mu[c]), *z = triangular(p->q[c], p->l[c], y);
      terms->e[c] = p->alpha->e[c] + vectorSum(p->q[c]) - 0.5 * sumsq(z);
      vec_free(y), vec_free(z);
    }
    logs->e[i] = logsumexp(terms);
    vec_free(terms);
  }
  for (int c = 0; c < K; c++) {
    vec *e = vec_new(D);
    for (int d = 0; d < D; d++) e->e[d] = exp(p->q[c]->e[d]);
    prior->e[c] = sumsq(e) + sumsq(p->l[c]);
    vec_free(e);
  }
  double to = vectorSum(logs) - (double)N * logsumexp(p->alpha) + 0.5 * vectorSum(prior);
  vec_free(logs), vec_free(prior);
  return to;
}

static void rounds(int64_t k, double *result) {
  double total = 0.0;
  parameters p = {.alpha = vec_of(K, weights)};
  for (int i = 0; i < N; i++) p.x[i] = vec_of(D, xs[i]);
  for (int c = 0; c < K; c++) p.mu[c] = vec_of(D, mu[c]), p.q[c] = vec_of(D, diagonals[c]), p.l[c] = vec_of(T, l[c]);
  for (int64_t r = 1; r <= k; r++) {
    p.alpha->e[0] = p.q[0]->e[0] = 1.0 / (2.0 + (double)r);
    total += objective(&p);
  }
  for (int i = 0; i < N; i++) vec_free(p.x[i]);
  for (int c = 0; c < K; c++) vec_free(p.mu[c]), vec_free(p.q[c]), vec_free(p.l[c]);
  vec_free(p.alpha);
  *result = total;
}

#endif

int main(int argc, char **argv) {
  for (int i = 1; i <= N; i++)
    for (int j = 1; j <= D; j++) xs[i - 1][j - 1] = ((i * i + 5 * j) % 9) / 4.0;
  for (int c = 1; c <= K; c++) {
    weights[c - 1] = (c % 3) / 2.0;
    for (int j = 1; j <= D; j++) {
      mu[c - 1][j - 1] = ((c * c + j) % 5) / 2.0;
      diagonals[c - 1][j - 1] = ((2 * c + j) % 4 - 2) / 4.0;
      l[c - 1][j - 1] = ((c + 3 * j) % 7 - 3) / 8.0;
    }
  }
  return dps_main(argc, argv, (struct dps){"gmm", rounds, 0});
}
