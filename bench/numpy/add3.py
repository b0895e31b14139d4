# Twin of examples/fsmooth/add3.fun: add3 of 1000000 elements.
import bench
import numpy as np

i = np.arange(1, 1000001)
a = (i % 13) / 10.0
b = (i % 11) / 7.0
c = 2.0 * i


def run():
    return a + b + c


bench.main(run)
