"""The matrix product as a sum of outer products, in exact fractions."""
from fractions import Fraction as F

a = [[F((i * i + 3 * j) % 7 - 3, 4) for j in range(1, 7)] for i in range(1, 5)]
b = [[F((2 * i + j * j) % 5, 8) for j in range(1, 6)] for i in range(1, 7)]
c = [[F(0)] * 5 for _ in range(4)]
for k in range(6):
    for i in range(4):
        for j in range(5):
            c[i][j] += a[i][k] * b[k][j]
print("product:", [[float(x) for x in row] for row in c])
