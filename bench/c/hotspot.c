// Twin of examples/rodinia/hotspot.fun: 4 steps over 512×512 doubles, in two buffers that take turns.
#include "bench.h"
enum { N = 512, STEPS = 4 };
static double (*start)[N], (*power)[N], (*buf[2])[N], (*from)[N], (*to)[N];
static double rx, ry, rz, f;
static void part(i64 lo, i64 hi, void *unused) {
	(void)unused;
	for (i64 r = lo; r < hi; r++) {
		i64 up = r > 0 ? r - 1 : 0, down = r < N - 1 ? r + 1 : N - 1;
		for (i64 c = 0; c < N; c++) {
			double t = from[r][c], north = from[up][c], south = from[down][c];
			double west = from[r][c > 0 ? c - 1 : 0], east = from[r][c < N - 1 ? c + 1 : N - 1];
			to[r][c] = t + f * (power[r][c] + (west + east - 2.0 * t) / rx + (north + south - 2.0 * t) / ry + (80.0 - t) / rz);
		}
	}
}
static void run(void) {
	from = start;
	for (int k = 0; k < STEPS; k++) {
		to = buf[k % 2];
		bench_parallel(N, part, NULL);
		from = to;
	}
}
int main(int argc, char **argv) {
	start = bench_alloc(N * N), power = bench_alloc(N * N), buf[0] = bench_alloc(N * N), buf[1] = bench_alloc(N * N);
	double height = 0.016 / N, width = 0.016 / N, cap = 0.5 * 1.75e6 * 0.0005 * width * height;
	rx = width / (2.0 * 100.0 * 0.0005 * height), ry = height / (2.0 * 100.0 * 0.0005 * width), rz = 0.0005 / (100.0 * height * width);
	f = 0.001 / (3e6 / (0.5 * 0.0005 * 1.75e6)) / cap;
	for (i64 i = 1; i <= N; i++)
		for (i64 j = 1; j <= N; j++) start[i - 1][j - 1] = 320.0 + (double)((i * i + 3 * j) % 11), power[i - 1][j - 1] = (double)((5 * i + j * j) % 7) / 1000.0;
	return bench_main(argc, argv, "hotspot", 2, run, (struct bench_result){buf[(STEPS - 1) % 2], 'f', 2, {N, N}});
}
