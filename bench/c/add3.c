// Twin of `add3` of examples/fsmooth/add3.fun: 10^6 doubles, without a vector in the middle.
#include "bench.h"
enum { N = 1000000 };
static double *a, *b, *c, *d;
static void run(void) {
	for (i64 i = 0; i < N; i++) d[i] = a[i] + b[i] + c[i];
}
int main(int argc, char **argv) {
	a = bench_alloc(N), b = bench_alloc(N), c = bench_alloc(N), d = bench_alloc(N);
	for (i64 i = 1; i <= N; i++) a[i - 1] = (double)i, b[i - 1] = 0.5, c[i - 1] = 2.0 * (double)i;
	return bench_main(argc, argv, "add3", 1, run, (struct bench_result){d, 'f', 1, {N}});
}
