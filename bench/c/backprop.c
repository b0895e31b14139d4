// rodinia/backprop.fun: two steps of training with 20000 inputs, 16 hidden units and 2 outputs.
// The result is the first weights.
#include "bench.h"

enum { I = 20000, H = 16, O = 2 };

static double *input, *w1in, *w2in, *w1, *w2, *change1, *change2;

static void forward(int64_t n, int64_t m, const double *restrict units, const double *restrict w,
                    double *restrict out) {
  for (int64_t j = 0; j < m; j++) out[j] = w[j];
  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j < m; j++) out[j] += w[(i + 1) * m + j] * units[i];
  for (int64_t j = 0; j < m; j++) out[j] = 1.0 / (1.0 + exp(-out[j]));
}

static void adjust(int64_t n, int64_t m, const double *restrict deltas,
                   const double *restrict units, double *restrict w, double *restrict change) {
  for (int64_t i = 0; i <= n; i++) {
    double unit = i == 0 ? 1.0 : units[i - 1];
    for (int64_t j = 0; j < m; j++) {
      double new = 0.3 * deltas[j] * unit + 0.3 * change[i * m + j];
      w[i * m + j] += new;
      change[i * m + j] = new;
    }
  }
}

static double errors[2];

static const void *run(void) {
  static const double target[O] = {0.9, 0.1};
  memcpy(w1, w1in, (I + 1) * H * sizeof *w1);
  memcpy(w2, w2in, (H + 1) * O * sizeof *w2);
  memset(change1, 0, (I + 1) * H * sizeof *change1);
  memset(change2, 0, (H + 1) * O * sizeof *change2);
  for (int step = 0; step < 2; step++) {
    double hidden[H], output[O], outDeltas[O], hiddenDeltas[H];
    forward(I, H, input, w1, hidden);
    forward(H, O, hidden, w2, output);
    errors[0] = errors[1] = 0.0;
    for (int64_t j = 0; j < O; j++) {
      outDeltas[j] = output[j] * (1.0 - output[j]) * (target[j] - output[j]);
      errors[0] += fabs(outDeltas[j]);
    }
    for (int64_t i = 0; i < H; i++) {
      double sum = 0.0;
      for (int64_t j = 0; j < O; j++) sum += outDeltas[j] * w2[(i + 1) * O + j];
      hiddenDeltas[i] = hidden[i] * (1.0 - hidden[i]) * sum;
      errors[1] += fabs(hiddenDeltas[i]);
    }
    adjust(H, O, outDeltas, hidden, w2, change2);
    adjust(I, H, hiddenDeltas, input, w1, change1);
  }
  return w1;
}

int main(int argc, char **argv) {
  input = NEW(double, I), w1in = NEW(double, (I + 1) * H), w2in = NEW(double, (H + 1) * O);
  w1 = NEW(double, (I + 1) * H), w2 = NEW(double, (H + 1) * O);
  change1 = NEW(double, (I + 1) * H), change2 = NEW(double, (H + 1) * O);
  for (int64_t i = 1; i <= I; i++) input[i - 1] = (double)(i * i % 7) / 7.0;
  for (int64_t i = 1; i <= I + 1; i++)
    for (int64_t j = 1; j <= H; j++)
      w1in[(i - 1) * H + j - 1] = (double)((3 * i + 5 * j) % 11 - 5) / 10000.0;
  for (int64_t i = 1; i <= H + 1; i++)
    for (int64_t j = 1; j <= O; j++) w2in[(i - 1) * O + j - 1] = (double)((4 * i + 3 * j) % 9 - 4) / 8.0;
  return bench_main(argc, argv, (struct bench){"backprop", run, 0, "<f8", 2, {I + 1, H}});
}
