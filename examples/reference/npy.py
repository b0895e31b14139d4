"""Reads the .npy files of examples/data: little-endian, C order."""
import ast
import pathlib
import struct

data = pathlib.Path(__file__).parent.parent / "data"


def read(name):
    """The file's elements in order, and its shape."""
    raw = (data / name).read_bytes()
    size = struct.unpack("<H", raw[8:10])[0]
    header = ast.literal_eval(raw[10 : 10 + size].decode())
    code = {"|u1": "B", "<i8": "q", "<f8": "d"}[header["descr"]]
    assert not header["fortran_order"]
    return [x for (x,) in struct.iter_unpack("<" + code, raw[10 + size :])], header["shape"]


def matrix(name):
    """The file as a list of rows."""
    flat, (rows, cols) = read(name)
    return [flat[i * cols : (i + 1) * cols] for i in range(rows)]
