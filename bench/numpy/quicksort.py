# Twin of examples/accelerate/quicksort.fun: 100 rows of 200 ints sorted.
import bench
import numpy as np

i, j = np.ogrid[1:101, 1:201]
rows = (i * j * j + 7 * j + 3 * i) % 1009


def run():
    return np.sort(rows, axis=1)


bench.main(run, library="sort")
