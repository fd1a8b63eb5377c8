#!/usr/bin/env python3
"""Halide's published pipelines as loops of the language, beside Halide on the CPU: bench/pipelines.py [options]

Measures the functions of bench/pipelines/pipelines.q and what bench/pipelines/halide.cpp makes of the same algorithms
with schedules by hand, and adds a line for each pair of times to bench/results/pipelines.csv. Both sides have as many
threads, their calls alternate in blocks, the least time of a call counts. Images are of the published sizes; here their
channels lie beside each other, as imread has them, there one after the other. Results have to agree within a tolerance.
Without Halide (libhalide14-0-dev) or a library that was made elsewhere nothing is measured.

  --threads=N     of both sides (all)
  --only=TEXT     pipelines that contain TEXT
  --seconds=S     for each pipeline (4)
  --part=K        images of 1/K of the rows and columns (1)
  --target=T      of Halide, "x86-64-linux-avx512_skylake" (host)
  --library=FILE  of Halide's side, made before by --make
  --make          makes that library for the target and ends
  --csv=FILE      in place of bench/results/pipelines.csv
"""
import argparse
import ctypes
import datetime
import glob
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
os.environ.setdefault("QC_LIBRARY", os.path.join(HERE, "..", "build", "lib", "libqc.so"))
sys.dont_write_bytecode = True
sys.path[:0] = [HERE, os.path.join(HERE, "..", "python")]
import numpy as np  # noqa: E402
import qc  # noqa: E402
from images import least_of_both  # noqa: E402
from ratios import append, commit, processor  # noqa: E402

WARM = np.array([[1.6697, -0.2693, -0.4004, -42.4346], [-0.3576, 1.0615, 1.5949, -37.1158],
                 [-0.2175, -1.8751, 6.9640, -26.6970]], np.float32)
COLD = np.array([[2.2997, -0.4478, 0.1706, -39.0923], [-0.3826, 1.5906, -0.2080, -25.4311],
                 [-0.0888, -0.7344, 2.2832, -20.0826]], np.float32)


class Nothing(Exception):
    """Halide is not there."""


def made(target, library):
    """The library of Halide's side for a target."""
    header = next((d for d in sorted(glob.glob("/usr/include/halide*"), reverse=True)
                   if os.path.exists(d + "/Halide.h")), None)
    linked = sorted(glob.glob("/usr/lib/*/libHalide*.so"), reverse=True)
    if not header or not linked:
        raise Nothing("Halide is not installed (libhalide14-0-dev)")
    source = os.path.join(HERE, "pipelines", "halide.cpp")
    with tempfile.TemporaryDirectory() as folder:
        tool = os.path.join(folder, "halide")
        subprocess.run(["g++", "-std=c++17", "-O0", "-I" + header, source, linked[0], "-o", tool], check=True)
        subprocess.run([tool, target, folder], check=True)
        os.makedirs(os.path.dirname(os.path.abspath(library)), exist_ok=True)
        subprocess.run(["g++", "-shared", "-o", library, *glob.glob(folder + "/*.o"), "-lpthread", "-ldl"], check=True)


class Dimension(ctypes.Structure):
    _fields_ = [("min", ctypes.c_int32), ("extent", ctypes.c_int32), ("stride", ctypes.c_int32),
                ("flags", ctypes.c_uint32)]


class Buffer(ctypes.Structure):
    """halide_buffer_t of HalideRuntime.h."""
    _fields_ = [("device", ctypes.c_uint64), ("interface", ctypes.c_void_p), ("host", ctypes.c_void_p),
                ("flags", ctypes.c_uint64), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8),
                ("lanes", ctypes.c_uint16), ("dimensions", ctypes.c_int32), ("dim", ctypes.POINTER(Dimension)),
                ("padding", ctypes.c_void_p)]


