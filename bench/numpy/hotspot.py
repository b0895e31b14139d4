# Twin of examples/rodinia/hotspot.fun: 4 steps on 512x512.
import bench
import numpy as np

n = 512
i, j = np.ogrid[1 : n + 1, 1 : n + 1]
start = 320.0 + (i * i + 3 * j) % 11
power = ((5 * i + j * j) % 7) / 1000.0


def run():
    height = width = 0.016 / n
    cap = 0.5 * 1.75e6 * 0.0005 * width * height
    rx = width / (2.0 * 100.0 * 0.0005 * height)
    ry = height / (2.0 * 100.0 * 0.0005 * width)
    rz = 0.0005 / (100.0 * height * width)
    scale = 0.001 / (3e6 / (0.5 * 0.0005 * 1.75e6)) / cap
    t = start
    for _ in range(4):
        wide = np.pad(t, 1, mode="edge")  # beyond a border it is as hot as at the border
        north, south = wide[:-2, 1:-1], wide[2:, 1:-1]
        west, east = wide[1:-1, :-2], wide[1:-1, 2:]
        twice = 2.0 * t
        t = t + scale * (
            power + (west + east - twice) / rx + (north + south - twice) / ry + (80.0 - t) / rz
        )
    return t


bench.main(run)
