// rodinia/pathfinder.fun: pathfinder on 100x10000.
#include "bench.h"

enum { R = 100, C = 10000 };

static int64_t *wall, *x, *y;

static void step(const int64_t *restrict w, const int64_t *restrict row, int64_t *restrict z) {
  z[0] = w[0] + min64(row[0], row[1]);
  for (int64_t j = 1; j < C - 1; j++) z[j] = w[j] + min64(row[j], min64(row[j - 1], row[j + 1]));
  z[C - 1] = w[C - 1] + min64(row[C - 1], row[C - 2]);
}

static const void *run(void) {
  const int64_t *from = wall;
  int64_t *to = x;
  for (int64_t t = 1; t < R; t++) {
    step(wall + t * C, from, to);
    from = to;
    to = to == x ? y : x;
  }
  return from;
}

int main(int argc, char **argv) {
  wall = NEW(int64_t, R * C), x = NEW(int64_t, C), y = NEW(int64_t, C);
  for (int64_t i = 1; i <= R; i++)
    for (int64_t j = 1; j <= C; j++) wall[(i - 1) * C + j - 1] = (i * i * 7 + j * j * 3 + i * j) % 10;
  return bench_main(argc, argv, (struct bench){"pathfinder", run, 0, "<i8", 1, {C}});
}
