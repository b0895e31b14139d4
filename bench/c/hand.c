// fsmooth/hand.fun: skinned with 4 bones and 50000 points; the bones' frames are an input.
#include "bench.h"

enum { B = 4, N = 50000 };

typedef double frame[4][4];

static frame frames[B], inverses[B];
static double *positions, *weights, *sum;

static void product(const double (*a)[4], const double (*b)[4], frame c) {
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      double s = 0.0;
      for (int k = 0; k < 4; k++) s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}

// A bone's part of the coordinates in one row.
static void moved(const double *m, const double *restrict p, const double *restrict w,
                  double *restrict out) {
  for (int64_t j = 0; j < N; j++)
    out[j] += (0.0 + m[0] * p[j] + m[1] * p[N + j] + m[2] * p[2 * N + j] + m[3] * p[3 * N + j]) * w[j];
}

static const void *run(void) {
  memset(sum, 0, 3 * N * sizeof *sum);
  for (int k = 0; k < B; k++) {
    frame m;
    product((const double(*)[4])frames[k], (const double(*)[4])inverses[k], m);
    for (int i = 0; i < 3; i++) moved(m[i], positions, weights + (int64_t)k * N, sum + i * N);
  }
  return sum;
}

static double number(int k) {
  int r = (k % 13 + 13) % 13;
  return (r - 6) / 8.0;
}

static void affine(int k, frame f) {
  for (int i = 1; i <= 4; i++)
    for (int j = 1; j <= 4; j++) f[i - 1][j - 1] = i < 4 ? number(k + 3 * i + j * j) : j == 4;
}

static void turned(const double *angle, frame f) {
  double cx = cos(angle[0]), sx = sin(angle[0]), cz = cos(angle[1]), sz = sin(angle[1]);
  double cy = cos(angle[2]), sy = sin(angle[2]);
  const frame rx = {{1, 0, 0, 0}, {0, cx, -sx, 0}, {0, sx, cx, 0}, {0, 0, 0, 1}};
  const frame ry = {{cy, 0, sy, 0}, {0, 1, 0, 0}, {-sy, 0, cy, 0}, {0, 0, 0, 1}};
  const frame rz = {{cz, -sz, 0, 0}, {sz, cz, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
  frame yx;
  product(ry, rx, yx);
  product(rz, (const double(*)[4])yx, f);
}

int main(int argc, char **argv) {
  static const int parents[B] = {0, 1, 2, 1};
  for (int b = 1; b <= B; b++) {
    frame base, turn, own;
    double angle[3];
    for (int k = 1; k <= 3; k++) angle[k - 1] = number(b * b + 2 * k);
    affine(5 * b, base);
    affine(7 * b + 1, inverses[b - 1]);
    turned(angle, turn);
    product((const double(*)[4])base, (const double(*)[4])turn, own);
    if (parents[b - 1] == 0)
      memcpy(frames[b - 1], own, sizeof own);
    else
      product((const double(*)[4])frames[parents[b - 1] - 1], (const double(*)[4])own, frames[b - 1]);
  }
  positions = NEW(double, 4 * N), weights = NEW(double, B * N), sum = NEW(double, 3 * N);
  for (int64_t i = 1; i <= 4; i++)
    for (int64_t j = 1; j <= N; j++) {
      positions[(i - 1) * N + j - 1] = i < 4 ? (double)((4 * i + j * j) % 13 - 6) / 8.0 : 1.0;
      weights[(i - 1) * N + j - 1] = (double)((i + j) % 4) / 6.0;
    }
  return bench_main(argc, argv, (struct bench){"hand", run, 0, "<f8", 2, {3, N}});
}
