# Twin of examples/livermore/loop3.fun: dot of 500000 elements.
import bench
import numpy as np

k = np.arange(1, 500001)
x = (k % 7) / 3.0
z = (k % 5) / 7.0


def run():
    return x @ z


bench.main(run, library="BLAS", near="BLAS chooses the order of the sum")
