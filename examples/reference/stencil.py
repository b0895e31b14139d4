"""A step adds both neighbours on a ring: it is multiplication by x + 1/x modulo
x^n - 1. Eleven steps are a sum over binomial coefficients."""
from math import comb

a, b = [1, 2, 3, 4, 5], [5, 3, 1, -1, -3]
n, steps = 5, 11
e = a[1:] + a[:1]
print("c:", [x + y for x, y in zip(a, b)])
print("d:", a[-1:] + a[:-1])
print("e:", e)
print("f:", [sum(comb(steps, k) * e[(i + steps - 2 * k) % n] for k in range(steps + 1)) for i in range(n)])
