// Twin of examples/sac/stencil.fun: 20 steps over 100,000 ints in a ring, in two buffers that take turns.
#include "bench.h"
enum { N = 100000, STEPS = 20 };
static i64 *start, *buf[2];
static void run(void) {
	i64 *from = start;
	for (int k = 0; k < STEPS; k++) {
		i64 *to = buf[k % 2];
		to[0] = from[N - 1] + from[1];
		for (i64 i = 1; i < N - 1; i++) to[i] = from[i - 1] + from[i + 1];
		to[N - 1] = from[N - 2] + from[0];
		from = to;
	}
}
int main(int argc, char **argv) {
	start = bench_alloc(N), buf[0] = bench_alloc(N), buf[1] = bench_alloc(N);
	for (i64 i = 0; i < N; i++) start[i] = i + 1;
	return bench_main(argc, argv, "stencil", 1, run, (struct bench_result){buf[(STEPS - 1) % 2], 'i', 1, {N}});
}
