"""The objective as the logarithm of a product of sums of densities, in 50 decimal digits
and without subtracting a maximum."""
from decimal import Decimal as D, getcontext
from math import prod

getcontext().prec = 50
x = [[D((i * i + 5 * j) % 9) / 4 for j in (1, 2, 3)] for i in range(1, 13)]
alpha = [D(c % 3) / 2 for c in range(1, 6)]
mu = [[D((c * c + j) % 5) / 2 for j in (1, 2, 3)] for c in range(1, 6)]
q = [[D((2 * c + j) % 4 - 2) / 4 for j in (1, 2, 3)] for c in range(1, 6)]
l = [[D((c + 3 * j) % 7 - 3) / 8 for j in (1, 2, 3)] for c in range(1, 6)]


def density(p, c):
    a, b, e = (s - m for s, m in zip(p, mu[c]))
    f, g, h = (v.exp() for v in q[c])
    y = f * a, l[c][0] * a + g * b, l[c][1] * a + l[c][2] * b + h * e
    return alpha[c].exp() * f * g * h * (-sum(v * v for v in y) / 2).exp()


total = sum(w.exp() for w in alpha)
likelihood = prod(sum(density(p, c) for c in range(5)) / total for p in x)
prior = sum((2 * v).exp() for row in q for v in row) + sum(v * v for row in l for v in row)
print("objective:", float(likelihood.ln() + prior / 2))
