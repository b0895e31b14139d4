// y[j, i] = x[i, j], for n rows of m f64s. A group turns a tile of 32×32 in shared memory, so that both its loads and its
// stores are of neighbours; a row there has a word more, so that a column does not lie in one bank.
extern "C" __global__ void __launch_bounds__(256) transpose(const double *__restrict__ x, double *__restrict__ y, long long n, long long m) {
  __shared__ double tile[32][33];
  const unsigned across = (unsigned)((m + 31) / 32);
  const int column = threadIdx.x % 32, row = threadIdx.x / 32;
  const long long i = blockIdx.x / across * 32ll, j = blockIdx.x % across * 32ll;
  for (int k = row; k < 32; k += 8)
    if (i + k < n && j + column < m) tile[k][column] = x[(i + k) * m + j + column];
  __syncthreads();
  for (int k = row; k < 32; k += 8)
    if (j + k < m && i + column < n) y[(j + k) * n + i + column] = tile[column][k];
}
