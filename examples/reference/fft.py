"""The sums that define the transforms in one and two dimensions."""
from cmath import exp, pi


def w(k, n):
    return exp(-2j * pi * (k % n) / n)


def show(name, x):
    print(f"{name}, re:", [[c.real for c in row] for row in x])
    print(f"{name}, im:", [[c.imag for c in row] for row in x])


x = [[complex((i * i + 3 * j * j) % 17, (5 * i + 2 * j) % 7) for j in range(1, 17)] for i in (1, 2, 3)]
rows = [[sum(row[j] * w(j * k, 16) for j in range(16)) for k in range(16)] for row in x]
show("fft", rows)
show("dft", rows)
flat = x[0] + x[1]
plane = [
    [sum(flat[8 * a + b] * w(a * p, 4) * w(b * q, 8) for a in range(4) for b in range(8)) for q in range(8)]
    for p in range(4)
]
show("fft2", plane)
