# Twin of examples/rodinia/pathfinder.fun: pathfinder on 100x10000.
import bench
import numpy as np

i, j = np.ogrid[1:101, 1:10001]
wall = (i * i * 7 + j * j * 3 + i * j) % 10


def run():
    row = wall[0]
    for costs in wall[1:]:
        best = row.copy()
        np.minimum(best[1:], row[:-1], out=best[1:])
        np.minimum(best[:-1], row[1:], out=best[:-1])
        row = costs + best
    return row


bench.main(run)
