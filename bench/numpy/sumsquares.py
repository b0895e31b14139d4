# Twin of bench/fun/sumsquares.fun: the sum of i * i % 7 for i up to 10^6.
import bench
import numpy as np

n = 1000000


def run():
    i = np.arange(1, n + 1)
    return np.sum(i * i % 7)


bench.main(run)
