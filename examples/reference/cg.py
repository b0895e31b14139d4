"""CG from vectors as dictionaries, with exact sums (fsum). `python3 cg.py S` computes class S,
whose zeta the NAS publish: 8.5971775078648."""
import sys
from math import ceil, fsum, log2, sqrt

from nas import Stream


def matrix(n, nonzer, shift):
    stream = Stream(314159265)
    stream()
    a = [{} for _ in range(n)]
    for i in range(n):
        v = {}
        while len(v) < nonzer:
            element, place = stream(), int(2 ** ceil(log2(n)) * stream())
            if place < n and place not in v:
                v[place] = element
        v[i] = 0.5
        w = 0.1 ** (i / n)
        for r, x in v.items():
            for c, y in v.items():
                a[r].setdefault(c, []).append(w * x * y)
        a[i].setdefault(i, []).append(0.1 - shift)
    return [{c: fsum(terms) for c, terms in row.items()} for row in a]


def dot(x, y):
    return fsum(a * b for a, b in zip(x, y))


def times(a, x):
    return [fsum(v * x[c] for c, v in row.items()) for row in a]


def smallest(n, nonzer, shift, rounds, steps):
    a = matrix(n, nonzer, shift)
    x = [1.0] * n
    for _ in range(rounds):
        z, r, p = [0.0] * n, x[:], x[:]
        for _ in range(steps):
            rho, q = dot(r, r), times(a, p)
            alpha = rho / dot(p, q)
            z = [b + alpha * c for b, c in zip(z, p)]
            r = [b - alpha * c for b, c in zip(r, q)]
            beta = dot(r, r) / rho
            p = [b + beta * c for b, c in zip(r, p)]
        rest = [b - c for b, c in zip(x, times(a, z))]
        zeta = shift + 1 / dot(x, z)
        x = [b / sqrt(dot(z, z)) for b in z]
    return zeta, sqrt(dot(rest, rest))


if sys.argv[1:] == ["S"]:
    print("class S:", *smallest(1400, 7, 10, 15, 25))
else:
    print("matrix:", [[row.get(c, 0.0) for c in range(12)] for row in matrix(12, 3, 10)])
    zeta, rest = smallest(12, 3, 10, 3, 6)
    print("zeta:", zeta)
    print("rest:", rest)
