#!/usr/bin/env python3
"""Built-ins of whole arrays and loops over rows on a GPU beside CuPy: bench/built_ins.py [--only=TEXT] [--csv=FILE]

Calls of both sides alternate in blocks, as in bench/images.py, on the same arrays in the memory of the GPU; a call is
awaited, and the least time of a call counts. Adds a line for each pair of times to bench/results/built_ins.csv. A case
that fails is left out with the reason.
"""
import argparse
import datetime
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import numpy as np  # noqa: E402
import images  # noqa: E402
import qc  # noqa: E402
from ratios import append, commit  # noqa: E402

N = 1 << 24
SIDE = 4096


def arrays():
    """By the names that the cases use."""
    rng = np.random.default_rng(1)
    f4 = np.float32
    v = rng.random(N, f4)
    return {"v": v, "w": rng.random(N, f4), "a": rng.random((SIDE, SIDE), f4), "d": rng.random((2048, 2048)),
            "k": rng.integers(0, 1000, N), "k2": rng.integers(1, 1000, N), "by": rng.integers(0, 256, N, np.uint8),
            "lut": rng.random(256, f4), "ix": rng.permutation(N), "mask": v > 0.5,
            "im": rng.random((2048, 2048, 3), f4), "z": (v + 1j*v[::-1]).astype(np.complex64),
            "l": v[:1 << 22].reshape(64, 65536), "h": v[:1 << 22].reshape(65536, 64),
            "c": v[:3 << 20].reshape(1 << 20, 3),
            "p1": rng.random((1024, 1024), f4), "p2": rng.random((2048, 2048), f4), "p3": rng.random((3000, 3000), f4),
            "zp": (rng.random((2048, 2048)) + 1j*rng.random((2048, 2048))).astype(np.complex64),
            "s": rng.random((256, 256), f4) + 16*np.eye(256, dtype=f4), "t": rng.random((512, 512), f4)}


