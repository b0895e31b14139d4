// add3 of fsmooth/add3.fun on vectors of 100 elements, each call on the result of the one before.
#include "dps.h"

enum { N = 100 };

static double a[N], b[N], c[N];

#ifdef STACK

static void add3(const double *restrict x, const double *restrict y, const double *restrict z,
                 double *restrict to) {
  for (int64_t i = 0; i < N; i++) to[i] = x[i] + y[i] + z[i];
}

static void rounds(int64_t k, double *result) {
  double *top = dps_top, *v = take(N), *next = take(N);
  memcpy(v, a, sizeof a);
  for (int64_t r = 1; r <= k; r++) {
    add3(v, b, c, next);
    double *last = v;
    v = next, next = last;
  }
  memcpy(result, v, sizeof a);
  dps_top = top;
}

#else

static vec *add3(const vec *x, const vec *y, const vec *z) {
  vec *sum = vectorAdd(x, y);
  vec *to = vectorAdd(sum, z);
  vec_free(sum);
  return to;
}

static void rounds(int64_t k, double *result) {
  vec *v = vec_of(N, a), *y = vec_of(N, b), *z = vec_of(N, c);
  for (int64_t r = 1; r <= k; r++) {
    vec *next = add3(v, y, z);
    vec_free(v);
    v = next;
  }
  memcpy(result, v->e, sizeof a);
  vec_free(v), vec_free(y), vec_free(z);
}

#endif

int main(int argc, char **argv) {
  for (int i = 1; i <= N; i++)
    a[i - 1] = (i % 13) / 10.0, b[i - 1] = (i % 11) / 7.0, c[i - 1] = (i % 5 - 2) / 16.0;
  return dps_main(argc, argv, (struct dps){"add3", rounds, N});
}
