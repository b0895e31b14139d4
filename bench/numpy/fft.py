# Twin of examples/accelerate/fft.fun: 32 transforms of 256 numbers. The result is the real parts.
import bench
import numpy as np

i, j = np.ogrid[1:33, 1:257]
re = ((i * i + 3 * j * j) % 17).astype(float)
im = ((5 * i + 2 * j) % 7).astype(float)


def run():
    return np.fft.fft(re + 1j * im, axis=1).real


bench.main(run, library="pocketfft", near="pocketfft has an algorithm of its own")
