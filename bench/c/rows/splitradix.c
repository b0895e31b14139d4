// rows/splitradix.fun: split-radix transforms of 32 rows that differ in size, each by the loop from the small transforms to the
// great one. Real and imaginary part of the input are the same; the result is the real part.
#include "rows.h"

enum { R = 32, M = 256, MOST = 4 * M };

static double *input, *out;

static int64_t size(int64_t i) { return skewed(i, M, M * (1 << (i % 3)) / 2); }

// A complex number for each element of some transforms.
struct numbers { double re[2 * MOST], im[2 * MOST]; };

static struct numbers u, v, z;
static int64_t at[2 * MOST], greater[2 * MOST], both[2 * MOST];

// Where the transforms of size 2 start, and those of size 1 that are needed beside them.
static int64_t places(int64_t n, int64_t *singles) {
  int64_t count = 1, more = 0;
  at[0] = 0;
  for (int64_t s = n; s > 2; s /= 2) {
    memcpy(both, at, (size_t)count * sizeof *at);
    for (int64_t k = 0; k < more; k++) at[count + k] = greater[k] + n / (2 * s), at[count + more + k] = greater[k] + 3 * n / (2 * s);
    memcpy(greater, both, (size_t)count * sizeof *at);
    int64_t old = count;
    count += 2 * more, more = old;
  }
  for (int64_t k = 0; k < more; k++) singles[k] = greater[k] + n / 4, singles[more + k] = greater[k] + 3 * n / 4;
  *both = more;
  return count;
}

static void transform(int64_t n, const double *x, double *to) {
  int64_t singles[2 * MOST], cu = places(n, singles), c = *both;
  for (int64_t t = 0; t < cu; t++) {
    double a = x[at[t]], b = x[at[t] + n / 2];
    u.re[2 * t] = u.im[2 * t] = a + b, u.re[2 * t + 1] = u.im[2 * t + 1] = a - b;
  }
  for (int64_t t = 0; t < 2 * c; t++) z.re[t] = z.im[t] = x[singles[t]];
  for (int64_t s = 4; s <= n; s *= 2) {
    int64_t q = s / 4;
    for (int64_t j = 0; j < q; j++) {
      double angle = -2.0 * 3.141592653589793 * (double)j / (double)s;
      double c1 = cos(angle), s1 = sin(angle), c3 = cos(3.0 * angle), s3 = sin(3.0 * angle);
      for (int64_t t = 0; t < c; t++) {
        int64_t o = t * q + j, p = (c + t) * q + j;
        double a = c1 * z.re[o] - s1 * z.im[o], b = s1 * z.re[o] + c1 * z.im[o];
        double d = c3 * z.re[p] - s3 * z.im[p], e = s3 * z.re[p] + c3 * z.im[p];
        const double *ur = u.re + t * 2 * q, *ui = u.im + t * 2 * q;
        double *vr = v.re + t * s, *vi = v.im + t * s;
        vr[j] = ur[j] + (a + d), vi[j] = ui[j] + (b + e);
        vr[j + q] = ur[j + q] + (b - e), vi[j + q] = ui[j + q] - (a - d);
        vr[j + 2 * q] = ur[j] - (a + d), vi[j + 2 * q] = ui[j] - (b + e);
        vr[j + 3 * q] = ur[j + q] - (b - e), vi[j + 3 * q] = ui[j + q] + (a - d);
      }
    }
    int64_t rest = cu - c, from = c * 2 * q;
    memcpy(z.re, u.re + from, (size_t)(rest * 2 * q) * sizeof(double)), memcpy(z.im, u.im + from, (size_t)(rest * 2 * q) * sizeof(double));
    memcpy(u.re, v.re, (size_t)(c * s) * sizeof(double)), memcpy(u.im, v.im, (size_t)(c * s) * sizeof(double));
    cu = c, c = rest / 2;
  }
  memcpy(to, u.re, (size_t)n * sizeof *to);
}

static const void *run(void) {
  for (int64_t r = 0; r < R; r++) transform(sizes[r], input + offsets[r], out + offsets[r]);
  return out;
}

int main(int argc, char **argv) {
  describe(R, size);
  input = NEW(double, rows_total), out = NEW(double, rows_total);
  for (int64_t i = 1; i <= R; i++)
    for (int64_t j = 1; j <= sizes[i - 1]; j++) input[offsets[i - 1] + j - 1] = (double)((i * i + 3 * j * j) % 17);
  return bench_main(argc, argv, (struct bench){"splitradix", run, 0, "<f8", 1, {rows_total}});
}
