#!/usr/bin/env python3
"""Loops of a vectoriser suite, Livermore kernels and nests beside gcc and clang: bench/suites.py [--suite=NAME]

bench/suites holds each loop twice, as a function in the language and one of the same name in C with OpenMP, written as
users write them. The C is compiled with -O3 -march=native -ffast-math -fopenmp; a compiler that is not there is left
out. Both sides work on the same memory, with as many threads; what a loop has written is restored before every call.
Their calls alternate in blocks, the least time of a call counts, of one thread that of the processor. Results have to
agree within a tolerance. A line for each pair of times is added to bench/results/suites.csv.

  --suite=NAME   vectoriser, livermore or nests alone
  --only=TEXT    cases that contain TEXT
  --threads=N    of both sides (1); the lines of suites have 2^18 elements on one thread, 2^20 on more
  --block=S      the length of a block in seconds (0.02), of each of which a side has five
  --seconds=S    begins no case after that (1800)
  --csv=FILE     in place of bench/results/suites.csv; none: keeps nothing
"""
import argparse
import collections
import ctypes
import datetime
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
os.environ.setdefault("QC_LIBRARY", os.path.join(HERE, "..", "build", "lib", "libqc.so"))
# Threads that wait for the next call of their side soon leave the cores to the other one.
os.environ.setdefault("KMP_BLOCKTIME", "1")
sys.dont_write_bytecode = True
sys.path[:0] = [HERE, os.path.join(HERE, "..", "python")]
import numpy as np  # noqa: E402
import qc  # noqa: E402
from ratios import append, commit, processor  # noqa: E402

SUITES = ["vectoriser", "livermore", "nests"]
FLAGS = ["-O3", "-march=native", "-ffast-math", "-fopenmp"]
PEERS = {"gcc": ("libgomp.so.1", "gcc"), "clang": ("libomp.so.5", "clang")}
TYPES = {"float": (np.float32, ctypes.c_float), "int": (np.int32, ctypes.c_int),
         "double": (np.float64, ctypes.c_double)}
LIMIT = 1.3      # ratios above it are listed
TOLERANCE = 1e-3  # of the greatest magnitude of a result
Parameter = collections.namedtuple("Parameter", "name kind extents is_const")
Case = collections.namedtuple("Case", "name returns parameters facts taken outputs")


def facts_of(line):
    return dict(word.split("=", 1) for word in line.split() if "=" in word)


def parameter_of(text):
    words = re.match(r"\s*(const\s+)?(\w+)\s+(\w+)\s*((?:\[[^]]*\])*)\s*$", text)
    const, kind, name, extents = words.groups()
    return Parameter(name, kind, [e.replace("restrict", "").strip() for e in re.findall(r"\[([^]]*)\]", extents)],
                     bool(const))


def cases_of(suite):
    """What the prototypes of both sides and the lines //! say."""
    with open(os.path.join(HERE, "suites", suite + ".c")) as file:
        text = file.read()
    with open(os.path.join(HERE, "suites", suite + ".q")) as file:
        heads = re.findall(r"^function (.*?) = (\w+)\(([^)]*)\)$", file.read(), re.M)
    ours = {name: (re.findall(r"\w+", outputs), [p.split(":")[0].strip() for p in parameters.split(",")])
            for outputs, name, parameters in heads}
    default = facts_of(re.search(r"^//! default (.*)$", text, re.M).group(1))
    for line, returns, name, parameters in re.findall(
            r"(?:^//! (.*)\n)?^(void|float|int|double) (\w+)\(([^)]*)\) \{$", text, re.M):
        if name not in ours:
            raise SystemExit(f"{suite}.q has no function {name}")
        outputs, taken = ours.pop(name)
        facts = dict(default, **facts_of(line if not line.startswith("default") else ""))
        yield Case(name, returns, [parameter_of(p) for p in parameters.split(",")], facts, taken, outputs)
    if ours:
        raise SystemExit(f"{suite}.c has no function {', '.join(ours)}")


def number(text, kind):
    return int(text) if kind == "int" else float(text)


def filled(parameter, shape, rule, rng):
    dtype = TYPES[parameter.kind][0]
    if rule == "places":
        return rng.permutation(shape[0]).astype(dtype)
    if rule == "0":
        return np.zeros(shape, dtype)
    low, high = map(float, rule.split(".."))
    if parameter.kind == "int":
        return rng.integers(int(low), int(high), shape).astype(dtype)
    return (low + (high - low)*rng.random(shape)).astype(dtype)


