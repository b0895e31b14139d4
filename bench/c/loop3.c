// Twin of `dot` of examples/livermore/loop3.fun: the inner product of 10^6 doubles, in its order.
#include "bench.h"
enum { N = 1000000 };
static double *x, *z, sum;
static void run(void) {
	double s = 0.0;
	for (i64 k = 0; k < N; k++) s += x[k] * z[k];
	sum = s;
}
int main(int argc, char **argv) {
	x = bench_alloc(N), z = bench_alloc(N);
	for (i64 k = 1; k <= N; k++) x[k - 1] = (double)(k % 7), z[k - 1] = (double)(k % 5);
	return bench_main(argc, argv, "loop3", 1, run, (struct bench_result){&sum, 'f', 0, {0}});
}
