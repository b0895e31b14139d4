// Twin of bench/fun/mandelbrot.fun: 200×200 points, at most 100 iterations.
#include "bench.h"
enum { N = 200 };
static i64 (*count)[N];
static void part(i64 lo, i64 hi, void *unused) {
	(void)unused;
	for (i64 i = lo; i < hi; i++)
		for (i64 j = 0; j < N; j++) {
			double x = (double)(j + 1) * 3.0 / (double)N - 2.0, y = (double)(i + 1) * 2.0 / (double)N - 1.0, u = 0.0, v = 0.0;
			i64 k = 0;
			while (k < 100 && u * u + v * v <= 4.0) {
				double t = u * u - v * v + x;
				v = 2.0 * u * v + y, u = t, k++;
			}
			count[i][j] = k;
		}
}
static void run(void) { bench_parallel(N, part, NULL); }
int main(int argc, char **argv) {
	count = bench_alloc(N * N);
	return bench_main(argc, argv, "mandelbrot", 2, run, (struct bench_result){count, 'i', 2, {N, N}});
}
