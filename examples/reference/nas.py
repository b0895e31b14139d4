"""The random numbers of the NAS benchmarks, as their programs compute them: products of
46-bit numbers from halves of 23 bits."""


class Stream:
    def __init__(self, seed):
        self.x = seed

    def __call__(self):
        a1, a2 = 5**13 >> 23, 5**13 & 2**23 - 1
        x1, x2 = self.x >> 23, self.x & 2**23 - 1
        z = (a1 * x2 + a2 * x1) & 2**23 - 1
        self.x = ((z << 23) + a2 * x2) & 2**46 - 1
        return self.x / 2**46