class Data:
    """The arguments of a case: numbers, and arrays in the memory of the library that both sides get."""
    def __init__(self, program, case, n):
        rng, known = np.random.default_rng(1), {"N": n}
        self.numbers, self.arrays, self.held, self.kept = {}, {}, {}, {}
        for p in case.parameters:
            if not p.extents:
                text = case.facts[p.name]
                self.numbers[p.name] = known[text] if text in known else number(text, p.kind)
                known[p.name] = self.numbers[p.name]
        for p in case.parameters:
            if p.extents:
                shape = tuple(int(eval(e.replace("/", "//"), {}, known)) for e in p.extents)
                rule = case.facts.get(p.name, case.facts["values"] if p.kind != "int" else "0")
                self.held[p.name] = program.call("own", filled(p, shape, rule, rng))
                self.arrays[p.name] = np.asarray(self.held[p.name])
                if not p.is_const:
                    self.kept[p.name] = self.arrays[p.name].copy()
        self.elements = max([a.size for a in self.arrays.values()])

    def restore(self):
        for name, before in self.kept.items():
            np.copyto(self.arrays[name], before)


def ours_of(program, case, data, once):
    """The call with its results, and the same without them, which is timed."""
    values = [qc._to_value(data.held[p] if p in data.held else data.numbers[p]) for p in case.taken]
    handles = (ctypes.c_void_p * max(len(values), 1))(*[v.handle for v in values])
    results, library = (ctypes.c_void_p * 16)(), qc._library
    name, engine, count = case.name.encode(), program._engine, len(values)

    def call():
        if library.qc_call(engine, name, handles, count, results, 16):
            raise qc.Error()
        found = [qc._Held(r) for r in results if r]
        for k in range(len(found)):
            results[k] = None
        return [library.qc_number(f.handle) for f in found]

    functions = [ctypes.cast(f, ctypes.c_void_p) for f in (library.qc_call, library.qc_value_free)]
    rest = (*functions, ctypes.c_void_p(engine), ctypes.c_char_p(name), handles, ctypes.c_size_t(count))

    def alone():
        if once(*rest):
            raise qc.Error()
    call.keeps = values
    return call, alone


def theirs_of(library, case, data):
    function = getattr(library, case.name)
    function.restype = TYPES[case.returns][1] if case.returns != "void" else None
    function.argtypes = [ctypes.c_void_p if p.extents else TYPES[p.kind][1] for p in case.parameters]
    arguments = [data.arrays[p.name].ctypes.data if p.extents else data.numbers[p.name] for p in case.parameters]
    return lambda: function(*arguments)


def timed(call, data, clock):
    data.restore()
    start = clock()
    call()
    return clock() - start


def block(call, data, seconds, clock):
    """The least time of calls that take so long together, after the other side's threads went to sleep."""
    time.sleep(0.003)
    least, spent, calls = float("inf"), 0.0, 0
    while spent < seconds or calls < 2:
        t = timed(call, data, clock)
        least, spent, calls = min(least, t), spent + t, calls + 1
    return least


def least_of_all(sides, data, seconds, clock):
    """Blocks in turn, after code of ours was made and made again with full effort: see docs/decisions/004."""
    spent = calls = 0
    while (calls*data.elements < 1 << 27 and spent < 1.5) or calls < 3:
        spent, calls = spent + timed(sides[0], data, clock), calls + 1
    best = [float("inf")]*len(sides)
    for _ in range(5):
        for k, call in enumerate(sides):
            best[k] = min(best[k], block(call, data, seconds, clock))
    return best


def results_of(call, case, data, is_ours):
    data.restore()
    returned = call()
    found = {name: data.arrays[name].copy() for name in data.kept}
    if is_ours:
        for name, value in zip(case.outputs, returned):
            found[name if name in data.arrays else "its value"] = np.array([value])
    elif case.returns != "void":
        found["its value"] = np.array([returned])
    return found


def differ(ours, theirs):
    """The greatest difference as a part of the greatest magnitude, and where it is."""
    worst, where = 0.0, ""
    for name, b in theirs.items():
        a, b = ours[name].astype(np.float64), b.astype(np.float64)
        apart = np.abs(a - b)
        apart[np.isnan(a) & np.isnan(b) | (a == b)] = 0
        k = int(np.argmax(np.where(np.isnan(apart), np.inf, apart)))
        part = apart.flat[k]/(float(np.max(np.abs(b), where=np.isfinite(b), initial=0)) or 1)
        if not part <= worst:
            worst, where = part, f"{name}[{k}]: {a.flat[k]:.7g} and {b.flat[k]:.7g}"
    return worst, where


def compiled(suites, folder, threads):
    """The libraries of each compiler: its name and version, and a library a suite."""
    found = []
    for compiler, (runtime, name) in PEERS.items():
        if not shutil.which(compiler):
            print(f"{compiler} is left out: it is not there")
            continue
        version = subprocess.run([compiler, "-dumpversion"], capture_output=True, text=True).stdout.strip().split(".")[0]
        libraries = {}
        try:
            for suite in suites:
                base = os.path.join(folder, f"{suite}-{compiler}")
                source = os.path.join(HERE, "suites", suite + ".c")
                # Linked without -ffast-math, which would make the whole process flush small numbers to zero.
                for command in ([compiler, *FLAGS, "-fPIC", "-c", source, "-o", base + ".o"],
                                [compiler, "-shared", "-fopenmp", base + ".o", "-o", base + ".so", "-lm"]):
                    done = subprocess.run(command, capture_output=True, text=True)
                    if done.returncode:
                        raise OSError(done.stderr.strip()[:300])
                libraries[suite] = ctypes.CDLL(base + ".so")
            ctypes.CDLL(runtime).omp_set_num_threads(threads)
        except OSError as error:
            print(f"{compiler} is left out: {error}")
            continue
        found.append((f"{name} {version}", libraries))
    return found


