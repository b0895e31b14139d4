"""Sums over windows as differences of a table of sums of rectangles; and rounds of 3×3 means,
rounded down in each round, from sums of rows and then of columns."""
from npy import matrix

part = [row[160:200] for row in matrix("ascent.npy")[200:240]]


def box(r, x):
    n, m, w = len(x), len(x[0]), 2 * r + 1
    table = [[0] * (m + 1) for _ in range(n + 1)]
    for i in range(n):
        for j in range(m):
            table[i + 1][j + 1] = x[i][j] + table[i][j + 1] + table[i + 1][j] - table[i][j]
    return [
        [
            (table[i + w][j + w] - table[i][j + w] - table[i + w][j] + table[i][j]) // (w * w)
            for j in range(m - w + 1)
        ]
        for i in range(n - w + 1)
    ]


def blur(x):
    rows = [[sum(row[j : j + 3]) for j in range(len(row) - 2)] for row in x]
    return [[sum(three) // 9 for three in zip(*rows[i : i + 3])] for i in range(len(rows) - 2)]


print("box 2:", box(2, part))
print("rounds 3:", blur(blur(blur(part))))
