// vectorCross of fsmooth/linear.fun; an element of its argument depends on the round.
#include "dps.h"

static const double a[3] = {0.0, 0.75, -0.5}, b[3] = {0.25, -1.5, 0.625};

#ifdef STACK

static void cross(const double *restrict x, const double *restrict y, double *restrict to) {
  to[0] = x[1] * y[2] - x[2] * y[1];
  to[1] = x[2] * y[0] - x[0] * y[2];
  to[2] = x[0] * y[1] - x[1] * y[0];
}

static void rounds(int64_t k, double *result) {
  double total = 0.0, x[3], y[3], z[3];
  memcpy(x, a, sizeof a), memcpy(y, b, sizeof b);
  for (int64_t r = 1; r <= k; r++) {
    x[0] = 1.0 / (2.0 + (double)r);
    cross(x, y, z);
    total += 0.0 + z[0] + z[1] + z[2];
  }
  *result = total;
}

#else

static void rounds(int64_t k, double *result) {
  double total = 0.0;
  vec *x = vec_of(3, a), *y = vec_of(3, b);
  for (int64_t r = 1; r <= k; r++) {
    x->e[0] = 1.0 / (2.0 + (double)r);
    vec *z = vectorCross(x, y);
    total += vectorSum(z);
    vec_free(z);
  }
  vec_free(x), vec_free(y);
  *result = total;
}

#endif

int main(int argc, char **argv) { return dps_main(argc, argv, (struct dps){"cross", rounds, 0}); }
