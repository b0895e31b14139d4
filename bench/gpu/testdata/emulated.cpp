// What kernels in CUDA need, for the threads of a group as threads of the machine, one group after the other. It is compiled
// with -DKERNELS="FILE.cu" -DKERNEL=name. The file of its argument has the number of groups and of arguments, and for each
// argument the number of words of a buffer and these, or -1 and a word; the buffers are written back.
#include <barrier>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <utility>
#include <vector>

#define __device__
#define __forceinline__ inline
#define __restrict__
#define __global__
#define __launch_bounds__(...)
#define __shared__ static

struct place { unsigned x; };
static thread_local place threadIdx, blockIdx;
static place gridDim;
struct alignas(16) longlong2 { long long x, y; };
static inline longlong2 make_longlong2(long long x, long long y) { return {x, y}; }

static std::barrier<> group_barrier(256);
static std::vector<std::barrier<> *> warp_barrier;
static long long slot[256];
static inline void __syncthreads() { group_barrier.arrive_and_wait(); }
static inline long long exchanged(long long v, int lane) {
  const int warp = threadIdx.x / 32;
  slot[threadIdx.x] = v;
  warp_barrier[warp]->arrive_and_wait();
  const long long other = lane >= 0 && lane < 32 ? slot[warp * 32 + lane] : v;
  warp_barrier[warp]->arrive_and_wait();
  return other;
}
static inline long long __shfl_down_sync(unsigned, long long v, int k) { return exchanged(v, threadIdx.x % 32 + k); }
static inline long long __shfl_up_sync(unsigned, long long v, int k) { return exchanged(v, (int)(threadIdx.x % 32) - k); }

#include KERNELS

template <typename... P, size_t... I> static void called(void (*f)(P...), const std::vector<uint64_t> &args, std::index_sequence<I...>) {
  f(std::bit_cast<P>(args[I])...);
}
template <typename... P> static void called(void (*f)(P...), const std::vector<uint64_t> &args) {
  if (sizeof...(P) != args.size()) abort();
  called(f, args, std::index_sequence_for<P...>());
}

int main(int, char **argv) {
  FILE *file = fopen(argv[1], "r+b");
  auto word = [&] {
    int64_t w;
    if (!file || fread(&w, 8, 1, file) != 1) abort();
    return w;
  };
  const int64_t groups = word(), count = word();
  std::vector<uint64_t> args;
  std::vector<std::pair<int64_t *, size_t>> buffers;
  for (int64_t k = 0; k < count; k++) {
    const int64_t words = word();
    if (words < 0) {
      args.push_back((uint64_t)word());
      continue;
    }
    int64_t *data = (int64_t *)aligned_alloc(16, (size_t)(words + 1) / 2 * 16);
    for (int64_t i = 0; i < words; i++) data[i] = word();
    buffers.push_back({data, (size_t)words});
    args.push_back((uint64_t)data);
  }
  gridDim = {(unsigned)groups};
  for (int w = 0; w < 8; w++) warp_barrier.push_back(new std::barrier<>(32));
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 256; t++)
    threads.emplace_back([&, t] {
      for (unsigned g = 0; g < groups; g++) {
        threadIdx = {t};
        blockIdx = {g};
        called(KERNEL, args);
        group_barrier.arrive_and_wait();
      }
    });
  for (auto &t : threads) t.join();
  rewind(file);
  for (auto [data, words] : buffers) fwrite(data, 8, words, file);
  return fclose(file);
}
