// rodinia/hotspot.fun: 4 steps on 512x512.
#include "bench.h"

enum { N = 512, STEPS = 4 };

static double *start, *power, *x, *y;
static double scale, rx, ry, rz;

static inline double cell(double t, double p, double north, double south, double west, double east) {
  return t + scale * (p + (west + east - 2.0 * t) / rx + (north + south - 2.0 * t) / ry +
                      (80.0 - t) / rz);
}

struct step {
  const double *from;
  double *to;
};

static void part(int64_t first, int64_t last, void *ctx) {
  const struct step *s = ctx;
  for (int64_t r = first; r < last; r++) {
    const double *restrict t = s->from + r * N, *restrict p = power + r * N;
    const double *restrict n = r > 0 ? t - N : t, *restrict o = r < N - 1 ? t + N : t;
    double *restrict z = s->to + r * N;
    z[0] = cell(t[0], p[0], n[0], o[0], t[0], t[1]);
    for (int64_t c = 1; c < N - 1; c++) z[c] = cell(t[c], p[c], n[c], o[c], t[c - 1], t[c + 1]);
    z[N - 1] = cell(t[N - 1], p[N - 1], n[N - 1], o[N - 1], t[N - 2], t[N - 1]);
  }
}

static const void *run(void) {
  double height = 0.016 / N, width = 0.016 / N;
  double cap = 0.5 * 1.75e6 * 0.0005 * width * height;
  rx = width / (2.0 * 100.0 * 0.0005 * height);
  ry = height / (2.0 * 100.0 * 0.0005 * width);
  rz = 0.0005 / (100.0 * height * width);
  scale = 0.001 / (3e6 / (0.5 * 0.0005 * 1.75e6)) / cap;
  struct step s = {start, x};
  for (int k = 0; k < STEPS; k++) {
    bench_parallel(N, part, &s);
    s.from = s.to;
    s.to = s.to == x ? y : x;
  }
  return s.from;
}

int main(int argc, char **argv) {
  start = NEW(double, N * N), power = NEW(double, N * N);
  x = NEW(double, N * N), y = NEW(double, N * N);
  for (int64_t i = 1; i <= N; i++)
    for (int64_t j = 1; j <= N; j++) {
      start[(i - 1) * N + j - 1] = 320.0 + (double)((i * i + 3 * j) % 11);
      power[(i - 1) * N + j - 1] = (double)((5 * i + j * j) % 7) / 1000.0;
    }
  return bench_main(argc, argv, (struct bench){"hotspot", run, 1, "<f8", 2, {N, N}});
}
