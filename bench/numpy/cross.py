# Twin of examples/fsmooth/cross.fun: crossAll of 300000 pairs.
import bench
import numpy as np

i, j = np.ogrid[1:300001, 1:4]
x = ((i + j) % 101) / 3.0
y = (i * j % 103) / 7.0


def run():
    return np.cross(x, y)


bench.main(run)
