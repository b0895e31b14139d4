// Twin of `state` of examples/livermore/loop7.fun: 100,000 doubles.
#include "bench.h"
enum { N = 100000 };
static double *x, *y, *z, *u;
static void run(void) {
	const double r = 0.99999, t = 0.75;
	for (i64 k = 0; k < N; k++)
		x[k] = u[k] + r * (z[k] + r * y[k]) + t * (u[k + 3] + r * (u[k + 2] + r * u[k + 1]) + t * (u[k + 6] + r * (u[k + 5] + r * u[k + 4])));
}
int main(int argc, char **argv) {
	x = bench_alloc(N), y = bench_alloc(N), z = bench_alloc(N), u = bench_alloc(N + 6);
	for (i64 k = 1; k <= N; k++) y[k - 1] = (double)(k % 7), z[k - 1] = (double)(k % 5);
	for (i64 k = 1; k <= N + 6; k++) u[k - 1] = (double)(k % 11);
	return bench_main(argc, argv, "loop7", 1, run, (struct bench_result){x, 'f', 1, {N}});
}