# What it is named, the arrays that it takes, the expression here, the peer's (`cp` is CuPy).
CASES = [
    ("`fft2` of 4096 x 4096", "a", "fft2(a)", "cp.fft.fft2(a)"),
    ("`fft2` of 512 x 512", "t", "fft2(t)", "cp.fft.fft2(t)"),
    ("`fft1`", "v", "fft1(v)", "cp.fft.fft(v)"),
    ("`fft1`, rows of 4096", "a", "fft1(a)", "cp.fft.fft(a)"),
    ("`permute` of channels", "im", "permute(im, [2,0,1])", "cp.ascontiguousarray(im.transpose(2, 0, 1))"),
    ("`fliplr`", "a", "fliplr(a)", "cp.ascontiguousarray(cp.fliplr(a))"),
    ("`circshift` of complex numbers", "z", "circshift(z, 1000)", "cp.roll(z, 1000)"),
    ("`[v, w]`", "v w", "[v, w]", "cp.concatenate((v, w))"),
    ("`repmat`", "v", "repmat(v[0..4095], [4096, 1])", "cp.tile(v[:4096], (4096, 1))"),
    ("`ones`", "", "ones(4096, 4096)", "cp.ones((4096, 4096), cp.float32)"),
    ("`cast` to int", "v", "cast(100*v, int)", "(100*v).astype(cp.int64)"),
    ("`cast` from bytes", "by", "cast(by, float)", "by.astype(cp.float32)"),
    ("`rand`", "", "rand(4096, 4096)", "cp.random.rand(4096, 4096, dtype=cp.float32)"),
    ("`randn`", "", "randn(4096, 4096)", "cp.random.randn(4096, 4096, dtype=cp.float32)"),
    ("`randi`", "", "randi(1000, 4096, 4096)", "cp.random.randint(1, 1001, (4096, 4096))"),
    ("`v[ix]`", "v ix", "v[ix]", "v[ix]"),
    ("`lut[by]`", "lut by", "lut[by]", "lut[by]"),
    ("`v[mask]`", "v mask", "v[mask]", "v[mask]"),
    ("`find`", "mask", "find(mask)", "cp.argwhere(mask)"),
    ("`any(m, 1)`", "a", "any(a > 2, 1)", "(a > 2).any(1)"),
    ("`std(a, 1)`", "a", "std(a, 1)", "a.std(1, ddof=1)"),
    ("`median(v)`", "v", "median(v)", "cp.median(v)"),
    ("`median(a, 1)`", "a", "median(a, 1)", "cp.median(a, 1)"),
    ("`histogram(v, 256)`", "v", "histogram(v, 256)", "cp.histogram(v, 256)"),
    ("`sort`", "v", "sort(v)", "cp.sort(v)"),
    ("`sort` of ints", "k", "sort(k)", "cp.sort(k)"),
    ("`sort`, rows of 4096", "a", "sort(a, 1)", "cp.sort(a, 1)"),
    ("`sort` with places", "v", "both(v)", "(lambda i: (v[i], i))(cp.argsort(v))"),
    ("`unique` of ints", "k", "unique(k)", "cp.unique(k)"),
    ("`[m, i] = max(v)`", "v", "place(v)", "(v.max(), v.argmax())"),
    ("`[m, i] = max` along rows", "a", "places(a)", "(a.max(1), a.argmax(1))"),
    ("`diff`", "v", "diff(v)", "cp.diff(v)"),
    ("`linspace`", "", f"linspace(0, 1, {N})", f"cp.linspace(0, 1, {N}, dtype=cp.float32)"),
    ("`cumsum` along rows", "a", "cumsum(a, 1)", "cp.cumsum(a, 1)"),
    ("`cumsum` down columns", "a", "cumsum(a, 0)", "cp.cumsum(a, 0)"),
    ("`cumsum` of one line", "v", "cumsum(v)", "cp.cumsum(v)"),
    ("`mod(k, k2)` of ints", "k k2", "mod(k, k2)", "k % k2"),
    ("`eye(4096)`", "", "eye(4096)", "cp.eye(4096, dtype=cp.float32)"),
    ("`isnan` of complex numbers", "z", "isnan(z)", "cp.isnan(z)"),
    ("`tril`", "a", "tril(a)", "cp.tril(a)"),
    ("`inv` of 256 x 256", "s", "inv(s)", "cp.linalg.inv(s)"),
    ("`imresize` by two in doubles", "d", "imresize(d, 2)",
     "nd.zoom(d, 2, order=1, mode='nearest', prefilter=False, grid_mode=True)"),
    ("softmax of rows, four loops in one", "a", "softmax(a)", "soft(cp, a)"),
    ("softmax of 64 long rows", "l", "softmax(l)", "soft(cp, l)"),
    ("standardised rows, three loops in one", "a", "standardised(a)", "standard(cp, a)"),
    ("standardised rows of 64", "h", "standardised(h)", "standard(cp, h)"),
    ("centred columns, 3 of them", "c", "centred(c)", "c - c.mean(0, keepdims=True)"),
    ("centred columns, 64 of them", "h", "centred(h)", "h - h.mean(0, keepdims=True)"),
    ("a map down columns", "a", "down(a)", "2*a + 1"),
    ("running sums along rows, a loop", "a", "running(a)", "cp.cumsum(a, 1)"),
    ("a product of 512 x 512", "t", "t*t", "t@t"),
    ("a product of 1024 x 1024", "p1", "p1*p1", "p1@p1"),
    ("a product of 2048 x 2048", "p2", "p2*p2", "p2@p2"),
    ("a product of 3000 x 3000", "p3", "p3*p3", "p3@p3"),
    ("a product of 4096 x 4096", "a", "a*a", "a@a"),
    ("a complex product of 2048 x 2048", "zp", "zp*zp", "zp@zp"),
    ("a product of 2048 x 2048 in doubles", "d", "d*d", "d@d"),
]


def soft(cp, x):
    e = cp.exp(x - x.max(1, keepdims=True))
    return e/e.sum(1, keepdims=True)


