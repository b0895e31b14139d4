// nas/ep.fun: 16 batches of 4096 pairs. The result is the sums and the counts, as doubles.
#include "bench.h"

enum { BATCHES = 16, PAIRS = 4096 };

static const uint64_t mask = ((uint64_t)1 << 46) - 1;

// Wrapping at 2^64 does not change what is left modulo 2^46.
static uint64_t next(uint64_t x) { return x * 1220703125u & mask; }

static double real(uint64_t x) { return (double)(int64_t)x / 70368744177664.0; }

static uint64_t jump(uint64_t x, int64_t k) {
  for (uint64_t a = 1220703125u; k > 0; k /= 2) {
    if (k % 2 == 1) x = x * a & mask;
    a = a * a & mask;
  }
  return x;
}

static const void *run(void) {
  static double out[12];
  double sx = 0.0, sy = 0.0;
  int64_t counts[10] = {0};
  for (int64_t b = 0; b < BATCHES; b++) {
    uint64_t state = jump(271828183, 2 * PAIRS * b);
    double bx = 0.0, by = 0.0;
    for (int64_t k = 0; k < PAIRS; k++) {
      uint64_t first = next(state);
      state = next(first);
      double u = 2.0 * real(first) - 1.0, v = 2.0 * real(state) - 1.0, t = u * u + v * v;
      if (t <= 1.0) {
        double f = sqrt(-2.0 * log(t) / t), x = u * f, y = v * f;
        double ax = fabs(x), ay = fabs(y);
        bx += x;
        by += y;
        counts[(int64_t)(ax > ay ? ax : ay)]++;
      }
    }
    sx += bx;
    sy += by;
  }
  out[0] = sx, out[1] = sy;
  for (int k = 0; k < 10; k++) out[k + 2] = (double)counts[k];
  return out;
}

int main(int argc, char **argv) {
  return bench_main(argc, argv, (struct bench){"ep", run, 0, "<f8", 1, {12}});
}
