// The sum of n ints: each group leaves the sum of its part, and then one group adds these up.

// total is the sum of the numbers of the 256 threads of a group, in thread 0.
static __device__ __forceinline__ long long total(long long s) {
  __shared__ long long of_warp[8];
  for (int k = 16; k > 0; k /= 2) s += __shfl_down_sync(0xffffffffu, s, k);
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = s;
  __syncthreads();
  s = threadIdx.x < 8 ? of_warp[threadIdx.x] : 0;
  if (threadIdx.x < 32)
    for (int k = 4; k > 0; k /= 2) s += __shfl_down_sync(0xffffffffu, s, k);
  return s;
}

extern "C" __global__ void __launch_bounds__(256) parts(const long long *__restrict__ x, long long *__restrict__ part, long long n) {
  const long long step = (long long)gridDim.x * 256;
  const long long first = (long long)blockIdx.x * 256 + threadIdx.x;
  long long s = 0, t = 0; // two, so that one load need not wait for the other
  long long i = first;
  for (; i + step < n / 2; i += 2 * step) {
    const longlong2 v = ((const longlong2 *)x)[i], w = ((const longlong2 *)x)[i + step];
    s += v.x + v.y;
    t += w.x + w.y;
  }
  if (i < n / 2) {
    const longlong2 v = ((const longlong2 *)x)[i];
    s += v.x + v.y;
  }
  if (first == 0 && n % 2 == 1) s += x[n - 1];
  s = total(s + t);
  if (threadIdx.x == 0) part[blockIdx.x] = s;
}

extern "C" __global__ void __launch_bounds__(256) all(const long long *__restrict__ part, long long *__restrict__ sum, long long parts) {
  long long s = 0;
  for (long long i = threadIdx.x; i < parts; i += 256) s += part[i];
  s = total(s);
  if (threadIdx.x == 0) *sum = s;
}
