# Twin of examples/fsmooth/gmm.fun: objective for 5000 points and 5 components in 3 dimensions.
import bench
import numpy as np

i, j = np.ogrid[1:5001, 1:4]
x = ((i * i + 5 * j) % 9) / 4.0
c = np.arange(1, 6)[:, None]
alpha = (c[:, 0] % 3) / 2.0
mu = ((c * c + j) % 5) / 2.0
q = ((2 * c + j) % 4 - 2) / 4.0
low = ((c + 3 * j) % 7 - 3) / 8.0


def logsumexp(a):
    most = np.max(a, axis=0)
    return most + np.log(np.sum(np.exp(a - most), axis=0))


def run():
    n, d = x.shape
    triangular = np.zeros((len(q), d, d))
    triangular[:, np.arange(d), np.arange(d)] = np.exp(q)
    rows, cols = np.tril_indices(d, -1)
    triangular[:, rows, cols] = low
    z = triangular @ (x.T - mu[:, :, None])  # component, dimension, point
    squares = np.sum(z * z, axis=1)
    terms = (alpha + np.sum(q, axis=1))[:, None] - 0.5 * squares
    prior = np.sum(np.exp(q) ** 2) + np.sum(low * low)
    return np.sum(logsumexp(terms)) - n * logsumexp(alpha) + 0.5 * prior


bench.main(run, near="np.sum adds in pairs, and exp and log are NumPy's")