def standard(cp, x):
    d = x - x.mean(1, keepdims=True)
    return d/cp.sqrt((d*d).mean(1, keepdims=True))


PROGRAM = """
function y = both(v)
    [y, i] = sort(v)
end
function y = place(v)
    [y, i] = max(v)
end
function y = places(a)
    [y, i] = max(a, [], 1)
end
function y = running(x)
    y = zeros(size(x))
    for i = 0..size(x,0)-1
        s = 0.0
        for j = 0..size(x,1)-1
            s += x[i,j]
            y[i,j] = s
        end
    end
end
function y = softmax(x)
    y = zeros(size(x))
    for i = 0..size(x,0)-1
        top = -inf
        for j = 0..size(x,1)-1
            top = max(top, x[i,j])
        end
        s = 0.0
        for j = 0..size(x,1)-1
            y[i,j] = exp(x[i,j] - top)
            s += y[i,j]
        end
        for j = 0..size(x,1)-1
            y[i,j] /= s
        end
    end
end
function y = standardised(x)
    y = zeros(size(x))
    n = size(x,1)
    for i = 0..size(x,0)-1
        s = 0.0
        for j = 0..n-1
            s += x[i,j]
        end
        v = 0.0
        for j = 0..n-1
            v += (x[i,j] - s/n)^2
        end
        for j = 0..n-1
            y[i,j] = (x[i,j] - s/n)/sqrt(v/n)
        end
    end
end
function y = centred(x)
    y = zeros(size(x))
    for j = 0..size(x,1)-1
        s = 0.0
        for i = 0..size(x,0)-1
            s += x[i,j]
        end
        for i = 0..size(x,0)-1
            y[i,j] = x[i,j] - s/size(x,0)
        end
    end
end
function y = down(x)
    y = zeros(size(x))
    for j = 0..size(x,1)-1
        for i = 0..size(x,0)-1
            y[i,j] = 2*x[i,j] + 1
        end
    end
end
"""


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--only", default="")
    parser.add_argument("--csv", default=os.path.join(images.HERE, "results", "built_ins.csv"))
    arguments = parser.parse_args()
    side = images.Gpu()
    import cupyx.scipy.ndimage as nd
    text = PROGRAM
    for number, (_, names, ours, _) in enumerate(CASES):
        text += f"function y = case_{number}({', '.join(names.split())})\n    y = {ours}\nend\n"
    program = qc.compile(text, device="cuda", convert=lambda y: y)
    side.queue = side.cupy.cuda.ExternalStream(program.stream)
    values = arrays()
    facts = {"machine": program.device_name, "date": datetime.date.today().isoformat(), "commit": commit(),
             "peer": "CuPy"}
    for number, (name, names, _, theirs) in enumerate(CASES):
        if arguments.only not in name:
            continue
        its = {x: side.cupy.asarray(values[x]) for x in names.split()}
        mine = [qc.from_dlpack(x, program) for x in its.values()]  # what it works on is on the GPU
        its.update(cp=side.cupy, nd=nd, soft=soft, standard=standard)
        peer = eval("lambda: " + theirs, its)

        def ours():
            program.call(f"case_{number}", *mine)
            side.queue.synchronize()

        def awaited():
            peer()
            side.wait_for_theirs()
        try:
            ours(), awaited()  # what they make for a first call
            us = [1e6*t for t in images.least_of_both(ours, awaited, 0.1)]
        except Exception as error:  # whatever a library throws: the others count still
            print(f"{name:<40} left out: {type(error).__name__}: {str(error)[:200]}", flush=True)
            continue
        n = max([values[x].size for x in names.split()], default=N)
        print(f"{name:<40}{n:>10}{us[0]:>12.1f}{us[1]:>12.1f}{us[0]/us[1]:>8.2f}", flush=True)
        append(arguments.csv, [dict(facts, case=name, n=n, time_us=f"{us[0]:.2f}", peer_us=f"{us[1]:.2f}",
                                    ratio=f"{us[0]/us[1]:.3f}")])


if __name__ == "__main__":
    main()
