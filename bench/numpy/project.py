# Twin of examples/fsmooth/project.fun: 20000 points in a camera.
import bench
import numpy as np

i, j = np.ogrid[1:20001, 1:4]
points = ((i * i + 3 * j) % 11) / 8.0 - 4.0 * (j == 3)
cam = np.array([0.1, 0.1, 0.1, 0.2, 0.1, 0.3, 1.2, 0.01, 0.03, 0.009, 1.2e-4])
rotation, centre, focal, middle, radical = cam[:3], cam[3:6], cam[6], cam[7:9], cam[9:]


def rotate(x):
    theta = np.sqrt(rotation @ rotation)
    if theta == 0.0:
        return x + np.cross(rotation, x)
    w = rotation / theta
    along = (x @ w) * (1.0 - np.cos(theta))
    return x * np.cos(theta) + np.cross(w, x) * np.sin(theta) + along[:, None] * w


def run():
    seen = rotate(points - centre)
    p = seen[:, :2] / seen[:, 2:]
    square = p[:, 0] * p[:, 0] + p[:, 1] * p[:, 1]
    bend = 1.0 + radical[0] * square + radical[1] * square * square
    return middle + p * bend[:, None] * focal


bench.main(run, near="BLAS chooses the order of the sums, and a product with 1 / z is a quotient")
