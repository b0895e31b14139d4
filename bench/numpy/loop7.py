# Twin of examples/livermore/loop7.fun: 3 rounds of state on 200000 elements.
import bench
import numpy as np

n = 200000
k = np.arange(1, n + 7)
start = (k[:n] % 7).astype(float)
z = (k[:n] % 5).astype(float)
u = (k % 11).astype(float)


def run():
    r, t = 0.99999, 0.75
    u0, u1, u2, u3, u4, u5, u6 = (u[s : s + n] for s in range(7))
    y = start
    for _ in range(3):
        y = u0 + r * (z + r * y) + t * (u3 + r * (u2 + r * u1) + t * (u6 + r * (u5 + r * u4)))
    return y


bench.main(run)
