// Twin of examples/rodinia/lud.fun: 128×128 doubles, in place after a copy.
#include "bench.h"
enum { N = 128 };
static double (*start)[N], (*a)[N];
static void run(void) {
	memcpy(a, start, sizeof(double) * N * N);
	for (i64 k = 0; k < N - 1; k++) {
		for (i64 i = k + 1; i < N; i++) a[i][k] /= a[k][k];
		for (i64 i = k + 1; i < N; i++)
			for (i64 j = k + 1; j < N; j++) a[i][j] -= a[i][k] * a[k][j];
	}
}
int main(int argc, char **argv) {
	start = bench_alloc(N * N), a = bench_alloc(N * N);
	for (i64 i = 1; i <= N; i++)
		for (i64 j = 1; j <= N; j++) start[i - 1][j - 1] = i == j ? 1000.0 : (double)((i * j) % 7) / 4.0;
	return bench_main(argc, argv, "lud", 1, run, (struct bench_result){a, 'f', 2, {N, N}});
}
