// Twin of bench/fun/map.fun: a[i]·3 + b[i]² over 10^6 ints.
#include "bench.h"
enum { N = 1000000 };
static i64 *a, *b, *c;
static void part(i64 lo, i64 hi, void *unused) {
	(void)unused;
	for (i64 i = lo; i < hi; i++) c[i] = a[i] * 3 + b[i] * b[i];
}
static void run(void) { bench_parallel(N, part, NULL); }
int main(int argc, char **argv) {
	a = bench_alloc(N), b = bench_alloc(N), c = bench_alloc(N);
	for (i64 i = 1; i <= N; i++) a[i - 1] = i % 1000, b[i - 1] = i % 777;
	return bench_main(argc, argv, "map", 2, run, (struct bench_result){c, 'i', 1, {N}});
}
