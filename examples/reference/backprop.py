"""Two steps of training. The deltas come from numerical derivatives of half the squared
error by each unit's sum, by central differences with 60 decimal digits: no rule of
back-propagation is used."""
from decimal import Decimal as D, getcontext

getcontext().prec = 60
h = D("1e-20")
# the same doubles as those that the program starts with
data = [D(i * i % 7 / 7) for i in range(1, 7)]
target = [D(0.9), D(0.1)]
w1 = [[D(((3 * i + 5 * j) % 11 - 5) / 10) for j in range(1, 5)] for i in range(1, 8)]
w2 = [[D(((4 * i + 3 * j) % 9 - 4) / 8) for j in range(1, 3)] for i in range(1, 6)]
rate = momentum = D(0.3)


def squash(x):
    return 1 / (1 + (-x).exp())


def layer(units, w, bump=(None, 0)):
    sums = [w[0][j] + sum(w[i + 1][j] * u for i, u in enumerate(units)) for j in range(len(w[0]))]
    return [squash(s + (bump[1] if j == bump[0] else 0)) for j, s in enumerate(sums)]


def error(bump1=(None, 0), bump2=(None, 0)):
    return sum((t - o) ** 2 for t, o in zip(target, layer(layer(data, w1, bump1), w2, bump2))) / 2


old1 = [[D(0)] * 4 for _ in w1]
old2 = [[D(0)] * 2 for _ in w2]
for _ in range(2):
    hidden = layer(data, w1)
    d1 = [-(error(bump1=(j, h)) - error(bump1=(j, -h))) / (2 * h) for j in range(4)]
    d2 = [-(error(bump2=(j, h)) - error(bump2=(j, -h))) / (2 * h) for j in range(2)]
    old1 = [[rate * d1[j] * u + momentum * old1[i][j] for j in range(4)] for i, u in enumerate([D(1)] + data)]
    old2 = [[rate * d2[j] * u + momentum * old2[i][j] for j in range(2)] for i, u in enumerate([D(1)] + hidden)]
    w1 = [[a + b for a, b in zip(p, q)] for p, q in zip(w1, old1)]
    w2 = [[a + b for a, b in zip(p, q)] for p, q in zip(w2, old2)]
print("outputs' error:", float(sum(abs(d) for d in d2)))
print("hidden units' error:", float(sum(abs(d) for d in d1)))
print("w1:", [[float(x) for x in row] for row in w1])
print("w2:", [[float(x) for x in row] for row in w2])
