#!/usr/bin/python3
"""Statements of bench/survey.txt in qc, in NumPy and, where bench/survey.m has them, in GNU Octave on the CPU, the best of several runs:
bench/survey.py [part of a name] [rounds] [threads]

A line of survey.txt is NAME|STATEMENT OF QC|STATEMENT OF NUMPY; SETUP_QC and SETUP_NUMPY say what the names stand for. Milliseconds, and qc's time over each
of the others'. Rounds alternate between the sides; with several the least time of each statement counts. All have as many threads, one if nothing is said.
"""
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
QC = os.path.join(HERE, "..", "build", "bin", "qc")
RUNS = 9
ENOUGH_MS = 150  # short statements run more often until they have taken so long: their loops are compiled with full effort by then
SETUP_QC = """    n = 4194304
    v = rand(n)
    w = rand(n)
    u = 200*(rand(n) - 0.5)
    a = reshape(v, 2048, 2048)
    b = reshape(w, 2048, 2048)
    im = rand(1024,1024,3)
    ix = randi([0, n-1], n)
    by = cast(floor(v*256), uint8)
    k = cast(floor(v*1000), int)
    z = complex(v, w)
    z2 = complex(w, v)
    c = 0.5
    cv = z[0..1048575]
    za = reshape(z, 2048, 2048)
    ka = reshape(k, 2048, 2048)
    k2 = k + 1
    by2 = cast(floor(w*256), uint8)
    i8 = cast(floor(im*256), uint8)
    pl = rand(3,1024,1024)
    im2 = copy(im)
    a2 = copy(a)
    a3 = rand(1024,1024)
    x2 = copy(v)
    ir = randi([0, 2047], 1000)
    lut = rand(256)
    xs = 2047*a
    ys = 2047*b
    k3 = [[1,2,1],[2,4,2],[1,2,5]]/20
    f15 = rand(15)/8
    u16 = cast(floor(v*65536), uint16)
    pt = rand(1000,3)
    k5 = rand(5,5)/25
    bm = reshape(by, 2048, 2048)
    a4 = rand(1024,1024)
    k9 = rand(9,9)/81
    disk = strel_disk(3)
    d8 = rand(8,8)
    za2 = copy(za)
"""
SETUP_NUMPY = """
import numpy as np,time
n=4194304
f=np.float32
rng=np.random.default_rng(1)
v=rng.random(n,dtype=f); w=rng.random(n,dtype=f); u=(200*(rng.random(n,dtype=f)-f(0.5))).astype(f)
a=v.reshape(2048,2048); b=w.reshape(2048,2048); im=rng.random((1024,1024,3),dtype=f)
ix=rng.integers(0,n,n); by=(v*256).astype(np.uint8); k=(v*1000).astype(np.int64)
z=(v+1j*w).astype(np.complex64); z2=(w+1j*v).astype(np.complex64); c=f(0.5)
import scipy.ndimage as nd
za=z.reshape(2048,2048); za2=za.copy(); ka=k.reshape(2048,2048); k2=k+1; by2=(w*256).astype(np.uint8); i8=(im*256).astype(np.uint8)
pl=rng.random((3,1024,1024),dtype=f); im2=im.copy(); a2=a.copy(); a3=rng.random((1024,1024),dtype=f); x2=v.copy(); ir=rng.integers(0,2048,1000)
lut=rng.random(256,dtype=f); xs=f(2047)*a; ys=f(2047)*b; k3=np.array([[1,2,1],[2,4,2],[1,2,5]],f)/f(20); f15=rng.random(15,dtype=f)/f(8)
u16=(v*65536).astype(np.uint16); pt=rng.random((1000,3),dtype=f); k5=rng.random((5,5),dtype=f)/f(25); bm=by.reshape(2048,2048)
a4=rng.random((1024,1024),dtype=f); k9=rng.random((9,9),dtype=f)/f(81); d8=rng.random((8,8),dtype=f)
disk=np.hypot(*np.mgrid[-3:4,-3:4])<=3
np.seterr(all='ignore')
"""


def program_of_qc(cases):
    text = 'import "imfilter.q"\nimport "linalg.q"\nimport "system.q"\nimport "immedfilt.q"\nimport "immorphology.q"\nimport "imresize.q"\nfunction [] = main()\n' + SETUP_QC
    for name, statement, _ in cases:
        text += f"    best = inf\n    runs = 0\n    spent = 0.0\n    while runs < {RUNS} || spent < {ENOUGH_MS}\n        tic()\n        {statement}\n        took = toc(\"\")\n"
        text += "        best = min(best, took)\n        spent += max(took, 0.01)\n        runs += 1\n    end\n"
        text += f'    print "{name}|", best\n'
    return text + "end\n"


def program_of_numpy(cases):
    text = SETUP_NUMPY
    for name, _, statement in cases:
        text += f"best, runs, spent = 1e9, 0, 0\nwhile runs < {RUNS} or spent < {ENOUGH_MS / 1000}:\n    t = time.perf_counter()\n    {statement}\n    took = time.perf_counter() - t\n"
        text += "    best, runs, spent = min(best, took), runs + 1, spent + max(took, 1e-5)\n"
        text += f"print('{name}|', best * 1000)\n"
    return text


def times(command, threads):
    environment = dict(os.environ, OMP_NUM_THREADS=threads, OPENBLAS_NUM_THREADS=threads)
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    sys.stderr.write(done.stderr)
    return {name: float(value) for name, value in (line.split("|") for line in done.stdout.splitlines() if "|" in line)}


def main():
    with open(os.path.join(HERE, "survey.txt")) as f:
        cases = [line.rstrip("\n").split("|") for line in f if line.strip()]
    cases = [c for c in cases if len(sys.argv) < 2 or sys.argv[1] in c[0]]
    part, threads = (sys.argv[1] if len(sys.argv) > 1 else ""), (sys.argv[3] if len(sys.argv) > 3 else "1")
    ours, numpy, octave = {}, {}, {}
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("survey.q", "survey.py")]
        for path, text in zip(paths, (program_of_qc(cases), program_of_numpy(cases))):
            with open(path, "w") as f:
                f.write(text)
        sides = [(ours, [QC, "--device=cpu", "--threads=" + threads, paths[0]]), (numpy, ["/usr/bin/python3", paths[1]])]
        if shutil.which("octave-cli"):
            sides.append((octave, ["octave-cli", "--no-gui", "-q", os.path.join(HERE, "survey.m"), part]))
        for _ in range(int(sys.argv[2]) if len(sys.argv) > 2 else 1):
            for best, command in sides:
                for name, value in times(command, threads).items():
                    best[name] = min(best.get(name, value), value)
    print(f"{'statement':24s} {'qc':>9s} {'NumPy':>9s} {'ratio':>7s} {'Octave':>9s} {'ratio':>7s}")
    for name, _, _ in cases:
        if name in ours and name in numpy:
            beside = f" {octave[name]:9.3f} {ours[name] / octave[name]:7.2f}" if octave.get(name) else ""
            print(f"{name:24s} {ours[name]:9.3f} {numpy[name]:9.3f} {ours[name] / numpy[name]:7.2f}{beside}")


main()
