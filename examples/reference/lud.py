"""Doolittle's formulas, row by row, in fractions of the same doubles."""
from fractions import Fraction as F
from math import exp

n = 6
a = [[F(10.0 * exp(-0.001 * abs(i - j))) for j in range(n)] for i in range(n)]
lo = [[F(int(i == j)) for j in range(n)] for i in range(n)]
up = [[F(0)] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        if j >= i:
            up[i][j] = a[i][j] - sum(lo[i][k] * up[k][j] for k in range(i))
        else:
            lo[i][j] = (a[i][j] - sum(lo[i][k] * up[k][j] for k in range(j))) / up[j][j]
print("lu:", [[float(up[i][j] if j >= i else lo[i][j]) for j in range(n)] for i in range(n)])
print("product:", [[float(x) for x in row] for row in a])
