// rodinia/nw.fun: align on 500x500 scores, by anti-diagonals as there.
#include "bench.h"

enum { N = 500, W = N + 1, GAP = 10 };

static int64_t *fits, *m;

static const void *run(void) {
  for (int64_t i = 0; i < W; i++) {
    m[i] = -GAP * i;
    m[i * W] = -GAP * i;
  }
  for (int64_t d = 1; d <= 2 * N - 1; d++) {
    int64_t top = max64(d - N + 1, 1), bottom = min64(d, N);
    for (int64_t i = top; i <= bottom; i++) {
      int64_t j = d - i + 1, at = i * W + j;
      m[at] = max64(m[at - W - 1] + fits[(i - 1) * N + j - 1], max64(m[at - 1], m[at - W]) - GAP);
    }
  }
  return m;
}

int main(int argc, char **argv) {
  fits = NEW(int64_t, N * N), m = NEW(int64_t, W * W);
  for (int64_t i = 1; i <= N; i++)
    for (int64_t j = 1; j <= N; j++) {
      int64_t x = (i * i + i) % 7 % 4, y = (j * j + 3 * j) % 7 % 4;
      fits[(i - 1) * N + j - 1] = x == y ? 5 : x * y % 5 - 3;
    }
  return bench_main(argc, argv, (struct bench){"nw", run, 0, "<i8", 2, {W, W}});
}
