#!/usr/bin/env python3
"""First calls of library functions with the code that a package brings, beside compiling it: bench/first_calls.py QC

QC is a released tool beside its prepared code (lib/qc), as build-release/bin/qc after ./dev package. Each case runs in
processes of its own, in turns with and without that code, and keeps nothing; the least time of a call that the program
takes itself counts. Adds a line for each case to bench/results/first_calls.csv.

  --device=D     cpu or cuda (cpu); on a GPU a loop has run before, and the driver keeps nothing
  --repeats=N    processes of a case (5)
  --csv=FILE     in place of bench/results/first_calls.csv
"""
import argparse
import datetime
import glob
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, HERE)
from ratios import append, commit, processor  # noqa: E402

# What is called with an image x of floats, and its rows and columns.
CASES = [(call, n) for call in ("imfilter(x, ones(7,7)/49)", "gaussian_filter(x, 2)", "immedfilt(x, 2)", "imerode(x, ones(7,7))",
                                "imresize(x, 0.5)", "imrotate(x, 30)", "histeq(x)", "bwdist(x > 127)", 'edge(x, "canny")')
         for n in (512, 700)]
PROGRAM = "x = 255*rand({n}, {n})\ns = x[0,0]\n{before}tic()\ny = {call}\ns = y[3,3]\nprint toc()\n"
BEFORE = {"cpu": "", "cuda": "for i=0..size(x,0)-1\ns += x[i,1]\nend\nprint s\n"}  # opens the device


def gpu():
    names = subprocess.run(["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"], capture_output=True, text=True, check=True)
    return f"cuda:0 {names.stdout.splitlines()[0]}"


def milliseconds(tool, device, folder, text):
    path = os.path.join(folder, "call.q")
    with open(path, "w") as f:
        f.write(text)
    done = subprocess.run([tool, f"--device={device}", path], capture_output=True, text=True, env={**os.environ, "QC_CACHE": "none", "CUDA_CACHE_DISABLE": "1"}, check=True)
    return float(done.stdout.split()[-1])


def main():
    options = argparse.ArgumentParser()
    options.add_argument("qc")
    options.add_argument("--device", choices=BEFORE, default="cpu")
    options.add_argument("--repeats", type=int, default=5)
    options.add_argument("--csv", default=os.path.join(HERE, "results", "first_calls.csv"))
    chosen = options.parse_args()
    rows = []
    machine = gpu() if chosen.device == "cuda" else f"{processor()}, cpu ({os.cpu_count()} threads)"
    with tempfile.TemporaryDirectory() as folder:
        bare = os.path.join(folder, "bin", "qc")  # the tool alone
        os.makedirs(os.path.dirname(bare))
        shutil.copy(chosen.qc, bare)
        for module in glob.glob(os.path.join(os.path.dirname(chosen.qc), "..", "lib", "libqc_exr*")):
            shutil.copy(module, os.path.join(folder, "bin"))
        for call, n in CASES:
            text = PROGRAM.format(call=call, n=n, before=BEFORE[chosen.device])
            times = [(milliseconds(chosen.qc, chosen.device, folder, text), milliseconds(bare, chosen.device, folder, text)) for _ in range(chosen.repeats)]
            here, peer = (min(t) * 1000 for t in zip(*times))
            rows.append({"case": f"`{call}`, first call", "n": n * n, "machine": machine,
                         "date": datetime.date.today(), "commit": commit(), "time_us": f"{here:.0f}", "peer": "compiling it",
                         "peer_us": f"{peer:.0f}", "ratio": f"{here/peer:.3f}"})
            print(f"{call:32} {n:5} {here:9.0f} {peer:9.0f} us {here/peer:6.3f}", flush=True)
    append(chosen.csv, rows)


main()
