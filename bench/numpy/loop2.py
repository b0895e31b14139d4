# Twin of examples/livermore/loop2.fun: iccg with n = 262144.
import bench
import numpy as np

n = 262144
k = np.arange(1, 2 * n + 1)
start = (k * k % 13) / 8.0
v = (3 * k % 7) / 12.0


def run():
    x = start.copy()
    size, last = n, 0
    while size > 1:
        first, last = last, last + size
        # Every second element, with both neighbours.
        a, b, c = (slice(first + s, last + s, 2) for s in (0, 1, 2))
        x[last + 1 : last + 1 + size // 2] = x[b] - v[b] * x[a] - v[c] * x[c]
        size //= 2
    return x


bench.main(run)
