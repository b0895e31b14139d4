"""Livermore loop 2 as the Fortran text has it, with arrays from 1."""
from fractions import Fraction as F

n = 16
x = [None] + [F(k * k % 13, 8) for k in range(1, 33)]
v = [None] + [F(3 * k % 7, 4) for k in range(1, 33)]
ii, ipntp = n, 0
while True:  # label 222
    ipnt = ipntp
    ipntp += ii
    ii //= 2
    i = ipntp + 1
    for k in range(ipnt + 2, ipntp + 1, 2):
        i += 1
        x[i] = x[k] - v[k] * x[k - 1] - v[k + 1] * x[k + 1]
    if not ii > 1:
        break
print("x:", [float(a) for a in x[1:]])
