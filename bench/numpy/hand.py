# Twin of examples/fsmooth/hand.fun: skinned with 4 bones and 50000 points.
import bench
import numpy as np


def number(k):
    return (k % 13 - 6) / 8.0


def affine(k):
    i, j = np.ogrid[1:5, 1:5]
    return np.where(i < 4, number(k + 3 * i + j * j), j == 4)


def turned(angle):
    (cx, cz, cy), (sx, sz, sy) = np.cos(angle), np.sin(angle)
    rx = [[1, 0, 0, 0], [0, cx, -sx, 0], [0, sx, cx, 0], [0, 0, 0, 1]]
    ry = [[cy, 0, sy, 0], [0, 1, 0, 0], [-sy, 0, cy, 0], [0, 0, 0, 1]]
    rz = [[cz, -sz, 0, 0], [sz, cz, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    return np.array(rz) @ (np.array(ry) @ np.array(rx))


n = 50000
frames, inverses = [], []
for b, parent in (1, 0), (2, 1), (3, 2), (4, 1):
    own = affine(5 * b) @ turned(number(b * b + 2 * np.arange(1, 4)))
    frames.append(frames[parent - 1] @ own if parent else own)
    inverses.append(affine(7 * b + 1))
i, j = np.ogrid[1:5, 1 : n + 1]
positions = np.where(i < 4, number(4 * i + j * j), 1.0)
weights = ((i + j) % 4) / 6.0


def run():
    total = np.zeros((3, n))
    for frame, inverse, weight in zip(frames, inverses, weights):
        total += (frame @ inverse)[:3] @ positions * weight
    return total


bench.main(run, library="BLAS", near="BLAS chooses the order of the sums")
