// Twin of `relax` of examples/sac/relax.fun: 10 steps over 512×512 doubles, in two buffers that take turns.
#include "bench.h"
enum { N = 512, STEPS = 10 };
static double (*start)[N], (*buf[2])[N], (*from)[N], (*to)[N];
static void part(i64 lo, i64 hi, void *unused) {
	(void)unused;
	for (i64 i = lo; i < hi; i++) {
		if (i == 0 || i == N - 1) {
			memcpy(to[i], from[i], sizeof to[i]);
			continue;
		}
		to[i][0] = from[i][0];
		for (i64 j = 1; j < N - 1; j++) to[i][j] = (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]) / 4.0;
		to[i][N - 1] = from[i][N - 1];
	}
}
static void run(void) {
	from = start;
	for (int k = 0; k < STEPS; k++) {
		to = buf[k % 2];
		bench_parallel(N, part, NULL);
		from = to;
	}
}
int main(int argc, char **argv) {
	start = bench_alloc(N * N), buf[0] = bench_alloc(N * N), buf[1] = bench_alloc(N * N);
	start[0][1] = 500.0;
	return bench_main(argc, argv, "relax", 2, run, (struct bench_result){buf[(STEPS - 1) % 2], 'f', 2, {N, N}});
}
