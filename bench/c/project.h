// The functions of fsmooth/project.fun on places that the caller gives, for project.c and dps/project.c.
#ifndef PROJECT_H
#define PROJECT_H
#include <math.h>

static double dot(const double *x, const double *y) { return 0.0 + x[0] * y[0] + x[1] * y[1] + x[2] * y[2]; }

static void cross(const double *x, const double *y, double *restrict to) {
  to[0] = x[1] * y[2] - x[2] * y[1];
  to[1] = x[2] * y[0] - x[0] * y[2];
  to[2] = x[0] * y[1] - x[1] * y[0];
}

static void rotate(const double *rotation, const double *x, double *restrict to) {
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

static void project(const double *cam, const double *x, double *restrict to) {
  double shifted[3], seen[3];
  for (int i = 0; i < 3; i++) shifted[i] = x[i] - cam[3 + i];
  rotate(cam, shifted, seen);
  double inverse = 1.0 / seen[2], a = seen[0] * inverse, b = seen[1] * inverse;
  double rsq = 0.0 + a * a + b * b;
  double l = 1.0 + cam[9] * rsq + cam[10] * rsq * rsq;
  to[0] = cam[7] + a * l * cam[6];
  to[1] = cam[8] + b * l * cam[6];
}

#endif
