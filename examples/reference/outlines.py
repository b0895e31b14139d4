"""Sobel edges by convolution with two kernels; then a depth-first search from the strong
edges, through all neighbours that are at least weak."""
from npy import matrix

photo = [row[160:200] for row in matrix("ascent.npy")[200:240]]
gx = [[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]]
gy = [[-1, -2, -1], [0, 0, 0], [1, 2, 1]]
n = m = 38


def convolve(k, i, j):
    return sum(k[a][b] * photo[i + a][j + b] for a in range(3) for b in range(3))


edges = [[min(abs(convolve(gx, i, j)) + abs(convolve(gy, i, j)), 255) for j in range(m)] for i in range(n)]
seen = set()
stack = [(i, j) for i in range(n) for j in range(m) if edges[i][j] >= 150]
while stack:
    i, j = stack.pop()
    if (i, j) in seen or not (0 <= i < n and 0 <= j < m) or edges[i][j] < 60:
        continue
    seen.add((i, j))
    stack += [(i + a, j + b) for a in (-1, 0, 1) for b in (-1, 0, 1)]
print("outlines:", [[int((i, j) in seen) for j in range(m)] for i in range(n)])
