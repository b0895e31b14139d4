"""Inverse and solution from determinants (Leibniz' formula), in exact fractions."""
from fractions import Fraction as F
from itertools import permutations
from math import prod

n = 5
a = [[F((i * i + 2 * j) % 7, 2) + (8 if i == j else 0) for j in range(1, 6)] for i in range(1, 6)]
b = [F(i, 4) for i in range(1, 6)]


def det(m):
    total = F(0)
    for p in permutations(range(len(m))):
        sign = (-1) ** sum(p[i] > p[j] for j in range(len(p)) for i in range(j))
        total += sign * prod(m[i][p[i]] for i in range(len(m)))
    return total


def minor(i, j):
    return [row[:j] + row[j + 1 :] for k, row in enumerate(a) if k != i]


whole = det(a)
print("inverse:", [[float((-1) ** (i + j) * det(minor(j, i)) / whole) for j in range(n)] for i in range(n)])
columns = [[row[:j] + [b[i]] + row[j + 1 :] for i, row in enumerate(a)] for j in range(n)]
print("x:", [float(det(c) / whole) for c in columns])
