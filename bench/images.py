#!/usr/bin/env python3
"""Image functions of the library beside OpenCV on the CPU and CuPy on a GPU: bench/images.py [--quick]

Measures CASES on images of floats and of bytes, with one and three channels, and adds a line for each pair of times
to bench/results/images.csv. Both sides get the same image and as many threads, their calls alternate in blocks, the
least time of a call counts. A call on a GPU is awaited. Results have to agree within a tolerance; a case that fails or
that one side does not have is left out with the reason. Where OpenCV is missing SciPy takes its place, with one thread
on each side.

  --quick        one channel, images up to 2048 x 2048
  --seconds=S    begins no case after that (240), half of it for each device
  --threads=N    of the CPU (all)
  --device=D     cpu or cuda alone
  --only=TEXT    cases that contain TEXT
  --csv=FILE     in place of bench/results/images.csv
"""
import argparse
import datetime
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
os.environ.setdefault("QC_LIBRARY", os.path.join(HERE, "..", "build", "lib", "libqc.so"))
sys.dont_write_bytecode = True
sys.path[:0] = [HERE, os.path.join(HERE, "..", "python")]
import numpy as np  # noqa: E402
import qc  # noqa: E402
from ratios import append, commit, processor  # noqa: E402

PROGRAM = """
function y = own(x)
    y = copy(x)
end
function y = f_gaussian(x)
    y = gaussian_filter(x, 2, 0, "clamped")
end
function y = f_filter(x, mask)
    y = imfilter(x, mask, [], "clamped")
end
function y = f_median(x, r : int)
    y = immedfilt(x, r, "clamped")
end
function y = f_erode(x, k : int)
    y = imerode(x, ones(k, k))
end
function y = f_dilate(x, k : int)
    y = imdilate(x, ones(k, k))
end
function y = f_resize(x, factor : scalar)
    y = imresize(x, factor)
end
function y = f_rotate(x)
    y = imrotate(x, 30, "bilinear", "crop")
end
function [gx, gy] = f_sobel(x)
    [gx, gy] = imgradientxy(x)
end
"""
MASK = np.random.default_rng(2).random((5, 5), dtype=np.float32)
MASK /= MASK.sum()


class Nothing(Exception):
    """One of the sides has no such function."""


def of_opencv(name, size, x):
    """What OpenCV is called with: a function without arguments."""
    if name == "gaussian_filter":
        return lambda: cv2.GaussianBlur(x, (13, 13), 2, borderType=cv2.BORDER_REPLICATE)
    if name == "imfilter":
        return lambda: cv2.filter2D(x, cv2.CV_32F, MASK, borderType=cv2.BORDER_REPLICATE)
    if name == "immedfilt":
        if size > 5 and x.dtype != np.uint8:
            raise Nothing("OpenCV has medians of 3 x 3 and 5 x 5 of floats alone")
        return lambda: cv2.medianBlur(x, size)
    if name in ("imerode", "imdilate"):
        element, f = np.ones((size, size), np.uint8), cv2.erode if name == "imerode" else cv2.dilate
        return lambda: f(x, element)
    if name == "imresize":
        extent = (int(x.shape[1]*size), int(x.shape[0]*size))
        return lambda: cv2.resize(x, extent, interpolation=cv2.INTER_LINEAR)
    if name == "imrotate":
        h, w = x.shape[:2]
        turn = cv2.getRotationMatrix2D(((w - 1)/2, (h - 1)/2), 30, 1)
        return lambda: cv2.warpAffine(x, turn, (w, h), flags=cv2.INTER_LINEAR)
    if x.ndim > 2:
        raise Nothing("imgradientxy takes matrices")
    return lambda: [cv2.Sobel(x, cv2.CV_32F, dx, 1 - dx, ksize=3, borderType=cv2.BORDER_REPLICATE) for dx in (1, 0)]


def of_ndimage(nd, mask, name, size, x):
    """The same of scipy.ndimage and cupyx.scipy.ndimage. Where bytes would be cut off the result is of floats."""
    cube, f4 = x.ndim > 2, np.float32
    window = (size, size, 1) if cube else (size, size)
    if name == "gaussian_filter":
        sigma = (2, 2, 0) if cube else 2
        return lambda: nd.gaussian_filter(x, sigma, output=f4, mode="nearest", truncate=3.0)
    if name == "imfilter":
        weights = mask[:, :, None] if cube else mask
        return lambda: nd.correlate(x, weights, output=f4, mode="nearest")
    if name == "immedfilt":
        return lambda: nd.median_filter(x, size=window, mode="nearest")
    if name in ("imerode", "imdilate"):
        f = nd.minimum_filter if name == "imerode" else nd.maximum_filter
        return lambda: f(x, size=window, mode="nearest")
    if name == "imresize":
        factors = (size, size, 1) if cube else size
        return lambda: nd.zoom(x, factors, output=f4, order=1, mode="nearest", prefilter=False, grid_mode=True)
    if name == "imrotate":
        return lambda: nd.rotate(x, 30, reshape=False, output=f4, order=1, mode="grid-constant", prefilter=False)
    if cube:
        raise Nothing("imgradientxy takes matrices")
    return lambda: [nd.sobel(x, axis=axis, output=f4, mode="nearest") for axis in (1, 0)]


