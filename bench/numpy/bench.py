"""Harness of the NumPy twins: a program makes its inputs, defines a function `run` that returns the
result, and ends with bench.main(run). Options: --out FILE.npy writes the result and exits;
--seconds S. Otherwise it prints the time of each repeat as a JSON line.

Programs import this module before numpy: one thread, also in the libraries that NumPy calls.
"""

import os
import sys

assert "numpy" not in sys.modules, "import bench before numpy"
for name in "OPENBLAS", "OMP", "MKL", "BLIS":
    os.environ[name + "_NUM_THREADS"] = "1"

import argparse
import json
import pathlib
import time

import numpy as np

# Once malloc has freed a large array, it keeps the memory of smaller ones for the next array. Else
# the system would take it away and clear it each time, which takes longer than most loops here.
np.empty(30 * 2**20, dtype=np.uint8)


def main(run, library="", near=""):
    """`library` is the tuned library that does the main work, where it is not NumPy's own loops.
    `near` tells why the last digits of the result may differ from those of the C program."""
    name = pathlib.Path(sys.argv[0]).stem
    options = argparse.ArgumentParser(prog=name)
    options.add_argument("--out", metavar="FILE.npy")
    options.add_argument("--seconds", type=float, default=0.5)
    options = options.parse_args()

    result = run()  # also the warm-up
    if options.out:
        with open(options.out, "wb") as file:
            np.save(file, np.asarray(result, order="C"))
        return

    ns = []
    start = time.perf_counter_ns()
    while len(ns) < 5 or time.perf_counter_ns() - start < options.seconds * 1e9:
        before = time.perf_counter_ns()
        result = run()
        ns.append(time.perf_counter_ns() - before)
    line = {"name": name, "library": library}
    if near:
        line["near"] = near
    print(json.dumps(line | {"ns": ns}))
