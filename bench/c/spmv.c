// accelerate/spmv.fun: a sparse matrix of 100,000 rows of 2 to 5 values by a vector.
#include "bench.h"

enum { N = 100000 };

// The columns and the values of a row have a size and an offset each, as in the program.
static int64_t *sizes, *offsets, *columns, *value_sizes, *value_offsets;
static double *values, *x, *y;

static const void *run(void) {
  for (int64_t i = 0; i < N; i++) {
    double sum = 0.0;
    const double *a = values + value_offsets[i];
    const int64_t *at = columns + offsets[i];
    if (sizes[i] != value_sizes[i]) return 0;
    for (int64_t k = 0; k < sizes[i]; k++) sum += a[k] * x[at[k]];
    y[i] = sum;
  }
  return y;
}

int main(int argc, char **argv) {
  static const int64_t next[5] = {-16, -1, 0, 1, 16};
  sizes = NEW(int64_t, N), offsets = NEW(int64_t, N), columns = NEW(int64_t, 5 * N);
  value_sizes = NEW(int64_t, N), value_offsets = NEW(int64_t, N);
  values = NEW(double, 5 * N), x = NEW(double, N), y = NEW(double, N);
  int64_t at = 0;
  for (int64_t i = 0; i < N; i++) {
    offsets[i] = at;
    for (int k = 0; k < 5; k++) {
      int64_t j = i + next[k];
      if (j < 0 || j >= N) continue;
      columns[at] = j, values[at++] = j == i ? 4.0 : -1.0;
    }
    sizes[i] = value_sizes[i] = at - offsets[i];
    value_offsets[i] = offsets[i];
    x[i] = (double)((i + 1) % 7);
  }
  return bench_main(argc, argv, (struct bench){"spmv", run, 0, "<f8", 1, {N}});
}
