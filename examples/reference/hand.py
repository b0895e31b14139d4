"""Each point goes through the frames one after the other, as a point; turns are rotations of
two coordinates; the turn of the hand is that of a quaternion."""
from math import cos, hypot, sin


def number(k):
    return (k % 13 - 6) / 8


def affine(k):
    return lambda p: [
        sum(number(k + 3 * i + j * j) * p[j - 1] for j in (1, 2, 3)) + number(k + 3 * i + 16) for i in (1, 2, 3)
    ]


def around(p, angle, a, b):
    p = list(p)
    p[a], p[b] = cos(angle) * p[a] - sin(angle) * p[b], sin(angle) * p[a] + cos(angle) * p[b]
    return p


def through(bone, p):
    """p in the frame of a bone, in that of the hand."""
    x, z, y = (number(bone * bone + 2 * k) for k in (1, 2, 3))
    p = around(around(around(p, x, 1, 2), y, 2, 0), z, 0, 1)
    p = affine(5 * bone)(p)
    parent = {1: 0, 2: 1, 3: 2, 4: 1}[bone]
    return through(parent, p) if parent else p


def turn(p, v):
    angle = hypot(*v)
    w, u = cos(angle / 2), [x / angle * sin(angle / 2) for x in v]

    def cross(a, b):
        return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]

    t = [2 * x for x in cross(u, p)]
    return [a + w * b + c for a, b, c in zip(p, t, cross(u, t))]


columns = []
for j in range(1, 7):
    start = [number(4 * i + j * j) for i in (1, 2, 3)]
    total = [0.0] * 3
    for bone in range(1, 5):
        moved = through(bone, affine(7 * bone + 1)(start))
        total = [a + (bone + j) % 4 / 6 * b for a, b in zip(total, moved)]
    scaled = [a * b for a, b in zip((1.0, 1.25, 0.75), total)]
    columns.append([a + b for a, b in zip(turn(scaled, (0.3, -0.2, 0.6)), (0.5, 0.0, -1.0))])
print("points:", [list(row) for row in zip(*columns)])
