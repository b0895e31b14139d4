// c = a b, for n×n numbers. A group of 256 threads makes a tile of 64×64 of c, and a thread 4×4 of that, in registers. Of a
// and b, 16 columns and rows are in shared memory at a time; those that come next are loaded meanwhile. a lies there turned,
// so that the 4 rows of a thread are neighbours.
#define ROWS 64
#define COLS 64
#define DEEP 16
#define OWN_ROWS 4
#define OWN_COLS 4
#define PER_A (ROWS * DEEP / 256) // elements that a thread loads
#define PER_B (COLS * DEEP / 256)

template <typename T> static __device__ __forceinline__ void product(const T *__restrict__ a, const T *__restrict__ b, T *__restrict__ c, int n) {
  __shared__ T as[DEEP][ROWS + 2], bs[DEEP][COLS];
  const int across = (n + COLS - 1) / COLS, t = threadIdx.x;
  const int row = blockIdx.x / across * ROWS, column = blockIdx.x % across * COLS;
  const int own_row = t / (COLS / OWN_COLS) * OWN_ROWS, own_column = t % (COLS / OWN_COLS);
  T sum[OWN_ROWS][OWN_COLS] = {}, next_a[PER_A], next_b[PER_B];

  auto load = [&](int deep) {
#pragma unroll
    for (int k = 0; k < PER_A; k++) {
      const int i = row + t / DEEP + 256 / DEEP * k, j = deep + t % DEEP;
      next_a[k] = i < n && j < n ? a[(long long)i * n + j] : T(0);
    }
#pragma unroll
    for (int k = 0; k < PER_B; k++) {
      const int i = deep + t / COLS + 256 / COLS * k, j = column + t % COLS;
      next_b[k] = i < n && j < n ? b[(long long)i * n + j] : T(0);
    }
  };

  load(0);
  for (int deep = 0; deep < n; deep += DEEP) {
    __syncthreads();
#pragma unroll
    for (int k = 0; k < PER_A; k++) as[t % DEEP][t / DEEP + 256 / DEEP * k] = next_a[k];
#pragma unroll
    for (int k = 0; k < PER_B; k++) bs[t / COLS + 256 / COLS * k][t % COLS] = next_b[k];
    __syncthreads();
    if (deep + DEEP < n) load(deep + DEEP);
#pragma unroll
    for (int d = 0; d < DEEP; d++) {
      T x[OWN_ROWS], y[OWN_COLS];
#pragma unroll
      for (int i = 0; i < OWN_ROWS; i++) x[i] = as[d][own_row + i];
#pragma unroll
      for (int j = 0; j < OWN_COLS; j++) y[j] = bs[d][own_column + j * (COLS / OWN_COLS)];
#pragma unroll
      for (int i = 0; i < OWN_ROWS; i++)
#pragma unroll
        for (int j = 0; j < OWN_COLS; j++) sum[i][j] += x[i] * y[j];
    }
  }
#pragma unroll
  for (int i = 0; i < OWN_ROWS; i++)
#pragma unroll
    for (int j = 0; j < OWN_COLS; j++) {
      const int r = row + own_row + i, s = column + own_column + j * (COLS / OWN_COLS);
      if (r < n && s < n) c[(long long)r * n + s] = sum[i][j];
    }
}

extern "C" __global__ void __launch_bounds__(256, 2) matmul(const double *a, const double *b, double *c, long long n) { product(a, b, c, (int)n); }

extern "C" __global__ void __launch_bounds__(256, 2) matmul_ints(const long long *a, const long long *b, long long *c, long long n) {
  product(a, b, c, (int)n);
}
