// Harness of the C twins: a program defines its arrays, a function `run` that fills them
// and returns the result's elements, and ends main with bench_main. Options: --out FILE.npy writes the result and exits;
// --threads T (1 or 2), --seconds S. Otherwise it prints the time of each repeat as a JSON line.
#ifndef BENCH_H
#define BENCH_H
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int bench_threads = 1;

// Memory that is never freed; stops the program where there is none.
static inline void *bench_alloc(size_t n, size_t size) {
  void *p = calloc(n ? n : 1, size);
  if (!p) {
    fprintf(stderr, "out of memory\n");
    exit(1);
  }
  return p;
}

#define NEW(type, n) ((type *)bench_alloc((size_t)(n), sizeof(type)))

static inline int64_t min64(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t max64(int64_t a, int64_t b) { return a > b ? a : b; }

// The remainder for a positive b, rounded to minus infinity.
static inline int64_t mod64(int64_t a, int64_t b) {
  int64_t r = a % b;
  return r < 0 ? r + b : r;
}

typedef void (*bench_fn)(int64_t from, int64_t to, void *ctx);

// The second thread, made when it is first wanted; it stays for the next call. Both sides spin a
// little before they sleep, as OpenMP does.
static struct {
  bench_fn fn;
  int64_t from, to;
  void *ctx;
  atomic_int busy;  // 1 from the call on until the second thread has done its part
  pthread_mutex_t lock;
  pthread_cond_t changed;
} bench_second = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static inline void bench_wait(int busy) {
  for (int spin = 0; spin < 5000; spin++)
    if (atomic_load_explicit(&bench_second.busy, memory_order_acquire) == busy) return;
  pthread_mutex_lock(&bench_second.lock);
  while (atomic_load(&bench_second.busy) != busy)
    pthread_cond_wait(&bench_second.changed, &bench_second.lock);
  pthread_mutex_unlock(&bench_second.lock);
}

static inline void bench_set(int busy) {
  pthread_mutex_lock(&bench_second.lock);
  atomic_store(&bench_second.busy, busy);
  pthread_cond_signal(&bench_second.changed);
  pthread_mutex_unlock(&bench_second.lock);
}

static inline void *bench_work(void *p) {
  (void)p;
  for (;;) {
    bench_wait(1);
    bench_second.fn(bench_second.from, bench_second.to, bench_second.ctx);
    bench_set(0);
  }
  return NULL;
}

// fn on parts of 0..n, by as many threads as --threads says; the caller is one of them.
static inline void bench_parallel(int64_t n, bench_fn fn, void *ctx) {
  static int started;
  if (bench_threads < 2) {
    fn(0, n, ctx);
    return;
  }
  if (!started) {
    pthread_t t;
    if (pthread_create(&t, NULL, bench_work, NULL) != 0) {
      fprintf(stderr, "no thread\n");
      exit(1);
    }
    started = 1;
  }
  bench_second.fn = fn, bench_second.from = n / 2, bench_second.to = n, bench_second.ctx = ctx;
  bench_set(1);
  fn(0, n / 2, ctx);
  bench_wait(0);
}

// A program: run computes and returns the elements of the result, whose dtype is "<i8" or "<f8".
// Rank 0 is a number.
struct bench {
  const char *name;
  const void *(*run)(void);
  int parallel;  // whether there is a version for two threads
  const char *dtype;
  int rank;
  int64_t shape[3];
};

static inline int bench_write(const struct bench *b, const void *result, const char *file) {
  char header[256];
  int64_t n = 1;
  int len = snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': False, 'shape': (",
                     b->dtype);
  for (int i = 0; i < b->rank; i++) {
    n *= b->shape[i];
    len += snprintf(header + len, sizeof header - (size_t)len, "%lld, ", (long long)b->shape[i]);
  }
  len += snprintf(header + len, sizeof header - (size_t)len, "), }");
  while ((10 + len + 1) % 64 != 0) header[len++] = ' ';
  header[len++] = '\n';
  FILE *f = fopen(file, "wb");
  if (!f) {
    perror(file);
    return 1;
  }
  const unsigned char start[10] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (unsigned char)(len & 255),
                                   (unsigned char)(len >> 8)};
  int ok = fwrite(start, 1, 10, f) == 10 && fwrite(header, 1, (size_t)len, f) == (size_t)len &&
           fwrite(result, 8, (size_t)n, f) == (size_t)n;
  ok = fclose(f) == 0 && ok;
  if (!ok) perror(file);
  return ok ? 0 : 1;
}

static inline int64_t bench_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static inline int bench_main(int argc, char **argv, struct bench b) {
  const char *out = NULL;
  double seconds = 0.5;
  for (int i = 1; i < argc; i++) {
    if (i + 1 < argc && strcmp(argv[i], "--out") == 0) out = argv[++i];
    else if (i + 1 < argc && strcmp(argv[i], "--threads") == 0) bench_threads = atoi(argv[++i]);
    else if (i + 1 < argc && strcmp(argv[i], "--seconds") == 0) seconds = atof(argv[++i]);
    else {
      fprintf(stderr, "usage: %s [--out FILE.npy] [--threads 1|2] [--seconds S]\n", argv[0]);
      return 2;
    }
  }
  if (bench_threads < 1 || bench_threads > 2 || (bench_threads == 2 && !b.parallel)) {
    fprintf(stderr, "%s: no version for %d threads\n", b.name, bench_threads);
    return 2;
  }
  const void *result = b.run();  // also the warm-up
  if (out) return bench_write(&b, result, out);
  int64_t room = 1024, count = 0;
  int64_t *ns = malloc((size_t)room * sizeof *ns);
  for (int64_t start = bench_now(); count < 5 || (double)(bench_now() - start) < seconds * 1e9;) {
    if (count == room) ns = realloc(ns, (size_t)(room *= 2) * sizeof *ns);
    if (!ns) return 1;
    int64_t before = bench_now();
    result = b.run();
    __asm__ volatile("" : : "r"(result) : "memory");  // the result is wanted each time
    ns[count++] = bench_now() - before;
  }
  printf("{\"name\":\"%s\",\"threads\":%d,\"ns\":[", b.name, bench_threads);
  for (int64_t i = 0; i < count; i++) printf("%s%lld", i ? "," : "", (long long)ns[i]);
  printf("]}\n");
  return 0;
}

#endif
