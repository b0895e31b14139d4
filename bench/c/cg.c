// nas/cg.fun: 25 steps of solve for the sparse matrix of smallest(400, 7, 10.0, ...), which is an
// input. The result is z.
#include "bench.h"

enum { N = 400, NONZERO = 7, STEPS = 25 };

static int64_t *begin, *column;
static double *value, *x, *z, *r, *p, *q;

static void times(const double *restrict v, double *restrict out) {
  for (int64_t i = 0; i < N; i++) {
    double sum = 0.0;
    for (int64_t k = begin[i]; k < begin[i + 1]; k++) sum += value[k] * v[column[k]];
    out[i] = sum;
  }
}

static double dot(const double *a, const double *b) {
  double sum = 0.0;
  for (int64_t i = 0; i < N; i++) sum += a[i] * b[i];
  return sum;
}

static double rest;  // the length of what is left

static const void *run(void) {
  memset(z, 0, N * sizeof *z);
  memcpy(r, x, N * sizeof *r);
  memcpy(p, x, N * sizeof *p);
  double rho = dot(x, x);
  for (int step = 0; step < STEPS; step++) {
    times(p, q);
    double alpha = rho / dot(p, q);
    for (int64_t i = 0; i < N; i++) {
      r[i] = -alpha * q[i] + r[i];
      z[i] = alpha * p[i] + z[i];
    }
    double next = dot(r, r), beta = next / rho;
    for (int64_t i = 0; i < N; i++) p[i] = beta * p[i] + r[i];
    rho = next;
  }
  times(z, q);
  for (int64_t i = 0; i < N; i++) r[i] = x[i] - q[i];
  rest = sqrt(dot(r, r));
  return z;
}

// The numbers of NAS: x becomes 5^13 x mod 2^46, which wrapping at 2^64 does not change.
static uint64_t state = 314159265;

static uint64_t next(void) { return state = state * 1220703125u & (((uint64_t)1 << 46) - 1); }

static double *matrix(void) {
  double *a = NEW(double, N * N);
  uint64_t size = 1;
  while (size < N) size *= 2;
  next();
  for (int64_t i = 0; i < N; i++) {
    int64_t places[NONZERO + 1];
    double values[NONZERO + 1];
    for (int k = 0; k <= NONZERO; k++) places[k] = i, values[k] = 0.0;
    // Each element takes two numbers: its value and its place.
    for (int found = 0; found < NONZERO;) {
      double v = (double)next() / 70368744177664.0;
      int64_t place = (int64_t)(next() * size >> 46);
      int new = place < N;
      for (int k = 0; k < found; k++) new = new && places[k] != place;
      places[found] = place, values[found] = v;
      found += new;
    }
    int own = NONZERO;
    for (int k = 0; k < NONZERO; k++)
      if (places[k] == i) own = k;
    values[own] = 0.5;
    double w = pow(0.1, (double)i / N);
    for (int s = 0; s <= NONZERO; s++)
      for (int t = 0; t <= NONZERO; t++) a[places[s] * N + places[t]] += w * values[s] * values[t];
  }
  for (int64_t i = 0; i < N; i++) a[i * N + i] = a[i * N + i] + 0.1 - 10.0;
  return a;
}

int main(int argc, char **argv) {
  double *a = matrix();
  int64_t count = 0;
  for (int64_t i = 0; i < N * N; i++) count += a[i] != 0.0;
  begin = NEW(int64_t, N + 1), column = NEW(int64_t, count), value = NEW(double, count);
  count = 0;
  for (int64_t i = 0; i < N; i++) {
    for (int64_t j = 0; j < N; j++)
      if (a[i * N + j] != 0.0) column[count] = j, value[count++] = a[i * N + j];
    begin[i + 1] = count;
  }
  free(a);
  x = NEW(double, N), z = NEW(double, N), r = NEW(double, N), p = NEW(double, N), q = NEW(double, N);
  for (int64_t i = 0; i < N; i++) x[i] = 1.0;
  return bench_main(argc, argv, (struct bench){"cg", run, 0, "<f8", 1, {N}});
}
