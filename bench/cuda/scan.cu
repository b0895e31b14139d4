// The sums of the first 1, 2, …, n of n ints. Each group adds up its tile of 2048; one group turns these sums into the sum
// before each tile; and then each group scans its tile. That reads twice and writes once.
#define TILE 2048
#define EACH 8

// before is the sum of the numbers of the threads before in a group of 256. In all, it is the sum of them all.
static __device__ __forceinline__ long long before(long long s, long long *all) {
  __shared__ long long of_warp[8];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  long long up = s;
  for (int k = 1; k < 32; k *= 2) {
    const long long other = __shfl_up_sync(0xffffffffu, up, k);
    if (lane >= k) up += other;
  }
  __syncthreads(); // the sums of an earlier call were read
  if (lane == 31) of_warp[warp] = up;
  __syncthreads();
  long long from = 0, sum = 0;
  for (int k = 0; k < 8; k++) {
    if (k < warp) from += of_warp[k];
    sum += of_warp[k];
  }
  *all = sum;
  return from + up - s;
}

extern "C" __global__ void __launch_bounds__(256) tiles(const long long *__restrict__ x, long long *__restrict__ tile, long long n) {
  const long long at = (long long)blockIdx.x * TILE;
  long long s = 0, all;
  for (int k = 0; k < EACH; k++) {
    const long long i = at + k * 256 + threadIdx.x;
    if (i < n) s += x[i];
  }
  before(s, &all);
  if (threadIdx.x == 0) tile[blockIdx.x] = all;
}

extern "C" __global__ void __launch_bounds__(256) offsets(long long *tile, long long tiles) {
  long long done = 0;
  for (long long at = 0; at < tiles; at += 256) {
    const long long i = at + threadIdx.x;
    long long all;
    const long long s = before(i < tiles ? tile[i] : 0, &all);
    if (i < tiles) tile[i] = done + s;
    done += all;
  }
}

// The elements of a thread are neighbours, and those that a warp loads at a time are neighbours too: they meet in shared
// memory, with a gap after each 8, so that threads which take 8 in a row do not all ask the same bank.
#define PLACE(i) ((i) + (i) / EACH)
extern "C" __global__ void __launch_bounds__(256)
scan(const long long *__restrict__ x, const long long *__restrict__ tile, long long *__restrict__ y, long long n) {
  __shared__ long long part[PLACE(TILE)];
  const long long at = (long long)blockIdx.x * TILE;
  for (int k = 0; k < EACH; k++) {
    const int j = k * 256 + threadIdx.x;
    part[PLACE(j)] = at + j < n ? x[at + j] : 0;
  }
  __syncthreads();
  long long *own = part + PLACE((int)threadIdx.x * EACH), s = 0, all;
  for (int k = 0; k < EACH; k++) own[k] = s += own[k];
  const long long from = tile[blockIdx.x] + before(s, &all);
  for (int k = 0; k < EACH; k++) own[k] += from;
  __syncthreads();
  for (int k = 0; k < EACH; k++) {
    const int j = k * 256 + threadIdx.x;
    if (at + j < n) y[at + j] = part[PLACE(j)];
  }
}
