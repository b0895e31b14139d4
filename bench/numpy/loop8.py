# Twin of examples/livermore/loop8.fun: 3 steps of adi on 20001x5. The result is the second field.
import bench
import numpy as np

y, x = np.ogrid[1:20002, 1:6]
start = [((y + x * x) % m) / 3.0 for m in (7, 5, 3)]
constants = [(1.2, 5.6, 8.1), (9.8, 1.5, 4.0), (0.5, 7.9, 6.4)]


def run():
    fields = start
    for _ in range(3):
        new = [p.copy() for p in fields]
        for j in 1, 2:  # a column at a time: rows are too short
            du1, du2, du3 = (u[2:, j] - u[:-2, j] for u in fields)
            for (a1, a2, a3), p, z in zip(constants, fields, new):
                left, middle, right = p[1:-1, j - 1 : j + 2].T
                second = right - 2.0 * middle + left
                z[1:-1, j] = middle + a1 * du1 + a2 * du2 + a3 * du3 + 3.9 * second
        fields = new
    return fields[1]


bench.main(run)
