"""Livermore loop 8 in exact fractions, element by element into new planes."""
from fractions import Fraction as F

a = [["1.2", "5.6", "8.1"], ["9.8", "1.5", "4.0"], ["0.5", "7.9", "6.4"]]
a = [[F(k) for k in row] for row in a]
u = [[[F((k * y * y + 3 * x) % 7, 8) for x in range(1, 6)] for y in range(1, 10)] for k in (1, 2, 3)]
for _ in range(3):
    new = [[row[:] for row in field] for field in u]
    for kx in 1, 2:
        for ky in range(1, 8):
            du = [u[q][ky + 1][kx] - u[q][ky - 1][kx] for q in range(3)]
            for p in range(3):
                new[p][ky][kx] = (
                    u[p][ky][kx]
                    + sum(a[p][q] * du[q] for q in range(3))
                    + F("3.9") * (u[p][ky][kx + 1] - 2 * u[p][ky][kx] + u[p][ky][kx - 1])
                )
    u = new
for p in range(3):
    print(f"u{p + 1}:", [[float(x) for x in row] for row in u[p]])
