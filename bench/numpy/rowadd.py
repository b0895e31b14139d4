# Twin of examples/sac/rowadd.fun: rowaddV1 on 1000x1000 ints.
import bench
import numpy as np

i, j = np.ogrid[1:1001, 1:1001]
a = (7 * i * i + 3 * j) % 11


def run():
    z = np.zeros_like(a)
    np.add(a[:-3], a[1:-2], out=z[:-3])
    z[:-3] += a[2:-1]
    return z


bench.main(run)
