# Twin of examples/nas/mg.fun: cycle on 32x32x32, a V-cycle.
import bench
import numpy as np

n = 32
at = np.arange(1, n**3 + 1)
start = ((at * at % 1009 % 17 - 8) / 8.0).reshape(n, n, n)

laplace = -8.0 / 3.0, 0.0, 1.0 / 6.0, 1.0 / 12.0
restricting = 0.5, 0.25, 0.125, 0.0625
extending = 1.0, 0.5, 0.25, 0.125
smoothing = -3.0 / 8.0, 1.0 / 32.0, -1.0 / 64.0, 0.0


def everywhere(weight, u):
    """The weighted sum of the 27 elements around each point: the weights are for offsets in none,
    one, two and three dimensions. The grid goes on beyond its border at the other side."""
    u = np.pad(u, 1, mode="wrap")
    # The sums of both neighbours: along i, along j, and along both.
    ci, cj = u[:-2, 1:-1] + u[2:, 1:-1], u[1:-1, :-2] + u[1:-1, 2:]
    cij = u[:-2, :-2] + u[:-2, 2:] + u[2:, :-2] + u[2:, 2:]
    middle = u[1:-1, 1:-1]
    near = ci + cj  # the 4 neighbours in the plane, and the 4 at its corners in cij
    return (
        weight[0] * middle[:, :, 1:-1]
        + weight[1] * (near[:, :, 1:-1] + middle[:, :, :-2] + middle[:, :, 2:])
        + weight[2] * (cij[:, :, 1:-1] + near[:, :, :-2] + near[:, :, 2:])
        + weight[3] * (cij[:, :, :-2] + cij[:, :, 2:])
    )


def run():
    grids = [start]
    while len(grids[-1]) > 2:
        grids.append(everywhere(restricting, grids[-1])[1::2, 1::2, 1::2])
    z = everywhere(smoothing, grids.pop())
    for r in reversed(grids):
        apart = np.zeros_like(r)
        apart[1::2, 1::2, 1::2] = z
        z = everywhere(extending, apart)
        z = z + everywhere(smoothing, r - everywhere(laplace, z))
    return z


bench.main(run, near="the 27 elements are added in groups of one weight")