def buffer(a, first=0):
    """Of an array whose last index runs fastest; `first`: the place of the first element in rows and columns."""
    n = a.ndim
    dims = (Dimension*n)(*[Dimension(first if d < 2 else 0, a.shape[n-1-d], a.strides[n-1-d]//a.itemsize, 0)
                           for d in range(n)])
    b = Buffer(0, None, a.ctypes.data, 0, {"u": 1, "f": 2}[a.dtype.kind], 8*a.itemsize, 1, n, dims, None)
    b.kept = a
    return b


class Halide:
    def __init__(self, library, threads):
        self.library = ctypes.CDLL(os.path.abspath(library))
        self.library.halide_set_num_threads(threads)

    def call(self, name, inputs, numbers, shape, kind, first):
        """What is called, and the array that it fills."""
        out = np.zeros(shape, kind)
        buffers = [buffer(a) for a in inputs] + [buffer(out, first)]
        arguments = [ctypes.byref(b) for b in buffers[:-1]]
        arguments += [ctypes.c_float(v) if isinstance(v, float) else ctypes.c_int32(v) for v in numbers]
        arguments.append(ctypes.byref(buffers[-1]))
        function = self.library["halide_" + name]

        def run():
            if function(*arguments):
                raise RuntimeError("Halide failed")
        run.kept = buffers
        return run, out


def picture(h, w, channels, part):
    """Smooth shapes with some noise, 0.05 to 0.95."""
    rng = np.random.default_rng(1)
    m, n = np.arange(h, dtype=np.float32)[:, None]*part, np.arange(w, dtype=np.float32)[None]*part
    layers = []
    for c in range(channels):
        base = 0.5 + 0.25*np.sin(m/(90 + 20*c))*np.cos(n/70) + 0.15*np.sign(np.sin((m + n)/(50 + 9*c)))
        layers.append(np.clip(base + 0.05*rng.standard_normal((h, w), np.float32), 0.05, 0.95).astype(np.float32))
    return layers[0] if channels == 1 else np.stack(layers, 2)


def cases(part):
    """Name, image, further arrays, numbers, shape and kind of the result, its first place, tolerance, its part of the
    elements that may be beyond: where a whole number changes with the last bit of a float."""
    h, w = 2560//part, 1536//part

    def words():
        return np.random.default_rng(1).integers(0, 1 << 14, (4802//part, 6408//part), np.uint16)

    def raw():
        rgb = picture(1968//part, 2592//part, 3, part)
        mosaic = rgb[:, :, 1].copy()
        mosaic[::2, 1::2], mosaic[1::2, ::2] = rgb[::2, 1::2, 0], rgb[1::2, ::2, 2]
        return (mosaic*1023).astype(np.uint16)
    f, u8 = np.float32, np.uint8
    yield ("blur", words, [], [], (4802//part - 2, 6408//part - 2), np.uint16, 0, 0, 0)
    yield ("unsharp", lambda: picture(h, w, 3, part), [], [], (3, h, w), f, 0, 1e-5, 0)
    yield ("harris", lambda: picture(h, w, 3, part), [], [], (h - 6, w - 6), f, 3, 1e-6, 0)
    yield ("bilateral_grid", lambda: picture(h, w, 1, part), [], [0.1], (h, w), f, 0, 1e-4, 1e-4)
    yield ("local_laplacian", lambda: picture(h, w, 3, part), [], [8, 1/7, 1.0], (3, h, w), f, 0, 1e-3, 1e-3)
    yield ("camera_pipe", raw, [WARM, COLD], [3700.0, 2.0, 50.0, 1.0, 25, 1023],
           (3, (1968//part - 24)//32*32, (2592//part - 32)//32*32), u8, 0, 1, 1e-3)


def measured(halide, program, case, seconds):
    """The elements of the image and the times in microseconds."""
    name, image, more, numbers, shape, kind, first, tolerance, beyond = case
    x = image()
    planes = np.ascontiguousarray(np.moveaxis(x, 2, 0)) if x.ndim == 3 else x
    theirs, result = halide.call(name, [planes, *more], numbers, shape, kind, first)
    own = [program.call("own", a) for a in [x, *more]]

    def ours():
        return program.call(name, *own, *numbers)
    theirs()
    y = np.asarray(ours())
    y = np.moveaxis(y, 2, 0) if y.ndim == 3 else y
    if y.shape != result.shape:
        raise ValueError(f"the results are of {y.shape} and {result.shape}")
    apart = np.abs(y.astype(f := np.float32) - result.astype(f))
    if not np.mean(apart > tolerance) <= beyond:
        raise ValueError(f"{np.mean(apart > tolerance):.2g} of the results differ by more than {tolerance}, "
                         f"by up to {np.max(apart):.3g}")
    return x.shape[0]*x.shape[1], [1e6*t for t in least_of_both(ours, theirs, seconds/3.5)]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--only", default="")
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--part", type=int, default=1)
    parser.add_argument("--target", default="host")
    parser.add_argument("--library")
    parser.add_argument("--make", action="store_true")
    parser.add_argument("--csv", default=os.path.join(HERE, "results", "pipelines.csv"))
    arguments = parser.parse_args()
    library = arguments.library or os.path.join(HERE, "..", "build", "pipelines", f"halide-{arguments.target}.so")
    newest = os.path.getmtime(os.path.join(HERE, "pipelines", "halide.cpp"))
    try:
        if arguments.make or not arguments.library and not (os.path.exists(library)
                                                            and os.path.getmtime(library) > newest):
            made(arguments.target, library)
    except (Nothing, subprocess.CalledProcessError, OSError) as error:
        print(f"left out: {error}")
        return
    if arguments.make:
        return
    halide = Halide(library, arguments.threads)
    with open(os.path.join(HERE, "pipelines", "pipelines.q")) as file:
        program = qc.compile(file.read(), device="cpu", threads=arguments.threads, convert=lambda y: y)
    facts = {"machine": f"{processor()}, {program.device_name}", "date": datetime.date.today().isoformat(),
             "commit": commit(), "peer": "Halide 14"}
    print(f"# {facts['machine']}\n{'pipeline':<20}{'pixels':>10}{'us':>12}{'its us':>12}{'ratio':>8}")
    for case in cases(arguments.part):
        if arguments.only not in case[0]:
            continue
        try:
            n, us = measured(halide, program, case, arguments.seconds)
        except Exception as error:  # the others count still
            print(f"{case[0]:<20}  left out: {type(error).__name__}: {str(error)[:1000]}", flush=True)
            continue
        print(f"{case[0]:<20}{n:>10}{us[0]:>12.1f}{us[1]:>12.1f}{us[0]/us[1]:>8.2f}", flush=True)
        row = dict(facts, case=case[0].replace("_", " "), n=n, time_us=f"{us[0]:.2f}", peer_us=f"{us[1]:.2f}",
                   ratio=f"{us[0]/us[1]:.3f}")
        append(arguments.csv, [row])


if __name__ == "__main__":
    main()
