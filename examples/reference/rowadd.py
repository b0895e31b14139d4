"""Adding rows, by three nested loops over elements."""


def update(n, a):
    rows, cols = len(a), len(a[0])
    out = [[0] * cols for _ in range(rows)]
    for i in range(rows - n):
        for j in range(cols):
            for k in range(n):
                out[i][j] += a[i + k][j]
    return out


a = [[(7 * i * i + 3 * j) % 11 for j in range(1, 5)] for i in range(1, 10)]
# V1, V2 and V3 leave three rows 0, though a row less would be enough.
for version in "V1", "V2", "V3":
    print(f"{version}: {update(3, a)}")
print(f"update 2: {update(2, a)}")
print(f"update 5: {update(5, a)}")
