"""Python's sort; and the rounds, which are the depth of a recursive quicksort that takes
the first element as its pivot and has nothing to do for one element or none."""


def depth(x):
    if len(x) <= 1:
        return 0
    pivot, rest = x[0], x[1:]
    return 1 + max(depth([a for a in rest if a < pivot]), depth([a for a in rest if a >= pivot]))


rows = [[(i * j * j + 7 * j + 3 * i) % 23 for j in range(1, 13)] for i in range(1, 6)]
print("sorted:", [sorted(row) for row in rows])
print("rounds:", [depth(row) for row in rows])
