# Twin of examples/sac/matmul.fun: the product of two 256x256 matrices.
import bench
import numpy as np

i, j = np.ogrid[1:257, 1:257]
a = (i * j % 7) / 3.0
b = (i + j) / 7.0


def run():
    return a @ b


bench.main(run, library="BLAS", near="BLAS chooses the order of the sums")
