# Twin of bench/fun/map.fun: a[i] * 3 + b[i] * b[i], of 10^6 ints.
import bench
import numpy as np

i = np.arange(1, 1000001)
a = i % 1000
b = 7 * i % 1009


def run():
    return a * 3 + b * b


bench.main(run)
