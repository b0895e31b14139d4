// y = x, for n words: a thread moves two of them at a time. A pair begins at an even word, so that it is aligned.
extern "C" __global__ void __launch_bounds__(256) copy(const long long *__restrict__ x, long long *__restrict__ y, long long n) {
  const long long step = (long long)gridDim.x * 256;
  const long long first = (long long)blockIdx.x * 256 + threadIdx.x;
  for (long long i = first; i < n / 2; i += step) ((longlong2 *)y)[i] = ((const longlong2 *)x)[i];
  if (first == 0 && n % 2 == 1) y[n - 1] = x[n - 1];
}

// Nothing: how long is it from a launch to the end of waiting for it?
extern "C" __global__ void nothing(long long *y) {}
