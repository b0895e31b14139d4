"""Livermore loop 1 in exact fractions, rounded once at the end."""
from fractions import Fraction as F

q, r, t = F("1.6"), F("9.4"), F("5.8")
y = [F(k) for k in range(1, 13)]
z = [F(k) for k in range(1, 24)]
x = [q + y[k] * (r * z[k + 10] + t * z[k + 11]) for k in range(12)]
print("x:", [float(a) for a in x])
print("sum:", float(3 * x[0]))
