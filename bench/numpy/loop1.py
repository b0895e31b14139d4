# Twin of examples/livermore/loop1.fun: hydro with 1000000 elements.
import bench
import numpy as np

n = 1000000
y = np.arange(1.0, n + 1)
z = np.arange(1.0, n + 12)


def run():
    q, r, t = 1.6, 9.4, 5.8
    return q + y * (r * z[10:-1] + t * z[11:])


bench.main(run)
