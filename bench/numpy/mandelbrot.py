# Twin of bench/fun/mandelbrot.fun: 200x200 points, at most 100 steps.
import bench
import numpy as np

n, limit = 200, 100


def run():
    i, j = np.mgrid[:n, :n].reshape(2, n * n)
    cx = 3.0 * j / n - 2.0
    cy = 2.5 * i / n - 1.25
    x = np.zeros(n * n)
    y = np.zeros(n * n)
    steps = np.full(n * n, limit)
    place = np.arange(n * n)  # of the points that are still in the circle
    for k in range(limit):
        xx, yy = x * x, y * y
        inside = xx + yy <= 4.0
        if not inside.all():
            steps[place[~inside]] = k
            place, cx, cy, x, y, xx, yy = (v[inside] for v in (place, cx, cy, x, y, xx, yy))
        x, y = xx - yy + cx, 2.0 * x * y + cy
    return steps.reshape(n, n)


bench.main(run)
