// sac/rowadd.fun: rowaddV1 on 1000x1000 ints.
#include "bench.h"

enum { R = 1000, C = 1000 };

static int64_t *a, *out;

static void part(int64_t from, int64_t to, void *ctx) {
  (void)ctx;
  for (int64_t i = from; i < to; i++) {
    const int64_t *restrict x = a + i * C;
    int64_t *restrict z = out + i * C;
    if (i < R - 3)
      for (int64_t j = 0; j < C; j++) z[j] = x[j] + x[j + C] + x[j + 2 * C];
    else
      memset(z, 0, C * sizeof *z);
  }
}

static const void *run(void) {
  bench_parallel(R, part, NULL);
  return out;
}

int main(int argc, char **argv) {
  a = NEW(int64_t, R * C), out = NEW(int64_t, R * C);
  for (int64_t i = 1; i <= R; i++)
    for (int64_t j = 1; j <= C; j++) a[(i - 1) * C + j - 1] = (7 * i * i + 3 * j) % 11;
  return bench_main(argc, argv, (struct bench){"rowadd", run, 1, "<i8", 2, {R, C}});
}
