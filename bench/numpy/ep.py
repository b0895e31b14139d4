# Twin of examples/nas/ep.fun: 16 batches of 4096 pairs. The result is the sums, then the counts.
import bench
import numpy as np

batches, pairs = 16, 4096


def run():
    # Wrapping at 2^64 does not change what is left modulo 2^46.
    factors = np.cumprod(np.full(2 * batches * pairs, 1220703125, dtype=np.uint64))
    state = np.uint64(271828183) * factors & np.uint64(2**46 - 1)
    u, v = 2.0 * (state.reshape(-1, 2).T / 2.0**46) - 1.0
    t = u * u + v * v
    inside = t <= 1.0
    u, v, t = u[inside], v[inside], t[inside]
    f = np.sqrt(-2.0 * np.log(t) / t)
    x, y = u * f, v * f
    larger = np.maximum(np.abs(x), np.abs(y)).astype(np.int64)
    return np.append([np.sum(x), np.sum(y)], np.bincount(larger, minlength=10))


bench.main(run, near="np.sum adds in pairs, and log is NumPy's")
