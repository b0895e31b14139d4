// A step of HotSpot from one buffer to the other, for rows×cols cells. A group has a tile of 8×32 cells: the five cells that
// a thread reads are mostly in the first cache, since its neighbours read them too.
extern "C" __global__ void __launch_bounds__(256)
step(const double *__restrict__ power, const double *__restrict__ temp, double *__restrict__ next, long long rows, long long cols, double rate, double rx,
     double ry, double rz) {
  const unsigned across = (unsigned)((cols + 31) / 32);
  const int r = blockIdx.x / across * 8 + threadIdx.x / 32, c = blockIdx.x % across * 32 + threadIdx.x % 32;
  if (r >= rows || c >= cols) return;
  const long long at = r * cols + c;
  const double t = temp[at];
  const double north = r > 0 ? temp[at - cols] : t, south = r + 1 < rows ? temp[at + cols] : t;
  const double west = c > 0 ? temp[at - 1] : t, east = c + 1 < cols ? temp[at + 1] : t;
  next[at] = t + rate * (power[at] + (west + east - 2 * t) * rx + (north + south - 2 * t) * ry + (80 - t) * rz);
}
