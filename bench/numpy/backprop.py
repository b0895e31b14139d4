# Twin of examples/rodinia/backprop.fun: two steps with 20000 inputs, 16 hidden units, 2 outputs.
import bench
import numpy as np

i, j = np.ogrid[1:20002, 1:17]
start1 = ((3 * i + 5 * j) % 11 - 5) / 10000.0
start2 = ((4 * i[:17] + 3 * j[:, :2]) % 9 - 4) / 8.0
i = np.arange(1, 20001)
values = (i * i % 7) / 7.0
target = np.array([0.9, 0.1])


def forward(units, w):
    return 1.0 / (1.0 + np.exp(-(w[0] + units @ w[1:])))


def adjust(deltas, units, w, change):
    change *= 0.3
    change += np.outer(np.append(1.0, units), 0.3 * deltas)
    w += change


def run():
    w1, w2 = start1.copy(), start2.copy()
    change1, change2 = np.zeros_like(w1), np.zeros_like(w2)
    for _ in range(2):
        hidden = forward(values, w1)
        output = forward(hidden, w2)
        out_deltas = output * (1.0 - output) * (target - output)
        hidden_deltas = hidden * (1.0 - hidden) * (w2[1:] @ out_deltas)
        adjust(out_deltas, hidden, w2, change2)
        adjust(hidden_deltas, values, w1, change1)
    return w1


bench.main(run, near="BLAS chooses the order of the sums, and exp is NumPy's")
