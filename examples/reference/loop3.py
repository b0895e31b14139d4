"""The sum of the first n squares, and four times that with 1 + 2 + 3 + 4."""
n = 1001
dot = n * (n + 1) * (2 * n + 1) // 6
print("dot:", float(dot))
print("repeated:", float(4 * dot + 10))