def of_qc(program, mask, name, size, x):
    function, more = {"gaussian_filter": ("f_gaussian", []), "imfilter": ("f_filter", [mask]),
                      "immedfilt": ("f_median", [size // 2 if size else 0]), "imerode": ("f_erode", [size]),
                      "imdilate": ("f_dilate", [size]), "imresize": ("f_resize", [float(size or 0)]),
                      "imrotate": ("f_rotate", []), "sobel": ("f_sobel", [])}[name]
    return lambda: program.call(function, x, *more)


# What is called, its size, what it is named, the tolerance as a part of the range of the pixels: of floats, and of
# bytes, where the other side may round the results. OpenCV rounds the places of turned pixels to 1/32, which is 1/64 of
# two differences of neighbours.
CASES = [("gaussian_filter", None, "gaussian_filter, sigma 2", 2e-5, 1.5/255),
         ("imfilter", None, "imfilter, 5 x 5", 2e-5, 2e-5)]
CASES += [("immedfilt", k, f"immedfilt, {k} x {k}", 0, 0) for k in (3, 5, 9)]
CASES += [("imerode", k, f"imerode, {k} x {k}", 0, 0) for k in (3, 7, 15)]
CASES += [("imdilate", k, f"imdilate, {k} x {k}", 0, 0) for k in (3, 7, 15)]
CASES += [("imresize", 0.5, "imresize to half", 2e-5, 1.5/255), ("imresize", 2, "imresize to double", 2e-5, 1.5/255),
          ("imrotate", None, "imrotate, bilinear", 0.05, 0.05), ("sobel", None, "imgradientxy", 2e-5, 2e-5)]
MOST = 1 << 28  # elements of an image or a result


def seconds_of(f):
    start = time.perf_counter()
    f()
    return time.perf_counter() - start


def block(f, seconds):
    """The least time of calls that take so long together."""
    least = spent = seconds_of(f)
    while spent < seconds:
        t = seconds_of(f)
        least, spent = min(least, t), spent + t
    return least


def least_of_both(ours, theirs, seconds):
    """Blocks in turn, after code of ours was made and made again with full effort: see docs/decisions/004."""
    warm, calls = 0, 0
    while warm < 1.5*seconds and calls < 1000:
        t = seconds_of(ours)
        warm, calls = warm + t, calls + 1
    best, start = [float("inf")]*2, time.perf_counter()
    while best[0] == float("inf") or time.perf_counter() - start < 2*seconds:
        for side, f in enumerate((ours, theirs)):
            best[side] = min(best[side], block(f, seconds/5))
    return best


def listed(y):
    return list(y) if isinstance(y, (tuple, list)) else [y]


def differ(ours, theirs, span, whole):
    """The greatest difference as a part of the range. Of large images some of the rows are compared."""
    worst = 0.0
    for a, b in zip(listed(ours), listed(theirs)):
        if tuple(a.shape) != tuple(b.shape):
            raise ValueError(f"the results are of {tuple(a.shape)} and {tuple(b.shape)}")
        rows = slice(None) if whole else slice(None, None, 61)
        a, b = np.asarray(a)[rows], b[rows]
        b = b.get() if hasattr(b, "get") else b
        worst = max(worst, float(np.max(np.abs(a.astype(np.float32) - b.astype(np.float32))))/span)
    return worst


class Images:
    """Those of one kind and size that were asked for last."""
    def __init__(self):
        self._kind, self._image = None, None

    def get(self, kind):
        if kind != self._kind:
            n, letter, channels = kind
            shape = (n, n) if channels == 1 else (n, n, channels)
            rng = np.random.default_rng(1)
            self._image = rng.integers(0, 256, shape, np.uint8) if letter == "uint8" else rng.random(shape, np.float32)
            self._kind = kind
        return self._image


class Cpu:
    def __init__(self, threads):
        global cv2
        try:
            import cv2
            cv2.setNumThreads(threads)
            self.peer = "OpenCV " + cv2.__version__
            self.theirs = of_opencv
        except ImportError as error:
            import scipy
            import scipy.ndimage
            print(f"no OpenCV ({error}): SciPy, which has one thread, takes its place")
            threads, self.peer = 1, "SciPy " + scipy.__version__
            self.theirs = lambda *case: of_ndimage(scipy.ndimage, MASK, *case)
        self.program = qc.compile(PROGRAM, device="cpu", threads=threads, convert=lambda y: y)
        self.machine = f"{processor()}, {self.program.device_name}"

    def image(self, x):
        return x

    def wait_for_ours(self, y):
        pass

    def wait_for_theirs(self):
        pass


class Gpu:
    def __init__(self):
        import cupy
        import cupyx.scipy.ndimage
        self.cupy, self.peer = cupy, "CuPy " + cupy.__version__
        cupy.zeros(1)
        mask = cupy.asarray(MASK)
        self.theirs = lambda *case: of_ndimage(cupyx.scipy.ndimage, mask, *case)
        self.program = qc.compile(PROGRAM, device="cuda", convert=lambda y: y)
        self.queue = cupy.cuda.ExternalStream(self.program.stream)
        self.machine = self.program.device_name

    def image(self, x):
        self.cupy.get_default_memory_pool().free_all_blocks()
        return self.cupy.asarray(x)

    def wait_for_ours(self, y):
        self.queue.synchronize()

    def wait_for_theirs(self):
        self.cupy.cuda.Stream.null.synchronize()


def measured(side, images, case, kind, seconds):
    """The times of a case in microseconds."""
    name, size, _, of_floats, of_bytes = case
    n, letter, channels = kind
    if n*n*channels*(size*size if name == "imresize" and size > 1 else 1) > MOST:
        raise Nothing("a result of more than 2^28 elements")
    x = images.get(kind)
    theirs = side.theirs(name, size, side.image(x))
    own = side.program.call("own", x)
    ours = of_qc(side.program, side.program.call("own", MASK), name, size, own)

    def awaited_theirs():
        y = theirs()
        side.wait_for_theirs()
        return y

    def awaited_ours():
        y = ours()
        side.wait_for_ours(y)
        return y
    reference = awaited_theirs()
    tolerance, span = (of_bytes, 255.0) if letter == "uint8" else (of_floats, 1.0)
    apart = differ(awaited_ours(), reference, span, n <= 2048)
    del reference
    if not apart <= tolerance:
        raise ValueError(f"the results differ by {apart:.2g} of the range, more than {tolerance:.2g}")
    return [1e6*t for t in least_of_both(awaited_ours, awaited_theirs, seconds)]


def measure(side, arguments, end, out):
    images, left = Images(), 0
    side.program.limit_time(20)
    facts = {"machine": side.machine, "date": datetime.date.today().isoformat(), "commit": commit(), "peer": side.peer}
    print(f"# {side.machine} beside {side.peer}\n{'case':<44}{'n':>6}{'us':>12}{'its us':>12}{'ratio':>8}")
    for n in (512, 2048) if arguments.quick else (512, 2048, 8192):
        for channels in (1,) if arguments.quick else (1, 3):
            for letter in ("float", "uint8"):
                for case in CASES:
                    name = case[2] + (" of bytes" if letter == "uint8" else "")
                    name += ", 3 channels" if channels > 1 else ""
                    if arguments.only not in name:
                        continue
                    if time.monotonic() > end:
                        left += 1
                        continue
                    try:
                        us = measured(side, images, case, (n, letter, channels), 0.05 if arguments.quick else 0.1)
                    except Exception as error:  # whatever a library throws: the others count still
                        print(f"{name:<44}{n:>6}  left out: {type(error).__name__}: {str(error)[:300]}", flush=True)
                        continue
                    row = dict(facts, case=name, n=n, time_us=f"{us[0]:.2f}", peer_us=f"{us[1]:.2f}",
                               ratio=f"{us[0]/us[1]:.3f}")
                    print(f"{name:<44}{n:>6}{us[0]:>12.1f}{us[1]:>12.1f}{us[0]/us[1]:>8.2f}", flush=True)
                    out(row)
    if left:
        print(f"left out: {left} cases, the time was over (--seconds)")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--seconds", type=float, default=240)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--device", choices=["cpu", "cuda"])
    parser.add_argument("--only", default="")
    parser.add_argument("--csv", default=os.path.join(HERE, "results", "images.csv"))
    arguments = parser.parse_args()

    def out(row):
        append(arguments.csv, [row])
    start = time.monotonic()
    for k, (device, make) in enumerate((("cuda", Gpu), ("cpu", lambda: Cpu(arguments.threads)))):
        if arguments.device in (None, device):
            try:
                side = make()
            except Exception as error:  # no GPU, or a library that is not there
                print(f"{device} is left out: {type(error).__name__}: {str(error)[:300]}", flush=True)
                continue
            measure(side, arguments, start + arguments.seconds*(0.5 if k == 0 and not arguments.device else 1), out)


if __name__ == "__main__":
    main()
