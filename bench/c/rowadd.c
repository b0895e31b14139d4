// Twin of `rowaddV1` of examples/sac/rowadd.fun: 1000×1000 ints.
#include "bench.h"
enum { N = 1000 };
static i64 (*a)[N], (*b)[N];
static void part(i64 lo, i64 hi, void *unused) {
	(void)unused;
	for (i64 i = lo; i < hi; i++)
		for (i64 j = 0; j < N; j++) b[i][j] = i < N - 3 ? a[i][j] + a[i + 1][j] + a[i + 2][j] : 0;
}
static void run(void) { bench_parallel(N, part, NULL); }
int main(int argc, char **argv) {
	a = bench_alloc(N * N), b = bench_alloc(N * N);
	for (i64 i = 1; i <= N; i++)
		for (i64 j = 1; j <= N; j++) a[i - 1][j - 1] = (7 * i * i + 3 * j) % 11;
	return bench_main(argc, argv, "rowadd", 2, run, (struct bench_result){b, 'i', 2, {N, N}});
}
