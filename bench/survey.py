#!/usr/bin/python3
"""Statements of bench/survey.txt in qc and in NumPy on the CPU, one thread each, the best of several runs: bench/survey.py [part of a name]

A line of survey.txt is NAME|STATEMENT OF QC|STATEMENT OF NUMPY; SETUP_QC and SETUP_NUMPY say what the names stand for. Milliseconds and their ratio.
"""
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
QC = os.path.join(HERE, "..", "build", "bin", "qc")
RUNS = 9
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
"""


def program_of_qc(cases):
    text = "function [] = main()\n" + SETUP_QC
    for name, statement, _ in cases:
        text += f"    best = inf\n    for rr = 1..{RUNS}\n        tic()\n        {statement}\n        best = min(best, toc(\"\"))\n    end\n"
        text += f'    print "{name}|", best\n'
    return text + "end\n"


def program_of_numpy(cases):
    text = SETUP_NUMPY
    for name, _, statement in cases:
        text += f"best = 1e9\nfor _ in range({RUNS}):\n    t = time.perf_counter()\n    {statement}\n    best = min(best, time.perf_counter() - t)\n"
        text += f"print('{name}|', best * 1000)\n"
    return text


def times(command):
    environment = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    sys.stderr.write(done.stderr)
    return {name: float(value) for name, value in (line.split("|") for line in done.stdout.splitlines() if "|" in line)}


def main():
    with open(os.path.join(HERE, "survey.txt")) as f:
        cases = [line.rstrip("\n").split("|") for line in f if line.strip()]
    cases = [c for c in cases if len(sys.argv) < 2 or sys.argv[1] in c[0]]
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("survey.q", "survey.py")]
        for path, text in zip(paths, (program_of_qc(cases), program_of_numpy(cases))):
            with open(path, "w") as f:
                f.write(text)
        ours = times([QC, "--device=cpu", "--threads=1", paths[0]])
        theirs = times(["/usr/bin/python3", paths[1]])
    for name, _, _ in cases:
        if name in ours and name in theirs:
            print(f"{name:20s} {ours[name]:9.2f} {theirs[name]:9.2f} {ours[name] / theirs[name]:7.2f}")


main()
