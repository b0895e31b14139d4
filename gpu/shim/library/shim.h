/* CUDA C as C++ of the processor: what a kernel's text may use. No header is included, since the text has types of its own.
   What is left open here, the library that loads the kernels fills in. */
struct fm_dim { unsigned x, y, z; };
extern "C" {
thread_local struct fm_dim threadIdx, blockIdx;
struct fm_dim blockDim, gridDim;
double sqrt(double), sin(double), cos(double), tan(double), asin(double), acos(double), atan(double), atan2(double, double);
double exp(double), log(double), log2(double), log10(double), pow(double, double), floor(double), ceil(double), fabs(double);
double round(double), trunc(double), rint(double), fmin(double, double), fmax(double, double), fmod(double, double), fma(double, double, double);
double sinh(double), cosh(double), tanh(double), asinh(double), acosh(double), atanh(double), hypot(double, double), cbrt(double);
double lgamma(double), tgamma(double), erf(double), erfc(double), expm1(double), log1p(double), copysign(double, double), nextafter(double, double), ldexp(double, int), exp2(double);

/* What waits for the other threads of a group; who runs the kernels sets it. */
__attribute__((visibility("default"))) void (*fm_meet)(void) = 0;
}
__attribute__((no_sanitize("thread"))) static inline void __syncthreads(void) { fm_meet(); }

/* The threads of a group take turns as one thread of the system, unless each is one: then groups run one after the other. */
#ifdef FM_THREADS
#define __shared__ static
#define FM_YIELD (void)0
#else
#define __shared__ static thread_local
#define FM_YIELD sched_yield()
extern "C" int sched_yield(void);
#endif
#define __launch_bounds__(n)
#define __global__
#define __device__
#define __forceinline__ inline __attribute__((always_inline))
#define __restrict__ __restrict

static inline int isnan(double x) { return x != x; }
static inline int isinf(double x) { return __builtin_isinf(x); }
static inline int isfinite(double x) { return __builtin_isfinite(x); }
static inline int signbit(double x) { return __builtin_signbit(x); }

static inline long long __mul64hi(long long x, long long y) { return (long long)((__int128)x * y >> 64); }
static inline double __longlong_as_double(long long x) { double d; __builtin_memcpy(&d, &x, 8); return d; }
static inline long long __double_as_longlong(double x) { long long d; __builtin_memcpy(&d, &x, 8); return d; }

__attribute__((no_sanitize("thread"))) static int atomicMax(int *p, int v) {
  int old = __atomic_load_n(p, __ATOMIC_RELAXED);
  while (old < v && !__atomic_compare_exchange_n(p, &old, v, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {}
  return old;
}

__attribute__((no_sanitize("thread"))) static int atomicAdd(int *p, int v) {
  const int old = __atomic_fetch_add(p, v, __ATOMIC_SEQ_CST);
  if (v == 0 && old == 0) FM_YIELD; /* it waits for another group */
  return old;
}
__attribute__((no_sanitize("thread"))) static int atomicExch(int *p, int v) { return __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST); }
static inline void __threadfence(void) {}

#ifdef FM_WATCH
/* The compiler calls these before each access of memory, since it thinks that it works for its own checker of races. */
#define FM_UNWATCHED extern "C" __attribute__((no_sanitize("thread"), visibility("default")))
FM_UNWATCHED void (*fm_access)(void *at, int bytes, int write);
FM_UNWATCHED void (*fm_access)(void *at, int bytes, int write) = 0;
#define FM_ACCESS(n) \
  FM_UNWATCHED void __tsan_read##n(void *p) { fm_access(p, n, 0); } \
  FM_UNWATCHED void __tsan_write##n(void *p) { fm_access(p, n, 1); } \
  FM_UNWATCHED void __tsan_unaligned_read##n(void *p) { fm_access(p, n, 0); } \
  FM_UNWATCHED void __tsan_unaligned_write##n(void *p) { fm_access(p, n, 1); }
FM_ACCESS(1) FM_ACCESS(2) FM_ACCESS(4) FM_ACCESS(8) FM_ACCESS(16)
FM_UNWATCHED void __tsan_read_range(void *p, unsigned long n) { fm_access(p, (int)n, 0); }
FM_UNWATCHED void __tsan_write_range(void *p, unsigned long n) { fm_access(p, (int)n, 1); }
FM_UNWATCHED void *__tsan_memcpy(void *to, const void *from, unsigned long n) {
  fm_access((void *)from, (int)n, 0);
  fm_access(to, (int)n, 1);
  return __builtin_memcpy(to, from, n);
}
FM_UNWATCHED void *__tsan_memset(void *to, int v, unsigned long n) {
  fm_access(to, (int)n, 1);
  return __builtin_memset(to, v, n);
}
FM_UNWATCHED void __tsan_func_entry(void *) {}
FM_UNWATCHED void __tsan_func_exit(void) {}
FM_UNWATCHED void __tsan_init(void) {}
#endif

/* The variables of the thread that asks. */
extern "C" {
__attribute__((visibility("default"), no_sanitize("thread"))) fm_dim *fm_thread_index() { return &threadIdx; }
__attribute__((visibility("default"), no_sanitize("thread"))) fm_dim *fm_block_index() { return &blockIdx; }
}
