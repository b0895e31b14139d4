"""The cheapest way to a cell, by recursion over all ways (no table is kept)."""


def cost(grid, t, j):
    if t == 0:
        return grid[0][j]
    ways = [cost(grid, t - 1, k) for k in (j - 1, j, j + 1) if 0 <= k < len(grid[0])]
    return grid[t][j] + min(ways)


grid = [[(i * i * 7 + j * j * 3 + i * j) % 10 for j in range(1, 13)] for i in range(1, 7)]
last = [cost(grid, 5, j) for j in range(12)]
print("costs:", last)
print("cheapest:", min(last))
