"""Livermore loop 7 in exact fractions, as a polynomial in r with the terms written out."""
from fractions import Fraction as F

r, t = F("0.99999"), F("0.75")
y = [F(k) for k in range(1, 17)]
z = [F(3 * k % 7) for k in range(1, 17)]
u = [F(k * k % 9, 2) for k in range(1, 23)]
for _ in range(3):
    y = [
        u[k] + r * z[k] + r**2 * y[k]
        + t * u[k + 3] + t * r * u[k + 2] + t * r**2 * u[k + 1]
        + t**2 * u[k + 6] + t**2 * r * u[k + 5] + t**2 * r**2 * u[k + 4]
        for k in range(16)
    ]
print("x:", [float(a) for a in y])
