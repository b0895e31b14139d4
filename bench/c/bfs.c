// accelerate/bfs.fun: breadth-first search in a graph of 100,000 nodes with 1 to 3 edges each, round by round.
#include "bench.h"

enum { N = 100000 };

static int64_t *sizes, *offsets, *next;
static int64_t *distance, *front, *reached, *by;

static const void *run(void) {
  for (int64_t i = 0; i < N; i++) distance[i] = -1, by[i] = 0;
  int64_t count = 1, far = 1;
  distance[0] = 0, front[0] = 0;
  while (count > 0) {
    int64_t n = 0;
    for (int64_t k = 0; k < count; k++)
      for (int64_t e = offsets[front[k]]; e < offsets[front[k]] + sizes[front[k]]; e++)
        if (distance[next[e]] < 0) reached[n++] = next[e];
    for (int64_t k = 0; k < n; k++) by[reached[k]] = k;
    count = 0;
    for (int64_t k = 0; k < n; k++)
      if (by[reached[k]] == k) front[count++] = reached[k];
    for (int64_t k = 0; k < count; k++) distance[front[k]] = far;
    far++;
  }
  return distance;
}

int main(int argc, char **argv) {
  sizes = NEW(int64_t, N), offsets = NEW(int64_t, N), next = NEW(int64_t, 3 * N);
  distance = NEW(int64_t, N), front = NEW(int64_t, 3 * N), reached = NEW(int64_t, 3 * N), by = NEW(int64_t, N);
  int64_t at = 0;
  for (int64_t i = 1; i <= N; i++) {
    int64_t to[3] = {i + 1, 2 * i, i * i + 1};
    offsets[i - 1] = at;
    for (int k = 0; k < 3; k++)
      if (to[k] <= N) next[at++] = to[k] - 1;
    sizes[i - 1] = at - offsets[i - 1];
  }
  return bench_main(argc, argv, (struct bench){"bfs", run, 0, "<i8", 1, {N}});
}
