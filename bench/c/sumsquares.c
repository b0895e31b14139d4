// bench/fun/sumsquares.fun: the sum of i * i % 7 for i up to 10^6.
#include "bench.h"

static volatile int64_t size = 1000000;  // not known to the compiler

static const void *run(void) {
  static int64_t sum;
  int64_t s = 0, n = size;
  for (int64_t i = 1; i <= n; i++) s += i * i % 7;
  sum = s;
  return &sum;
}

int main(int argc, char **argv) {
  return bench_main(argc, argv, (struct bench){"sumsquares", run, 0, "<i8", 0, {0}});
}
