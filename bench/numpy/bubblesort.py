# Twin of examples/accelerate/bubblesort.fun: 200 rows of 100 ints, by odd-even transposition.
import bench
import numpy as np

i, j = np.ogrid[1:201, 1:101]
rows = (i * j * j + 5 * j + 3 * i) % 17


def run():
    x = rows.copy()
    # All rows take as many rounds as the slowest: a sorted row stays as it is.
    while np.any(x[:, :-1] > x[:, 1:]):
        for first in 0, 1:
            a, b = x[:, first:-1:2], x[:, first + 1 :: 2]
            a[:], b[:] = np.minimum(a, b), np.maximum(a, b)
    return x


bench.main(run)
