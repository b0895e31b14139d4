"""x[i] in exact fractions, by recursion to the front for each i."""
from fractions import Fraction as F

y = {k: F(k * k % 11, 8) for k in range(1, 21)}
z = {k: F(k % 5 + 1, 8) for k in range(1, 21)}


def x(i):
    return F(1, 4) if i == 1 else z[i] * (y[i] - x(i - 1))


result = [float(x(i)) for i in range(1, 21)]
print("tridiagonal:", result)
print("composed:", result)
