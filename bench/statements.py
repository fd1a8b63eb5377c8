#!/usr/bin/python3
"""Statements on small values, in qc and in GNU Octave: bench/statements.py [part of a name] [rounds]

A line of statements.txt is NAME|STATEMENT OF QC|STATEMENT OF OCTAVE. Microseconds a statement, that of the loop around it included, which steps
on both sides; the least of several runs. Rounds alternate between the sides; with several the least time of each statement counts.
"""
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
QC = os.environ.get("QC", os.path.join(HERE, "..", "build", "bin", "qc"))
RUNS, TIMES = 61, 40  # short runs: the least is one that nothing else interrupted

SETUP_QC = """    A3 = [[4.,1,2],[1,5,3],[2,3,6]]
    A2 = [[1.,2],[3,4]]
    b3 = transpose([1.,2,3])
    v3 = [1.,2,3]
    w3 = [3.,2,1]
    v3x = [0.,0,0]
    m3 = zeros(3,3)
    v100 = rand(100)
    w100 = rand(100)
    p = 1.5
    q = 2.5
    k = 12
    g = x -> x + 1
    cc = cell(5)
    cc[1] = 3.5
    rec = object()
    rec.x = 1.5
    rec.y = 2.5
    ps = cell(3)
    for i=0..2
        o = object()
        o.x = 1.5
        ps[i] = o
    end
    cur = object()
    cur.next = cur
    s = "hello"
"""
HEAD_QC = """function y = addone(x)
    y = x + 1
end
function y = addtyped(x : scalar, z : scalar = 3)
    y = x + z
end
type particle : class
    x : scalar
    y : scalar
end
function [] = main()
"""
SETUP_OCTAVE = """1;
function y = addone(x)
  y = x + 1;
end
function run()
    A3 = [4,1,2;1,5,3;2,3,6]; A2 = [1,2;3,4]; b3 = [1;2;3]; v3 = [1,2,3]; w3 = [3,2,1]; v3x = [0,0,0]; m3 = zeros(3,3);
    v100 = rand(1,100); w100 = rand(1,100); p = 1.5; q = 2.5; k = 12; g = @(x) x + 1;
    cc = cell(1,5); cc{2} = 3.5; rec.x = 1.5; rec.y = 2.5; ps = struct('x', {1.5, 1.5, 1.5}); s = 'hello';
    cur = struct('next', struct()); cur.next = cur;
"""


def program_of_qc(cases):
    text = HEAD_QC + SETUP_QC
    for name, statement, _ in cases:
        text += f"    best = inf\n    {{!interpreted for}}\n    for rr = 1..{RUNS}\n        tic()\n        {{!interpreted for}}\n"
        text += f"        for ii = 1..{TIMES}\n            {statement}\n        end\n        best = min(best, toc(\"\"))\n    end\n"
        text += f'    print "{name}|", best*1000/{TIMES}\n'
    return text + "end\n"


def program_of_octave(cases):
    text = SETUP_OCTAVE
    for name, _, statement in cases:
        before = "cur = struct('next', struct()); for jj=1:500; cur = struct('next', cur); end; keep = cur; " if "cur.next" in name else ""
        again = "cur = keep; " if before else ""
        text += f"{before}best = inf; for rr=1:{RUNS}; {again}t = tic; for ii=1:{TIMES}; {statement} end; best = min(best, toc(t)); end\n"
        text += f"printf('%s|%g\\n', '{name}', best*1e6/{TIMES});\n"
    return text + "end\nrun()\n"


def measure(command, program, suffix):
    with tempfile.NamedTemporaryFile("w", suffix=suffix, delete=False) as f:
        f.write(program)
    out = subprocess.run(command + [f.name], capture_output=True, text=True)
    os.unlink(f.name)
    if out.returncode != 0:
        sys.exit(out.stdout + out.stderr)
    return {l.split("|")[0]: float(l.split("|")[1]) for l in out.stdout.splitlines() if "|" in l}


def main():
    part = sys.argv[1] if len(sys.argv) > 1 else ""
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    cases = [l.rstrip("\n").split("|") for l in open(os.path.join(HERE, "statements.txt")) if part in l.split("|")[0]]
    ours, theirs = {}, {}
    for _ in range(rounds):
        for best, command, program, suffix in ((ours, [QC, "--device=cpu"], program_of_qc(cases), ".q"),
                                               (theirs, ["octave-cli", "--no-gui", "-q"], program_of_octave(cases), ".m")):
            for name, t in measure(command, program, suffix).items():
                best[name] = min(t, best.get(name, t))
    print(f"{'statement':24} {'qc us':>9} {'octave':>9} {'ratio':>6}")
    for name, *_ in cases:
        if name in ours and name in theirs:
            print(f"{name:24} {ours[name]:9.2f} {theirs[name]:9.2f} {ours[name] / theirs[name]:6.2f}")


main()
