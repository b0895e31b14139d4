// fsmooth/project.fun: 20000 points in a camera. The cosine and sine of the camera's rotation are
// computed for each point, as there.
#include "bench.h"
#include "project.h"

enum { N = 20000 };

static double *points, *out;
static double cam[11] = {0.1, 0.1, 0.1, 0.2, 0.1, 0.3, 1.2, 0.01, 0.03, 0.009, 1.2e-4};

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
