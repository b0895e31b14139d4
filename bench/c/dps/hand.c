// axisAngle of fsmooth/hand.fun; an element of the vector depends on the round.
#include "dps.h"

static const double axis[3] = {0.0, 0.4, -0.3};

#ifdef STACK

static void axisAngle(const double *v, double *restrict to) {
  double angle = sqrt(0.0 + v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  if (angle < 1e-4) {
    for (int i = 0; i < 9; i++) to[i] = i % 4 == 0;
    return;
  }
  double cosine = cos(angle), sine = sin(angle);
  const double k[3] = {v[0] / angle, v[1] / angle, v[2] / angle};
  const double cross[9] = {0.0, -k[2], k[1], k[2], 0.0, -k[0], -k[1], k[0], 0.0};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      to[3 * i + j] = cosine * (i == j) + sine * cross[3 * i + j] + (1.0 - cosine) * k[i] * k[j];
}

static void rounds(int64_t n, double *result) {
  double total = 0.0, v[3], m[9];
  memcpy(v, axis, sizeof v);
  for (int64_t r = 1; r <= n; r++) {
    v[0] = 1.0 / (2.0 + (double)r);
    axisAngle(v, m);
    double sum = 0.0;
    for (int i = 0; i < 9; i++) sum += m[i] * m[i];
    total += sum;
  }
  *result = total;
}

#else

static double sumsq(const vec *a) {
  vec *squares = vectorEMul(a, a);
  double sum = vectorSum(squares);
  vec_free(squares);
  return sum;
}

static vec *axisAngle(const vec *v) {
  double angle = sqrt(sumsq(v));
  vec *one = vec_new(9);
  for (int i = 0; i < 9; i++) one->e[i] = i % 4 == 0;
  if (angle < 1e-4) return one;
  vec *k = vec_new(3), *cross = vec_new(9), *to = vec_new(9);
  for (int i = 0; i < 3; i++) k->e[i] = v->e[i] / angle;
  const double c[9] = {0.0, -k->e[2], k->e[1], k->e[2], 0.0, -k->e[0], -k->e[1], k->e[0], 0.0};
  memcpy(cross->e, c, sizeof c);
  double cosine = cos(angle), sine = sin(angle);  // in a kernel of Fun, but the same for all of its elements
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      to->e[3 * i + j] = cosine * one->e[3 * i + j] + sine * cross->e[3 * i + j] + (1.0 - cosine) * k->e[i] * k->e[j];
  vec_free(one), vec_free(k), vec_free(cross);
  return to;
}

static void rounds(int64_t n, double *result) {
  double total = 0.0;
  vec *v = vec_of(3, axis);
  for (int64_t r = 1; r <= n; r++) {
    v->e[0] = 1.0 / (2.0 + (double)r);
    vec *m = axisAngle(v);
    total += sumsq(m);
    vec_free(m);
  }
  vec_free(v);
  *result = total;
}

#endif

int main(int argc, char **argv) { return dps_main(argc, argv, (struct dps){"hand", rounds, 0}); }
