"""Needleman-Wunsch row by row; the best score of the second pair by recursion over all
alignments."""
from functools import cache


def letters(n, k):
    return [(i * i + k * i) % 7 % 4 for i in range(1, n + 1)]


def fit(a, b):
    return 5 if a == b else a * b % 5 - 3


def table(gap, x, y):
    rows = [[-gap * j for j in range(len(y) + 1)]]
    for i, a in enumerate(x):
        row = [-gap * (i + 1)]
        for j, b in enumerate(y):
            row.append(max(rows[-1][j] + fit(a, b), rows[-1][j + 1] - gap, row[-1] - gap))
        rows.append(row)
    return rows


def best(gap, x, y):
    @cache
    def go(i, j):
        if i == len(x) or j == len(y):
            return -gap * (len(x) - i + len(y) - j)
        return max(fit(x[i], y[j]) + go(i + 1, j + 1), go(i + 1, j) - gap, go(i, j + 1) - gap)

    return go(0, 0)


print("scores:", table(10, letters(9, 1), letters(9, 2)))
print("score:", best(2, letters(9, 1), letters(9, 3)))
