// accelerate/spmv.fun: a sparse matrix of 100,000 rows of 2 to 5 values by a vector.
#include "bench.h"

enum { N = 100000 };

static int64_t *sizes, *offsets, *columns;
static double *values, *x, *y;

static const void *run(void) {
  for (int64_t i = 0; i < N; i++) {
    double sum = 0.0;
    for (int64_t k = offsets[i]; k < offsets[i] + sizes[i]; k++) sum += values[k] * x[columns[k]];
    y[i] = sum;
  }
  return y;
}

int main(int argc, char **argv) {
  static const int64_t next[5] = {-16, -1, 0, 1, 16};
  sizes = NEW(int64_t, N), offsets = NEW(int64_t, N), columns = NEW(int64_t, 5 * N);
  values = NEW(double, 5 * N), x = NEW(double, N), y = NEW(double, N);
  int64_t at = 0;
  for (int64_t i = 0; i < N; i++) {
    offsets[i] = at;
    for (int k = 0; k < 5; k++) {
      int64_t j = i + next[k];
      if (j < 0 || j >= N) continue;
      columns[at] = j, values[at++] = j == i ? 4.0 : -1.0;
    }
    sizes[i] = at - offsets[i];
    x[i] = (double)((i + 1) % 7);
  }
  return bench_main(argc, argv, (struct bench){"spmv", run, 0, "<f8", 1, {N}});
}
