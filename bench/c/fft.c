// accelerate/fft.fun: fftAll of 32 rows of 256 numbers. The cosine and sine are computed for each
// element in each round, as there. The result is the real parts.
#include "bench.h"

enum { R = 32, N = 256 };

static double *re, *im, *outRe, *outIm;

static void round1(int64_t size, const double *restrict re, const double *restrict im,
                   double *restrict toRe, double *restrict toIm) {
  const double pi = 3.141592653589793;
  for (int64_t i = 0; i < N; i++) {
    int64_t piece = i / (2 * size), place = i % size, a = piece * size + place, b = a + N / 2;
    double sign = i / size % 2 == 0 ? 1.0 : -1.0;
    double angle = -pi * (double)place / (double)size;
    double c = sign * cos(angle), s = sign * sin(angle);
    toRe[i] = re[a] + c * re[b] - s * im[b];
    toIm[i] = im[a] + c * im[b] + s * re[b];
  }
}

static const void *run(void) {
  double x[2][N], y[2][N];
  for (int64_t r = 0; r < R; r++) {
    const double *fromRe = re + r * N, *fromIm = im + r * N;
    int k = 0;
    for (int64_t size = 1; size < N; size *= 2, k = !k) {
      double *toRe = 2 * size < N ? x[k] : outRe + r * N, *toIm = 2 * size < N ? y[k] : outIm + r * N;
      round1(size, fromRe, fromIm, toRe, toIm);
      fromRe = toRe, fromIm = toIm;
    }
  }
  return outRe;
}

int main(int argc, char **argv) {
  re = NEW(double, R * N), im = NEW(double, R * N), outRe = NEW(double, R * N), outIm = NEW(double, R * N);
  for (int64_t i = 1; i <= R; i++)
    for (int64_t j = 1; j <= N; j++) {
      re[(i - 1) * N + j - 1] = (double)((i * i + 3 * j * j) % 17);
      im[(i - 1) * N + j - 1] = (double)((5 * i + 2 * j) % 7);
    }
  return bench_main(argc, argv, (struct bench){"fft", run, 0, "<f8", 2, {R, N}});
}
