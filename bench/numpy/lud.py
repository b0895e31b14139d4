# Twin of examples/rodinia/lud.fun: LU decomposition of a 200x200 matrix.
import bench
import numpy as np

n = 200
i, j = np.ogrid[1 : n + 1, 1 : n + 1]
start = ((i * i + 2 * j) % 7) / 3.0 + 400.0 * (i == j)


def run():
    a = start.copy()
    for k in range(n - 1):
        a[k + 1 :, k] /= a[k, k]
        a[k + 1 :, k + 1 :] -= a[k + 1 :, k, None] * a[k, k + 1 :]
    return a


bench.main(run)
