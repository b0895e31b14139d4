// Twin of examples/sac/matmul.fun: the product of two matrices of 256×256 doubles, row by row, each sum in its order.
#include "bench.h"
enum { N = 256 };
static double (*a)[N], (*b)[N], (*c)[N];
static void part(i64 lo, i64 hi, void *unused) {
	(void)unused;
	for (i64 i = lo; i < hi; i++) {
		for (i64 j = 0; j < N; j++) c[i][j] = 0.0;
		for (i64 k = 0; k < N; k++)
			for (i64 j = 0; j < N; j++) c[i][j] += a[i][k] * b[k][j];
	}
}
static void run(void) { bench_parallel(N, part, NULL); }
int main(int argc, char **argv) {
	a = bench_alloc(N * N), b = bench_alloc(N * N), c = bench_alloc(N * N);
	for (i64 i = 1; i <= N; i++)
		for (i64 j = 1; j <= N; j++) {
			a[i - 1][j - 1] = (double)((i * i + 3 * j) % 7 - 3) / 4.0;
			b[i - 1][j - 1] = (double)((2 * i + j * j) % 5) / 8.0;
		}
	return bench_main(argc, argv, "matmul", 2, run, (struct bench_result){c, 'f', 2, {N, N}});
}
