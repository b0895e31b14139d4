// Twin of `crossAll` of examples/fsmooth/cross.fun: 100,000 pairs of vectors.
#include "bench.h"
enum { N = 100000 };
static double (*x)[3], (*y)[3], (*z)[3];
static void run(void) {
	for (i64 i = 0; i < N; i++) {
		z[i][0] = x[i][1] * y[i][2] - x[i][2] * y[i][1];
		z[i][1] = x[i][2] * y[i][0] - x[i][0] * y[i][2];
		z[i][2] = x[i][0] * y[i][1] - x[i][1] * y[i][0];
	}
}
int main(int argc, char **argv) {
	x = bench_alloc(3 * N), y = bench_alloc(3 * N), z = bench_alloc(3 * N);
	for (i64 i = 1; i <= N; i++)
		for (i64 j = 1; j <= 3; j++) x[i - 1][j - 1] = (double)((i * i + 2 * j) % 7) / 4.0, y[i - 1][j - 1] = (double)((3 * i + j * j) % 5) / 8.0;
	return bench_main(argc, argv, "cross", 1, run, (struct bench_result){z, 'f', 2, {N, 3}});
}
