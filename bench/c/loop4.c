// livermore/loop4.fun: 50000 rounds of banded on 1001 elements, after a copy of the input.
#include "bench.h"

enum { N = 1001, M = 35, ROUNDS = 50000 };

static double *input, *x, *y;

static const void *run(void) {
  memcpy(x, input, N * sizeof *x);
  for (int round = 0; round < ROUNDS; round++)
    for (int64_t i = 0; i < 3; i++) {
      int64_t k = 7 + i * ((N - 7) / 2);  // counted from 1
      double rest = x[k - 2];
      for (int64_t j = 1; j <= M / 5; j++) rest -= x[k - 8 + j] * y[5 * j - 1];
      x[k - 2] = y[4] * rest;
    }
  return x;
}

int main(int argc, char **argv) {
  input = NEW(double, N), x = NEW(double, N), y = NEW(double, M);
  for (int64_t k = 1; k <= N; k++) input[k - 1] = (double)(k % 9) / 4.0;
  for (int64_t k = 1; k <= M; k++) y[k - 1] = (double)(k % 8) / 16.0;
  return bench_main(argc, argv, (struct bench){"loop4", run, 0, "<f8", 1, {N}});
}
