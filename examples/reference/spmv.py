"""The sum for each row, over a dictionary of the values of the matrix."""

n = 40
a = {}
for i in range(1, n + 1):
    for j in (i - 16, i - 1, i, i + 1, i + 16):
        if 1 <= j <= n:
            a[i, j] = 4.0 if i == j else -1.0
x = {i: float(i % 7) for i in range(1, n + 1)}
print("y:", [sum(v * x[j] for (r, j), v in sorted(a.items()) if r == i) for i in range(1, n + 1)])
