#!/usr/bin/env python3
"""Keeps and compares ratios of the benchmarks to their peers: ratios.py record|check|worse DEVICE (bench/run calls it).

DEVICE is cpu or cuda, or sweep-cpu or sweep-cuda. Reads what bench/run has measured, bench-DEVICE.json and
bench-DEVICE-gcc.txt. A case's peer is the same loop by gcc, or a copy of as many bytes. record: adds them to
bench/results/DEVICE.csv, those of the sweep on all devices to sweep.csv. check: names those that are worse by more than
a tenth than the last ones of this machine; the status says whether there are any. worse: prints their names alone."""
import csv
import datetime
import json
import os
import platform
import subprocess
import sys

COLUMNS = ["case", "n", "machine", "date", "commit", "time_us", "peer", "peer_us", "ratio"]
WORSE = 1.1


def processor():
    try:
        with open("/proc/cpuinfo") as info:
            return next(line.split(":")[1].strip() for line in info if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.machine()


def append(path, rows):
    """Adds rows to a file of results, which begins with the names of the columns."""
    fresh = not os.path.exists(path)
    with open(path, "a", newline="") as f:
        out = csv.DictWriter(f, COLUMNS, lineterminator="\n")
        if fresh:
            out.writeheader()
        out.writerows(rows)


def commit():
    """The commit that is measured, "unknown" where git does not tell."""
    try:
        found = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True,
                               cwd=os.path.dirname(os.path.abspath(__file__)))
        return found.stdout.strip() or "unknown"
    except OSError:
        return "unknown"


def measured(device):
    with open(f"bench-{device}.json") as f:
        cases = json.load(f)
    copy, cases = cases[0], cases[1:]
    machine = copy["machine"] if device.endswith("cuda") else f"{processor()}, {copy['machine']}"
    gcc = {}
    if os.path.exists(f"bench-{device}-gcc.txt"):
        with open(f"bench-{device}-gcc.txt") as f:
            gcc = {line[:26].strip(): float(line[26:]) for line in f if not line.startswith("#")}
    revision = commit()
    for c in cases:
        peer = "gcc" if c["case"] in gcc else "copy"
        peer_us = gcc.get(c["case"], copy["least_us"] * c["bytes"] / copy["bytes"])
        yield {"case": c["case"], "n": c["n"], "machine": machine, "date": datetime.date.today().isoformat(),
               "commit": revision, "time_us": f"{c['least_us']:.2f}", "peer": peer, "peer_us": f"{peer_us:.2f}",
               "ratio": f"{c['least_us'] / peer_us:.3f}"}


def kept(path):
    """The last run of each case, machine and peer."""
    last = {}
    if os.path.exists(path):
        with open(path, newline="") as f:
            for row in csv.DictReader(f):
                last[row["case"], row["n"], row["machine"], row["peer"]] = row
    return last


def main():
    what, device = sys.argv[1:]
    path = f"bench/results/{device.split('-')[0]}.csv"
    rows = list(measured(device))
    if what == "record":
        os.makedirs("bench/results", exist_ok=True)
        append(path, rows)
        return 0
    last = kept(path)
    known = worse = 0
    for row in rows:
        before = last.get((row["case"], str(row["n"]), row["machine"], row["peer"]))
        if not before:
            continue
        known += 1
        if float(row["ratio"]) <= WORSE * float(before["ratio"]):
            continue
        worse += 1
        if what == "worse":
            print(row["case"])
        else:
            then = f"{before['ratio']} on {before['date']} ({before['commit']})"
            print(f"worse: {row['case']}, {row['n']}: {row['ratio']} of {row['peer']}, {then}")
    if what == "check":
        if known:
            print(f"{known} of {len(rows)} cases compared, {worse} worse by more than a tenth")
        else:
            print(f"no run of this machine is kept in {path}: ./dev bench {device} --record")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
