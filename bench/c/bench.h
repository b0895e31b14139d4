// What the C twins of the examples share: options, time, results as .npy files, and two threads.
//
// A twin makes its inputs, and calls bench_main with the function that is timed and where its result is. Options:
//   --out FILE    write the result as a .npy file and end
//   --threads N   1 or 2; a twin without a parallel form refuses 2
//   --seconds S   measure for about so long, 0.5 by default
// It prints one line of JSON with the nanoseconds of each run.
#ifndef BENCH_H
#define BENCH_H

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef int64_t i64;

static int bench_threads = 1;

// A range of the outer dimension, from lo to hi without hi.
typedef void (*bench_part)(i64 lo, i64 hi, void *data);

struct bench_half {
	bench_part part;
	i64 lo, hi;
	void *data;
};

static void *bench_run_half(void *p) {
	struct bench_half *h = p;
	h->part(h->lo, h->hi, h->data);
	return NULL;
}

// bench_parallel runs 0 to n, without n, on one or two threads.
static inline void bench_parallel(i64 n, bench_part part, void *data) {
	if (bench_threads < 2) {
		part(0, n, data);
		return;
	}
	pthread_t t;
	struct bench_half h = {part, n / 2, n, data};
	pthread_create(&t, NULL, bench_run_half, &h);
	part(0, n / 2, data);
	pthread_join(t, NULL);
}

static inline void *bench_alloc(i64 n) {
	void *p = calloc((size_t)n, 8);
	if (!p) {
		fprintf(stderr, "out of memory\n");
		exit(1);
	}
	return p;
}

// A result: 8-byte elements, i64s ('i') or doubles ('f'), with up to three dimensions. No dimensions: one number.
struct bench_result {
	const void *data;
	char kind;
	int rank;
	i64 shape[3];
};

static void bench_npy(const char *file, const struct bench_result *r) {
	char head[192], dims[96] = "";
	i64 n = 1;
	for (int k = 0; k < r->rank; k++) {
		n *= r->shape[k];
		snprintf(dims + strlen(dims), sizeof dims - strlen(dims), "%lld,", (long long)r->shape[k]);
	}
	int len = snprintf(head, sizeof head, "{'descr': '<%c8', 'fortran_order': False, 'shape': (%s), }", r->kind, dims);
	int total = (10 + len + 1 + 63) / 64 * 64 - 10;
	memset(head + len, ' ', (size_t)(total - len));
	head[total - 1] = '\n';
	FILE *f = fopen(file, "wb");
	unsigned char magic[10] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (unsigned char)(total & 255), (unsigned char)(total >> 8)};
	if (!f || fwrite(magic, 1, 10, f) != 10 || fwrite(head, 1, (size_t)total, f) != (size_t)total ||
	    fwrite(r->data, 8, (size_t)n, f) != (size_t)n || fclose(f)) {
		perror(file);
		exit(1);
	}
}

static double bench_now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int bench_main(int argc, char **argv, const char *name, int most_threads, void (*run)(void), struct bench_result r) {
	const char *out = NULL;
	double seconds = 0.5;
	for (int k = 1; k + 1 < argc; k += 2) {
		if (!strcmp(argv[k], "--out")) out = argv[k + 1];
		if (!strcmp(argv[k], "--threads")) bench_threads = atoi(argv[k + 1]);
		if (!strcmp(argv[k], "--seconds")) seconds = atof(argv[k + 1]);
	}
	if (bench_threads > most_threads) {
		fprintf(stderr, "%s has no form for %d threads\n", name, bench_threads);
		return 2;
	}
	run();
	if (out) {
		bench_npy(out, &r);
		return 0;
	}
	printf("{\"name\":\"%s\",\"threads\":%d,\"ns\":[", name, bench_threads);
	double start = bench_now(), last = start;
	for (int n = 0; n < 5 || last - start < seconds * 1e9; n++) {
		double at = bench_now();
		run();
		last = bench_now();
		printf("%s%.0f", n ? "," : "", last - at);
	}
	printf("]}\n");
	return 0;
}

#endif
