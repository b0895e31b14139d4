"""NumPy twins of the programs in ../fun/dps, which call one function many times: `dps.py NAME --calls K`. It prints the
time of all calls, in ns, and the most memory that the process had, in KiB, as a JSON line; --out FILE.npy writes the
result."""

import os

for name in "OPENBLAS", "OMP", "MKL", "BLIS":
    os.environ[name + "_NUM_THREADS"] = "1"

import argparse
import json
import time

import numpy as np


def add3(calls):
    i = np.arange(1, 101)
    v, b, c = (i % 13) / 10.0, (i % 11) / 7.0, (i % 5 - 2) / 16.0
    for _ in range(calls):
        v = v + b + c
    return v


def vector_cross(x, y):
    """np.cross takes ten times as long on two vectors."""
    return np.array([x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]])


def cross(calls):
    x, y = np.array([0.0, 0.75, -0.5]), np.array([0.25, -1.5, 0.625])
    total = 0.0
    for r in range(1, calls + 1):
        x[0] = 1.0 / (2.0 + r)
        total += vector_cross(x, y).sum()
    return total


def camera(cam, x):
    rotation, centre, focal, middle, radical = cam[:3], cam[3:6], cam[6], cam[7:9], cam[9:]
    x = x - centre
    square = rotation @ rotation
    if square != 0.0:
        theta = np.sqrt(square)
        w = rotation / theta
        cosine = np.cos(theta)
        seen = x * cosine + vector_cross(w, x) * np.sin(theta) + w * ((w @ x) * (1.0 - cosine))
    else:
        seen = x + vector_cross(rotation, x)
    p = seen[:2] / seen[2]
    square = p @ p
    return middle + p * (1.0 + radical[0] * square + radical[1] * square * square) * focal


def project(calls):
    cam = np.array([0.1, 0.1, 0.1, 0.2, 0.1, 0.3, 1.2, 0.01, 0.03, 0.009, 1.2e-4])
    x = np.array([0.03, 0.11, -0.7])
    total = 0.0
    for r in range(1, calls + 1):
        x[0] = 1.0 / (2.0 + r)
        cam[0] = 0.1 + r * 1e-8
        p = camera(cam, x)
        total += p @ p
    return total


def logsumexp(a):
    most = np.max(a, axis=0)
    return most + np.log(np.sum(np.exp(a - most), axis=0))


def objective(x, alpha, mu, q, low):
    n, d = x.shape
    triangular = np.zeros((len(q), d, d))
    triangular[:, np.arange(d), np.arange(d)] = np.exp(q)
    rows, cols = np.tril_indices(d, -1)
    triangular[:, rows, cols] = low
    z = triangular @ (x.T - mu[:, :, None])  # component, dimension, point
    terms = (alpha + np.sum(q, axis=1))[:, None] - 0.5 * np.sum(z * z, axis=1)
    prior = np.sum(np.exp(q) ** 2) + np.sum(low * low)
    return np.sum(logsumexp(terms)) - n * logsumexp(alpha) + 0.5 * prior


def gmm(calls):
    i, j = np.ogrid[1:101, 1:4]
    c = np.arange(1, 6)[:, None]
    x, alpha = ((i * i + 5 * j) % 9) / 4.0, (c[:, 0] % 3) / 2.0
    mu, q, low = ((c * c + j) % 5) / 2.0, ((2 * c + j) % 4 - 2) / 4.0, ((c + 3 * j) % 7 - 3) / 8.0
    total = 0.0
    for r in range(1, calls + 1):
        alpha[0] = q[0, 0] = 1.0 / (2.0 + r)
        total += objective(x, alpha, mu, q, low)
    return total


def axis_angle(v):
    angle = np.sqrt(v @ v)
    if angle < 1e-4:
        return np.eye(3)
    k = v / angle
    turned = np.array([[0.0, -k[2], k[1]], [k[2], 0.0, -k[0]], [-k[1], k[0], 0.0]])
    return np.cos(angle) * np.eye(3) + np.sin(angle) * turned + (1.0 - np.cos(angle)) * np.outer(k, k)


def hand(calls):
    v = np.array([0.0, 0.4, -0.3])
    total = 0.0
    for r in range(1, calls + 1):
        v[0] = 1.0 / (2.0 + r)
        m = axis_angle(v)
        total += np.sum(m * m)
    return total


programs = {f.__name__: f for f in (add3, cross, project, gmm, hand)}
options = argparse.ArgumentParser()
options.add_argument("name", choices=programs)
options.add_argument("--calls", type=int, default=1000)
options.add_argument("--out", metavar="FILE.npy")
options = options.parse_args()

before = time.perf_counter_ns()
result = programs[options.name](options.calls)
ns = time.perf_counter_ns() - before
if options.out:
    with open(options.out, "wb") as file:
        np.save(file, np.asarray(result))
with open("/proc/self/status") as file:
    peak = next((int(line.split()[1]) for line in file if line.startswith("VmHWM:")), 0)
print(json.dumps({"name": options.name, "ns": [ns], "peak": peak}))
