// project of fsmooth/project.fun; an element of the point, and one of the rotation, depend on the round.
#include "dps.h"

static const double camera[11] = {0.1, 0.1, 0.1, 0.2, 0.1, 0.3, 1.2, 0.01, 0.03, 0.009, 1.2e-4};
static const double point[3] = {0.03, 0.11, -0.7};

#ifdef STACK

#include "../project.h"

static void rounds(int64_t k, double *result) {
  double total = 0.0, cam[11], x[3], p[2];
  memcpy(cam, camera, sizeof cam), memcpy(x, point, sizeof x);
  for (int64_t r = 1; r <= k; r++) {
    x[0] = 1.0 / (2.0 + (double)r);
    cam[0] = 0.1 + (double)r * 1e-8;
    project(cam, x, p);
    total += 0.0 + p[0] * p[0] + p[1] * p[1];
  }
  *result = total;
}

#else

static vec *radialDistort(const vec *radical, const vec *proj) {
  double rsq = vectorDot(proj, proj);
  return vectorSMul(proj, 1.0 + radical->e[0] * rsq + radical->e[1] * rsq * rsq);
}

static vec *rodriguesRotate(const vec *rotation, const vec *x) {
  double sqtheta = vectorDot(rotation, rotation);
  if (sqtheta == 0.0) {
    vec *c = vectorCross(rotation, x), *to = vectorAdd(x, c);
    vec_free(c);
    return to;
  }
  double theta = sqrt(sqtheta), inverse = 1.0 / theta;
  vec *w = vectorSMul(rotation, inverse), *c = vectorCross(w, x);
  double tmp = vectorDot(w, x) * (1.0 - cos(theta));
  vec *v1 = vectorSMul(x, cos(theta)), *v2 = vectorSMul(c, sin(theta));
  vec *sum = vectorAdd(v1, v2), *along = vectorSMul(w, tmp), *to = vectorAdd(sum, along);
  vec_free(w), vec_free(c), vec_free(v1), vec_free(v2), vec_free(sum), vec_free(along);
  return to;
}

static vec *project(const vec *cam, const vec *x) {
  vec *rotation = vectorSlice(cam, 0, 2), *centre = vectorSlice(cam, 3, 5), *shifted = vectorSub(x, centre);
  vec *seen = rodriguesRotate(rotation, shifted);
  vec *radical = vectorSlice(cam, 9, 10), *two = vectorSlice(seen, 0, 1), *flat = vectorSMul(two, 1.0 / seen->e[2]);
  vec *distorted = radialDistort(radical, flat);
  vec *middle = vectorSlice(cam, 7, 8), *scaled = vectorSMul(distorted, cam->e[6]), *to = vectorAdd(middle, scaled);
  vec_free(rotation), vec_free(centre), vec_free(shifted), vec_free(seen), vec_free(radical), vec_free(two);
  vec_free(flat), vec_free(distorted), vec_free(middle), vec_free(scaled);
  return to;
}

static void rounds(int64_t k, double *result) {
  double total = 0.0;
  vec *cam = vec_of(11, camera), *x = vec_of(3, point);
  for (int64_t r = 1; r <= k; r++) {
    x->e[0] = 1.0 / (2.0 + (double)r);
    cam->e[0] = 0.1 + (double)r * 1e-8;
    vec *p = project(cam, x);
    total += vectorDot(p, p);
    vec_free(p);
  }
  vec_free(cam), vec_free(x);
  *result = total;
}

#endif

int main(int argc, char **argv) { return dps_main(argc, argv, (struct dps){"project", rounds, 0}); }
