// livermore/loop2.fun: iccg with n = 262144, in the place of x, after a copy of the input.
#include "bench.h"

enum { N = 262144 };

static double *input, *x, *v;

static const void *run(void) {
  memcpy(x, input, 2 * N * sizeof *x);
  for (int64_t size = N, last = 0; size > 1; size /= 2) {
    int64_t first = last;
    last += size;
    // It reads up to element last + 1 and writes from last + 2 on (counted from 1).
    const double *restrict from = x + first, *restrict w = v + first;
    double *restrict to = x + last + 1;
    for (int64_t i = 1; i <= size / 2; i++)
      to[i - 1] = from[2 * i - 1] - w[2 * i - 1] * from[2 * i - 2] - w[2 * i] * from[2 * i];
  }
  return x;
}

int main(int argc, char **argv) {
  input = NEW(double, 2 * N), x = NEW(double, 2 * N), v = NEW(double, 2 * N);
  for (int64_t k = 1; k <= 2 * N; k++) {
    input[k - 1] = (double)(k * k % 13) / 8.0;
    v[k - 1] = (double)(3 * k % 7) / 12.0;
  }
  return bench_main(argc, argv, (struct bench){"loop2", run, 0, "<f8", 1, {2 * N}});
}
