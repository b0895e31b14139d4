# Twin of examples/sac/gaussjordan.fun: solve on a 100x100 matrix. The result is the inverse.
import bench
import numpy as np

n = 100
i, j = np.ogrid[1 : n + 1, 1 : n + 1]
a = (i * i + 2 * j) % 7 + 90.0 * (i == j)
b = np.arange(1.0, n + 1)


def run():
    wide = np.hstack([a, np.eye(n), b[:, None]])
    for k in range(n):
        scaled = wide[k] / wide[k, k]
        wide -= wide[:, k, None] * scaled
        wide[k] = scaled
    return wide[:, n : 2 * n]


bench.main(run)
