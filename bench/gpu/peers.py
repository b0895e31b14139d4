# The same programs by CuPy or PyTorch, whichever is there. The argument is JSON: the sizes, and how many runs. It prints JSON:
# the library, and ms by the name of the program.
import json, sys, time

asked = json.loads(sys.argv[1])


def say(**what):
    print(json.dumps(what))
    sys.exit(0)


def cupy():
    import cupy as xp

    xp.zeros(1)  # is there a device?
    return xp, "CuPy " + xp.__version__, xp.cuda.get_current_stream().synchronize, xp.concatenate


def torch():
    import torch as xp

    if not xp.cuda.is_available():
        raise RuntimeError("PyTorch finds no device")
    xp.set_default_device("cuda")
    return xp, "PyTorch " + xp.__version__, xp.cuda.synchronize, xp.cat


why = []
for library in (cupy, torch):
    try:
        xp, name, wait, join = library()
        break
    except Exception as e:
        why.append(str(e))
else:
    say(absent="; ".join(why))

n, rows, size, grid, steps = (asked[k] for k in ("elements", "rows", "matrix", "grid", "steps"))


def ints(n, factor, modulus):
    return xp.arange(1, n + 1, dtype=xp.int64) * factor % modulus


def reals(n, divisor):
    i = xp.arange(n, dtype=xp.int64)
    return xp.asarray(i[:, None] * i[None, :] % 11, dtype=xp.float64) / divisor


def hotspot():
    power, temp = reals(grid, 1000.0), reals(grid, 1.0) + 320

    def run():
        t = temp
        for _ in range(steps):
            north, south = join((t[:1], t[:-1])), join((t[1:], t[-1:]))
            west, east = join((t[:, :1], t[:, :-1]), 1), join((t[:, 1:], t[:, -1:]), 1)
            t = t + 0.001 * (power + (west + east - 2 * t) * 0.1 + (north + south - 2 * t) * 0.2 + (80 - t) * 0.05)
        return t

    return run


def mapped():
    a, b = ints(n, 1, 1000), ints(n, 7, 1009)
    return lambda: a * 3 + b * b


def summed():
    a = ints(n, 7, 1009)
    return lambda: a.sum()


def scanned():
    a = ints(n, 7, 1009)
    return lambda: xp.cumsum(a, 0)


def transposed():
    a = reals(rows, 7.0)
    return (lambda: xp.ascontiguousarray(a.T)) if hasattr(xp, "ascontiguousarray") else (lambda: a.T.contiguous())


def product():
    a, b = reals(size, 3.0), reals(size, 7.0)
    return lambda: a @ b


def product_ints():
    a, b = ints(size * size, 7, 1009).reshape(size, size), ints(size * size, 3, 997).reshape(size, size)
    return lambda: a @ b


def rowadd():
    a = ints(rows * rows, 7, 1009).reshape(rows, rows)

    def run():
        out = xp.zeros_like(a)
        out[:-3] = a[:-3] + a[1:-2] + a[2:-1]
        return out

    return run


programs = {
    "map": mapped,
    "sum": summed,
    "scan": scanned,
    "transpose": transposed,
    "matmul of f64s": product,
    "matmul of ints": product_ints,
    "hotspot": hotspot,
    "rowadd": rowadd,
}

ms, failed = {}, {}
for key, prepare in programs.items():
    try:
        run = prepare()
        for _ in range(2):
            run()
        times = []
        for _ in range(asked["runs"]):
            wait()
            begin = time.perf_counter()
            run()
            wait()
            times.append(1000 * (time.perf_counter() - begin))
        ms[key] = sorted(times)[len(times) // 2]
    except Exception as e:  # a library may not have products of ints
        failed[key] = str(e).splitlines()[0] if str(e) else type(e).__name__
say(library=name, ms=ms, failed=failed)
