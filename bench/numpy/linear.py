# Twin of examples/fsmooth/linear.fun: matrixMul of two 200x200 matrices.
import bench
import numpy as np

i, j = np.ogrid[1:201, 1:201]
x = ((3 * i + j) % 11) / 3.0
y = ((i + 5 * j) % 13) / 7.0


def run():
    return x @ y


bench.main(run, library="BLAS", near="BLAS chooses the order of the sums")
