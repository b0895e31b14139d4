// Twin of `hydro` of examples/livermore/loop1.fun: 100,000 doubles.
#include "bench.h"
enum { N = 100000 };
static double *x, *y, *z;
static void run(void) {
	for (i64 k = 0; k < N; k++) x[k] = 1.6 + y[k] * (9.4 * z[k + 10] + 5.8 * z[k + 11]);
}
int main(int argc, char **argv) {
	x = bench_alloc(N), y = bench_alloc(N), z = bench_alloc(N + 11);
	for (i64 k = 0; k < N; k++) y[k] = (double)(k + 1);
	for (i64 k = 0; k < N + 11; k++) z[k] = (double)(k + 1);
	return bench_main(argc, argv, "loop1", 1, run, (struct bench_result){x, 'f', 1, {N}});
}
