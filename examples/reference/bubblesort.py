"""Python's sort; and the steps of odd-even transposition, by swapping neighbours in a list
until it is sorted."""


def steps(row):
    row, count = list(row), 0
    while row != sorted(row):
        for phase in 0, 1:
            for i in range(phase, len(row) - 1, 2):
                if row[i] > row[i + 1]:
                    row[i], row[i + 1] = row[i + 1], row[i]
        count += 1
    return count


rows = [[(i * j * j + 5 * j + 3 * i) % 17 for j in range(1, 10)] for i in range(1, 5)]
print("sorted:", [sorted(row) for row in rows])
print("steps:", [steps(row) for row in rows])
