// fsmooth/project.fun: 20000 points in a camera. The cosine and sine of the camera's rotation are
// computed for each point, as there.
#include "bench.h"

enum { N = 20000 };

static double *points, *out;
static double cam[11] = {0.1, 0.1, 0.1, 0.2, 0.1, 0.3, 1.2, 0.01, 0.03, 0.009, 1.2e-4};

static double dot(const double *x, const double *y) {
  return 0.0 + x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

static void cross(const double *x, const double *y, double *z) {
  z[0] = x[1] * y[2] - x[2] * y[1];
  z[1] = x[2] * y[0] - x[0] * y[2];
  z[2] = x[0] * y[1] - x[1] * y[0];
}

static void rotate(const double *rotation, const double *x, double *to) {
  double sqtheta = dot(rotation, rotation), w[3], c[3];
  if (sqtheta != 0.0) {
    double theta = sqrt(sqtheta), inverse = 1.0 / theta;
    for (int i = 0; i < 3; i++) w[i] = rotation[i] * inverse;
    cross(w, x, c);
    double cosine = cos(theta), sine = sin(theta), tmp = dot(w, x) * (1.0 - cosine);
    for (int i = 0; i < 3; i++) to[i] = x[i] * cosine + c[i] * sine + w[i] * tmp;
  } else {
    cross(rotation, x, c);
    for (int i = 0; i < 3; i++) to[i] = x[i] + c[i];
  }
}

static void project(const double *cam, const double *x, double *to) {
  double shifted[3], seen[3];
  for (int i = 0; i < 3; i++) shifted[i] = x[i] - cam[3 + i];
  rotate(cam, shifted, seen);
  double inverse = 1.0 / seen[2], a = seen[0] * inverse, b = seen[1] * inverse;
  double rsq = 0.0 + a * a + b * b;
  double l = 1.0 + cam[9] * rsq + cam[10] * rsq * rsq;
  to[0] = cam[7] + a * l * cam[6];
  to[1] = cam[8] + b * l * cam[6];
}

static const void *run(void) {
  for (int64_t i = 0; i < N; i++) project(cam, points + 3 * i, out + 2 * i);
  return out;
}

int main(int argc, char **argv) {
  points = NEW(double, 3 * N), out = NEW(double, 2 * N);
  for (int64_t i = 1; i <= N; i++)
    for (int64_t j = 1; j <= 3; j++)
      points[3 * i + j - 4] = (double)((i * i + 3 * j) % 11) / 8.0 - (j == 3 ? 4.0 : 0.0);
  return bench_main(argc, argv, (struct bench){"project", run, 0, "<f8", 2, {N, 2}});
}
