// Twin of `tridiagonal` of examples/livermore/loop5.fun: a recurrence over 100,000 doubles, after a copy of the first ones.
#include "bench.h"
enum { N = 100000 };
static double *start, *x, *y, *z;
static void run(void) {
	memcpy(x, start, N * sizeof *x);
	for (i64 i = 0; i < N - 1; i++) x[i + 1] = z[i + 1] * (y[i + 1] - x[i]);
}
int main(int argc, char **argv) {
	start = bench_alloc(N), x = bench_alloc(N), y = bench_alloc(N), z = bench_alloc(N);
	for (i64 k = 1; k <= N; k++) start[k - 1] = (double)(k % 7), y[k - 1] = (double)(k % 5) / 8.0, z[k - 1] = 0.5;
	return bench_main(argc, argv, "loop5", 1, run, (struct bench_result){x, 'f', 1, {N}});
}
