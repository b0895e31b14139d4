"""The sum that defines the transform."""

import cmath

rows = [[complex((i * i + 3 * j * j) % 17, (5 * i + 2 * j) % 7) for j in range(1, 17)] for i in range(1, 4)]


def dft(x):
    n = len(x)
    return [sum(a * cmath.exp(-2j * cmath.pi * j * k / n) for j, a in enumerate(x)) for k in range(n)]


sums = [dft(row) for row in rows]
print("re:", [[z.real for z in row] for row in sums])
print("im:", [[z.imag for z in row] for row in sums])
