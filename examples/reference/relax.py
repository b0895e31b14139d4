"""Relaxation in exact fractions; until convergence with doubles, element by element."""
from fractions import Fraction as F


def step(a):
    n, m = len(a), len(a[0])
    new = [row[:] for row in a]
    for i in range(1, n - 1):
        for j in range(1, m - 1):
            new[i][j] = (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]) / 4
    return new


def start(kind):
    a = [[kind(0)] * 8 for _ in range(8)]
    a[0][1] = kind(500)
    return a


a = start(F)
for _ in range(10):
    a = step(a)
fixed = [[float(x) for x in row] for row in a]
print("relax:", fixed)
print("relaxAPL:", fixed)

a, steps, done = start(float), 0, False
while not done:
    new = step(a)
    done = max(abs(x - y) for p, q in zip(a, new) for x, y in zip(p, q)) < 0.25
    a, steps = new, steps + 1
print("relaxed:", a)
print("steps:", steps)
