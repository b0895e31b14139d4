"""The library's results in exact fractions, each from its definition; the root in decimals."""
from decimal import Decimal
from fractions import Fraction as F

x = [F(i) for i in range(1, 7)]
y = [F(i * i % 7, 2) for i in range(1, 7)]
a = [[F((i * i + 2 * j) % 5, 4) for j in range(1, 7)] for i in range(1, 4)]


def show(name, v):
    print(f"{name}:", [[float(p) for p in r] if isinstance(r, list) else float(r) for r in v])


show("vectorAdd", [p + 3 * q for p, q in zip(x, y)])
print("vectorDot:", float(sum((p - q) * p * q for p, q in zip(x, y))))
square = sum(q * q for q in y)
print("vectorNorm:", float((Decimal(square.numerator) / square.denominator).sqrt()))
show("matrixAdd", [[2 * p for p in row] for row in a])
show("matrixMul", [[sum(a[i][k] * a[j][k] for k in range(6)) for j in range(3)] for i in range(3)])
show("vectorOutProd", [[p * q for q in y[4:6]] for p in x[1:4]])
u, v = x[:3], y[3:]
show("vectorCross", [u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3] for i in range(3)])
