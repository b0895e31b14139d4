// Harness of the programs that call one function many times, as in Fig. 11 and 12 of the paper on destination-passing
// style. A program is compiled in one of three variants:
//
//   LEAKY    every vector of the program as it is written is an allocation of its own, never freed (CL in the paper)
//   FREEING  the same, freed where its scope ends (D)
//   STACK    written by hand: fused loops, results written to where the caller wants them, storage that is taken before
//            the loop from one block or from C's own stack (DFBS)
//
// It defines a function `rounds` that makes k calls, and ends main with dps_main. Options: --calls K; --seconds S
// repeats that for S seconds; --out FILE.npy writes the result. It prints the time of each repeat, in ns, and the
// most memory that the process had, as a JSON line.
#ifndef DPS_H
#define DPS_H
#include "../bench.h"

#if defined(LEAKY) + defined(FREEING) + defined(STACK) != 1
#error "compile with one of LEAKY, FREEING and STACK"
#endif

#ifdef STACK

// The block from which storage is taken. Whoever takes some gives it back by setting dps_top to what it was.
static double dps_block[1 << 12];
static double *dps_top = dps_block;

static inline double *take(int64_t n) {
  double *p = dps_top;
  if (n > dps_block + (1 << 12) - p) {
    fprintf(stderr, "out of memory\n");
    exit(1);
  }
  dps_top += n;
  return p;
}

#else

// A vector; a matrix is one, row after row.
typedef struct vec {
  int64_t n;
  double e[];
} vec;

static inline vec *vec_new(int64_t n) {
  vec *v = malloc(sizeof *v + (size_t)n * sizeof(double));
  if (!v) {
    fprintf(stderr, "out of memory\n");
    exit(1);
  }
  __asm__("" : "+r"(v));  // else the compiler may remove allocations, and there were nothing to measure
  v->n = n;
  return v;
}

static inline void vec_free(vec *v) {
#ifdef FREEING
  free(v);
#else
  (void)v;
#endif
}

static inline vec *vec_of(int64_t n, const double *e) {
  vec *v = vec_new(n);
  memcpy(v->e, e, (size_t)n * sizeof *e);
  return v;
}

static inline vec *vectorAdd(const vec *x, const vec *y) {
  vec *v = vec_new(x->n);
  for (int64_t i = 0; i < x->n; i++) v->e[i] = x->e[i] + y->e[i];
  return v;
}

static inline vec *vectorSub(const vec *x, const vec *y) {
  vec *v = vec_new(x->n);
  for (int64_t i = 0; i < x->n; i++) v->e[i] = x->e[i] - y->e[i];
  return v;
}

static inline vec *vectorEMul(const vec *x, const vec *y) {
  vec *v = vec_new(x->n);
  for (int64_t i = 0; i < x->n; i++) v->e[i] = x->e[i] * y->e[i];
  return v;
}

static inline vec *vectorSMul(const vec *x, double s) {
  vec *v = vec_new(x->n);
  for (int64_t i = 0; i < x->n; i++) v->e[i] = x->e[i] * s;
  return v;
}

// From element s to element e, both of which count from 0.
static inline vec *vectorSlice(const vec *x, int64_t s, int64_t e) { return vec_of(e - s + 1, x->e + s); }

static inline double vectorSum(const vec *x) {
  double sum = 0.0;
  for (int64_t i = 0; i < x->n; i++) sum += x->e[i];
  return sum;
}

static inline double vectorDot(const vec *x, const vec *y) {
  vec *products = vectorEMul(x, y);
  double sum = vectorSum(products);
  vec_free(products);
  return sum;
}

static inline vec *vectorCross(const vec *x, const vec *y) {
  vec *v = vec_new(3);
  v->e[0] = x->e[1] * y->e[2] - x->e[2] * y->e[1];
  v->e[1] = x->e[2] * y->e[0] - x->e[0] * y->e[2];
  v->e[2] = x->e[0] * y->e[1] - x->e[1] * y->e[0];
  return v;
}

#endif

// The most resident memory that the process had, in KiB, or 0. The ru_maxrss of getrusage would begin with what the process
// had that started this one.
static inline long dps_peak(void) {
  long peak = 0;
  char line[256];
  FILE *f = fopen("/proc/self/status", "r");
  while (f && fgets(line, sizeof line, f))
    if (sscanf(line, "VmHWM: %ld", &peak) == 1) break;
  if (f) fclose(f);
  return peak;
}

// A program: rounds makes k calls and writes the result, which has so many elements; 0 is one number.
struct dps {
  const char *name;
  void (*rounds)(int64_t k, double *result);
  int64_t elements;
};

static inline int dps_main(int argc, char **argv, struct dps d) {
  const char *out = NULL;
  int64_t calls = 1000;
  double seconds = 0.0;
  for (int i = 1; i < argc; i++) {
    if (i + 1 < argc && strcmp(argv[i], "--out") == 0) out = argv[++i];
    else if (i + 1 < argc && strcmp(argv[i], "--calls") == 0) calls = atoll(argv[++i]);
    else if (i + 1 < argc && strcmp(argv[i], "--seconds") == 0) seconds = atof(argv[++i]);
    else {
      fprintf(stderr, "usage: %s [--calls K] [--seconds S] [--out FILE.npy]\n", argv[0]);
      return 2;
    }
  }
  double result[100];
  int64_t start = bench_now(), before = start;
  printf("{\"name\":\"%s\",\"ns\":[", d.name);
  for (int first = 1; first || (double)(before - start) < seconds * 1e9; first = 0) {
    d.rounds(calls, result);
    __asm__ volatile("" : : "r"(result) : "memory");  // the result is wanted each time
    int64_t now = bench_now();
    printf("%s%lld", first ? "" : ",", (long long)(now - before));
    before = now;
  }
  printf("],\"peak\":%ld}\n", dps_peak());
  struct bench shape = {d.name, NULL, 0, "<f8", d.elements > 0, {d.elements}};
  return out ? bench_write(&shape, result, out) : 0;
}

#endif
