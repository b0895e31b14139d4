"""Distances by relaxation of all edges until nothing changes."""

n = 30
edges = [(i, v) for i in range(1, n + 1) for v in (i + 1, 2 * i, i * i + 1) if v <= n]
far = {1: 0}
changed = True
while changed:
    changed = False
    for u, v in edges:
        if u in far and far.get(v, n) > far[u] + 1:
            far[v] = far[u] + 1
            changed = True
print("distance:", [far.get(i, -1) for i in range(1, n + 1)])
