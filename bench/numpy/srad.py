# Twin of examples/rodinia/srad.fun: 2 rounds on 256x256, speckles of 128 rows and columns.
import bench
import numpy as np

i, j = np.ogrid[1:257, 1:257]
start = 1.0 + ((i * i + j) % 17) / 17.0


def run():
    x = start
    for _ in range(2):
        part = x[:128, :128]
        mean = np.mean(part)
        variance = np.mean(part * part) - mean * mean
        q0 = variance / (mean * mean)

        wide = np.pad(x, 1, mode="edge")
        north, south = wide[:-2, 1:-1] - x, wide[2:, 1:-1] - x
        west, east = wide[1:-1, :-2] - x, wide[1:-1, 2:] - x
        g = (north * north + south * south + west * west + east * east) / (x * x)
        slope = (north + south + west + east) / x
        d = 1.0 + 0.25 * slope
        q = (0.5 * g - slope * slope / 16.0) / (d * d)
        c = np.clip(1.0 / (1.0 + (q - q0) / (q0 * (1.0 + q0))), 0.0, 1.0)

        c = np.pad(c, ((0, 1), (0, 1)), mode="edge")
        x = x + 0.25 * 0.5 * (
            c[:-1, :-1] * (north + west) + c[1:, :-1] * south + c[:-1, 1:] * east
        )
    return x


bench.main(run, near="np.mean adds in pairs")
