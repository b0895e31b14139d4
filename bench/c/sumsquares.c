// Twin of bench/fun/sumsquares.fun: the sum of i·i % 7 for i up to 10^6.
#include "bench.h"
static i64 sum, n = 1000000;
static void run(void) {
	i64 s = 0;
	for (i64 i = 1; i <= n; i++) s += i * i % 7;
	sum = s;
}
int main(int argc, char **argv) { return bench_main(argc, argv, "sumsquares", 1, run, (struct bench_result){&sum, 'i', 0, {0}}); }
