"""Livermore loop 4 as the Fortran text has it, with arrays from 1, in exact fractions."""
from fractions import Fraction as F

size, n = 61, 35
x = [None] + [F(k % 9, 4) for k in range(1, size + 1)]
y = [None] + [F(k % 8, 16) for k in range(1, n + 1)]
m = (size - 7) // 2
for _ in range(2):
    for k in range(7, size + 1, m):
        lw = k - 6
        temp = x[k - 1]
        for j in range(5, n + 1, 5):
            temp -= x[lw] * y[j]
            lw += 1
        x[k - 1] = y[5] * temp
print("x:", [float(a) for a in x[1:]])
