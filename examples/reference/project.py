"""Projection by a camera, whose rotation is a product of quaternions q x q*."""
from math import cos, hypot, sin


def times(p, q):
    a, b, c, d = p
    e, f, g, h = q
    return (
        a * e - b * f - c * g - d * h,
        a * f + b * e + c * h - d * g,
        a * g - b * h + c * e + d * f,
        a * h + b * g - c * f + d * e,
    )


def project(x):
    rot, centre, focal, x0, rad = (0.1, 0.1, 0.1), (0.2, 0.1, 0.3), 1.2, (0.01, 0.03), (0.009, 1.2e-4)
    theta = hypot(*rot)
    q = (cos(theta / 2), *(r / theta * sin(theta / 2) for r in rot))
    conjugate = (q[0], -q[1], -q[2], -q[3])
    _, a, b, c = times(times(q, (0, *(p - m for p, m in zip(x, centre)))), conjugate)
    p = (a / c, b / c)
    r = p[0] ** 2 + p[1] ** 2
    return [m + focal * (1 + rad[0] * r + rad[1] * r**2) * k for m, k in zip(x0, p)]


print("projected:", project((0.03, 0.11, -0.7)))
points = [[(i * i + 3 * j) % 11 / 8 - (4 if j == 3 else 0) for j in (1, 2, 3)] for i in range(1, 9)]
print("points:", [project(x) for x in points])
