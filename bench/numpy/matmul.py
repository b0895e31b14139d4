# Twin of examples/sac/matmul.fun: the product of two 256x256 matrices, or of the size N of the environment.
import os

import bench
import numpy as np

n = int(os.environ.get("N", 256))
i, j = np.ogrid[1 : n + 1, 1 : n + 1]
a = (i * j % 7) / 3.0
b = (i + j) / 7.0


def run():
    return a @ b


library = "OpenBLAS" if "openblas" in open("/proc/self/maps").read() else "BLAS"
bench.main(run, library=library, near="BLAS chooses the order of the sums")
