// Twin of examples/rodinia/pathfinder.fun: 100 rows of 10,000 ints, two rows of costs that take turns.
#include "bench.h"
enum { ROWS = 100, COLS = 10000 };
static i64 (*wall)[COLS], *buf[2];
static i64 least(i64 x, i64 y) { return x < y ? x : y; }
static void run(void) {
	i64 *row = wall[0];
	for (int t = 1; t < ROWS; t++) {
		i64 *to = buf[t % 2];
		for (i64 j = 0; j < COLS; j++)
			to[j] = wall[t][j] + least(row[j], least(row[j > 0 ? j - 1 : 0], row[j < COLS - 1 ? j + 1 : COLS - 1]));
		row = to;
	}
}
int main(int argc, char **argv) {
	wall = bench_alloc(ROWS * COLS), buf[0] = bench_alloc(COLS), buf[1] = bench_alloc(COLS);
	for (i64 i = 1; i <= ROWS; i++)
		for (i64 j = 1; j <= COLS; j++) wall[i - 1][j - 1] = (i * i * 7 + j * j * 3 + i * j) % 10;
	return bench_main(argc, argv, "pathfinder", 1, run, (struct bench_result){buf[(ROWS - 1) % 2], 'i', 1, {COLS}});
}
