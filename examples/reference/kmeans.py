"""k-means with a list of the members of each group."""
from npy import matrix

points = matrix("iris.npy")
centres = [list(p) for p in points[:3]]
groups, rounds, changed = [None] * len(points), 0, len(points)
while changed / len(points) > 0.001:
    members = [[], [], []]
    new = []
    for p in points:
        far = [sum((a - b) ** 2 for a, b in zip(c, p)) for c in centres]
        new.append(far.index(min(far)))
        members[new[-1]].append(p)
    changed = sum(a != b for a, b in zip(groups, new))
    centres = [[sum(f) / len(m) for f in zip(*m)] if m else c for m, c in zip(members, centres)]
    groups, rounds = new, rounds + 1
print("centres:", centres)
print("groups:", [g + 1 for g in groups])
print("rounds:", rounds)
