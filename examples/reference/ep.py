"""EP with one stream from the front. `python3 ep.py 24` computes class S."""
import sys
from math import fsum, log, sqrt

from nas import Stream

pairs = 2 ** int(sys.argv[1]) if len(sys.argv) > 1 else 16 * 32
stream = Stream(271828183)
xs, ys, counts = [], [], [0] * 10
for _ in range(pairs):
    a = 2 * stream() - 1
    b = 2 * stream() - 1
    t = a * a + b * b
    if t <= 1:
        f = sqrt(-2 * log(t) / t)
        xs.append(a * f)
        ys.append(b * f)
        for k in range(10):
            if k <= max(abs(a * f), abs(b * f)) < k + 1:
                counts[k] += 1
print("sx:", fsum(xs))
print("sy:", fsum(ys))
print("counts:", counts)
