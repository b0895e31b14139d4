# Twin of examples/nas/cg.fun: 25 steps of solve for a sparse matrix, an input. The result is z.
import bench
import numpy as np

n, nonzero, steps = 400, 7, 25


def numbers():
    """The random numbers of NAS, from the second one on."""
    state = 314159265 * 5**13 % 2**46
    while True:
        state = state * 5**13 % 2**46
        yield state


def matrix():
    a = np.zeros((n, n))
    stream = numbers()
    size = 2 ** int(np.ceil(np.log2(n)))
    for i in range(n):
        element = {}  # value at place; each takes two random numbers
        while len(element) < nonzero:
            value, place = next(stream) / 2**46, next(stream) * size >> 46
            if place < n:
                element.setdefault(place, value)
        element[i] = 0.5
        w = 0.1 ** (i / n)
        for p, x in element.items():
            for q, y in element.items():
                a[p, q] += w * x * y
    a[np.diag_indices(n)] = a.diagonal() + 0.1 - 10.0
    return a


a = matrix()
row, column = np.nonzero(a)
value = a[row, column]
begin = np.searchsorted(row, np.arange(n))
x = np.ones(n)


def times(v):
    return np.add.reduceat(value * v[column], begin)


def run():
    z = np.zeros(n)
    r = p = x
    rho = x @ x
    for _ in range(steps):
        q = times(p)
        alpha = rho / (p @ q)
        r = -alpha * q + r
        z = alpha * p + z
        last, rho = rho, r @ r
        p = rho / last * p + r
    rest = x - times(z)
    np.sqrt(rest @ rest)  # the length of what is left, the other result there
    return z


bench.main(run, near="np.add.reduceat and BLAS choose the order of the sums")
