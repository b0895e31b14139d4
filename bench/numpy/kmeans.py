# Twin of examples/rodinia/kmeans.fun: 5 groups of 6000 points. The result is the groups.
import bench
import numpy as np

n, k = 6000, 5
i, j = np.ogrid[1 : n + 1, 1:5]
x = ((i * i * j + 7 * i + j * j) % 101) / 10.0


def run():
    coordinates = np.ascontiguousarray(x.T)
    centres = x[:k].T.copy()
    groups = np.full(n, -1)
    changed, rounds = n, 0
    while 1000 * changed > n and rounds < 500:
        apart = centres[:, :, None] - coordinates[:, None]
        last, groups = groups, np.argmin(np.sum(apart * apart, axis=0), axis=0)
        changed = np.count_nonzero(groups != last)
        counts = np.bincount(groups, minlength=k)
        used = counts > 0  # an empty group keeps its centre
        for centre, values in zip(centres, coordinates):
            sums = np.bincount(groups, weights=values, minlength=k)
            centre[used] = sums[used] / counts[used]
        rounds += 1
    return groups + 1


bench.main(run)