def calling_once(folder):
    """call_once of bench/suites/call.c."""
    compiler = next((c for c in PEERS if shutil.which(c)), None)
    if not compiler:
        sys.exit("there is no C compiler: nothing is measured")
    library = os.path.join(folder, "call.so")
    subprocess.run([compiler, "-O2", "-shared", "-fPIC", os.path.join(HERE, "suites", "call.c"), "-o", library],
                   check=True)
    return ctypes.CDLL(library).call_once


def mean(ratios):
    return math.exp(sum(map(math.log, ratios))/len(ratios)) if ratios else float("nan")


def measure(suite, peers, once, arguments, end, out):
    with open(os.path.join(HERE, "suites", suite + ".q")) as file:
        program = qc.compile("function y = own(x)\n    y = copy(x)\nend\n" + file.read(), name=suite + ".q",
                             device="cpu", threads=arguments.threads, convert=lambda y: y)
    program.limit_time(60)
    machine = f"{processor()}, {program.device_name}"
    # What else the machine does makes one thread wait, and wait longer than a loop takes.
    clock = time.process_time if arguments.threads == 1 else time.perf_counter
    n, left, ratios = 1 << (18 if arguments.threads == 1 else 20), 0, collections.defaultdict(dict)
    print(f"# {suite}, {machine}\n{'case':<28}{'n':>9}{'us':>11}" +
          "".join(f"{peer + ' us':>14}{'ratio':>7}" for peer, _ in peers), flush=True)
    for case in cases_of(suite):
        if arguments.only not in case.name:
            continue
        if time.monotonic() > end:
            left += 1
            continue
        try:
            data = Data(program, case, n)
            ours, alone = ours_of(program, case, data, once)
            calls = [ours] + [theirs_of(found[suite], case, data) for _, found in peers]
            results = [results_of(call, case, data, k == 0) for k, call in enumerate(calls)]
            for (peer, _), theirs in zip(peers, results[1:]):
                apart, where = differ(results[0], theirs)
                if not apart <= float(case.facts.get("tolerance", TOLERANCE)):
                    print(f"{case.name:<28} the results differ from those of {peer} by {apart:.2g}, {where}",
                          flush=True)
            us = [1e6*t for t in least_of_all([alone] + calls[1:], data, arguments.block, clock)]
        except Exception as error:  # the others count still
            print(f"{case.name:<28} left out: {type(error).__name__}: {str(error)[:300]}", flush=True)
            continue
        line = f"{case.name:<28}{data.elements:>9}{us[0]:>11.1f}"
        for (peer, _), theirs in zip(peers, us[1:]):
            ratio = us[0]/theirs
            ratios[peer][case.name] = ratio
            line += f"{theirs:>14.1f}{ratio:>7.2f}"
            out({"case": f"{suite} {case.name}", "n": data.elements, "machine": machine,
                 "date": datetime.date.today().isoformat(), "commit": commit(), "time_us": f"{us[0]:.2f}",
                 "peer": peer, "peer_us": f"{theirs:.2f}", "ratio": f"{ratio:.3f}"})
        print(line, flush=True)
    if left:
        print(f"left out: {left} cases, the time was over (--seconds)")
    for peer, found in ratios.items():
        above = sorted(((r, name) for name, r in found.items() if r > LIMIT), reverse=True)
        print(f"# {suite} beside {peer}: geometric mean {mean(list(found.values())):.3f} of {len(found)}, "
              f"{len(above)} above {LIMIT}" + "".join(f", {name} {r:.2f}" for r, name in above), flush=True)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--suite", choices=SUITES)
    parser.add_argument("--only", default="")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--block", type=float, default=0.02)
    parser.add_argument("--seconds", type=float, default=1800)
    parser.add_argument("--csv", default=os.path.join(HERE, "results", "suites.csv"))
    arguments = parser.parse_args()
    os.environ["OMP_NUM_THREADS"] = str(arguments.threads)

    def out(row):
        if arguments.csv != "none":
            append(arguments.csv, [row])
    end = time.monotonic() + arguments.seconds
    suites = [arguments.suite] if arguments.suite else SUITES
    with tempfile.TemporaryDirectory() as folder:
        peers = compiled(suites, folder, arguments.threads)
        once = calling_once(folder)
        for suite in suites:
            measure(suite, peers, once, arguments, end, out)


if __name__ == "__main__":
    main()
