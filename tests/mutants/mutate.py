#!/usr/bin/env python3
"""Mutants of the compiler: which of them the tests find. See docs/mutants.md.

mutate.py rewrite TREE [FILE...]       copies the sources to TREE, rewrites them there; writes TREE/mutants.json
mutate.py list [FILE...]               the mutants as equivalent.txt names them, those that are in it marked
mutate.py run TREE --build=DIR [...]   runs the tests of the build DIR for each chosen mutant; writes a table

A table that is there already is gone on with: what it says of a mutant stands. With --again what survived is tried
again, for tests that were added. FILE is a name without its folder.
"""
import argparse, collections, concurrent.futures, hashlib, json, math, os, random, re, resource, shlex, shutil, signal
import subprocess, sys, tempfile, time

sys.dont_write_bytecode = True

from rewriter import HEADER, SOURCE, Rewriter

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

# What judges loops, finds accumulators and lowers statements, types and bounds; found anywhere below src.
FILES = [name + '.cpp' for name in (
    'judge judge_ends judge_scalars judge_running judge_conflicts judge_arrays judged_nest running_values '
    'updates unroll_accumulators dependence plan_loop array_privatization privatization nest_model '
    'runtime_checks lower/stmt ranges argmin_value nan_guard closed_form_counters float_induction '
    'coupled_counters store_to_load_forwarding last_match loop_fission_scan split_minmax_chain '
    'wraparound_variables canonicalize statement_order merge_aliases affine lower/assign resolve_type '
    'written_regions value_numbering short_circuits guarded_truths scalarize_accumulators kept_elements '
    'hoist_failures forward_substitution complex_products scalarize_complex_elements loop_distribution '
    'statement_circles nest_distribution nest_split iteration_split loop_interchange plans_of_innermost '
    'subscript_modes ordered_ties window_normalization plan_with_constants '
    'schedulable specialize_values own_statements kinds_left statement_slice definite_assignment '
    'captured_writes name_facts index_only_scalars').split()]

# Ever costlier tests. Those of doctest are run test case by test case, and only the cases that tell a mutant apart.
DOCTEST = ['test_analysis', 'test_recognition', 'test_recognition_values', 'test_operators', 'test_programs']
LAWS = ['{bin}/test_laws --programs=40 --first=%d --seed=1 --jobs=1 --most=1 --no-shrink' % k for k in range(0, 240, 40)]
# Test cases of a mutant run together for as long as this, the first ones shorter, so that few processes are started.
LONGEST_BATCH = 8.0


# ---- the mutants ----------------------------------------------------------------------------------------------------

def find_files(root, names):
    """Paths below root of the sources with these names, which may have the room before them: lower/stmt.cpp."""
    found = {}
    paths = [os.path.relpath(os.path.join(folder, file), root)
             for folder, _, files in os.walk(os.path.join(root, 'src')) for file in files]
    for name in names:
        matches = [path for path in paths if path.endswith('/' + name)]
        if len(matches) > 1:
            sys.exit(f'more than one file is named {name}: ' + ', '.join(matches))
        if matches:
            found[name] = matches[0]
    for name in names:
        if name not in found:
            sys.exit(f'no file is named {name}')
    return [found[name] for name in names]


def mutants_of(root, names):
    """For each file its path and its Rewriter, numbered through."""
    first = 0
    for path in find_files(root, names):
        with open(os.path.join(root, path)) as f:
            rewriter = Rewriter(path, f.read(), first).run()
        first += len(rewriter.mutants)
        yield path, rewriter


def name_of(m):
    """A mutant's name, which moves with its condition."""
    whole = f' of `{m["of"]}`' if m['of'] != m['text'] else ''
    return f'{os.path.basename(m["file"])}, {m["in"]}: {m["what"]} `{m["text"]}`{whole}'


def equivalents():
    """The reviewed list: names of mutants, each with the reason why no test can tell it."""
    out, name = {}, None
    with open(os.path.join(HERE, 'equivalent.txt')) as f:
        for k, line in enumerate(f, 1):
            if not line.strip() or line.startswith('#'):
                continue
            if line[0] != ' ':
                name = line.strip()
                if name in out:
                    sys.exit(f'equivalent.txt:{k}: {name}\n  is there twice')
                out[name] = ''
            elif name is None or out[name]:
                sys.exit(f'equivalent.txt:{k}: a reason without a mutant')
            else:
                out[name] = line.strip()
    for name, reason in out.items():
        if not reason:
            sys.exit(f'equivalent.txt: {name}\n  has no reason')
    return out


def equivalent_ids(mutants, names):
    """The numbers of the mutants in the list. Entries of files that were not rewritten are left out."""
    listed = equivalents()
    files = {os.path.basename(name) for name in names}
    ids, met = set(), set()
    for m in mutants:
        if name_of(m) in listed:
            ids.add(m['id'])
            met.add(name_of(m))
    lost = [name for name in listed if name.split(',')[0] in files and name not in met]
    if lost:
        sys.exit('equivalent.txt names what is no mutant:\n  ' + '\n  '.join(lost))
    return ids


def copy_sources(tree):
    os.makedirs(tree)
    listed = subprocess.run(['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'], cwd=ROOT, check=True, stdout=subprocess.PIPE)
    for name in listed.stdout.decode().split('\0'):
        if name and os.path.isfile(os.path.join(ROOT, name)):
            os.makedirs(os.path.dirname(os.path.join(tree, name)), exist_ok=True)
            shutil.copy2(os.path.join(ROOT, name), os.path.join(tree, name))


def rewrite(arguments):
    tree, names = arguments.tree, arguments.files or FILES
    if os.path.exists(tree):
        sys.exit(f'{tree} is there already')
    copy_sources(tree)
    mutants, count = [], 0
    for path, rewriter in list(mutants_of(tree, names)):
        count += 1
        mutants += rewriter.mutants
        with open(os.path.join(tree, path), 'w') as f:
            f.write(rewriter.result())
    equivalent = equivalent_ids(mutants, names)
    with open(os.path.join(tree, 'src/qc_mutant.h'), 'w') as f:
        f.write(HEADER)
    size = max(1, len(mutants))
    [beside] = find_files(tree, ['diagnostic.cpp'])  # in the library that all others are linked with
    with open(os.path.join(tree, os.path.dirname(beside), 'qc_mutant.cpp'), 'w') as f:
        f.write(SOURCE % (size, size))
    with open(os.path.join(tree, 'mutants.json'), 'w') as f:
        json.dump(mutants, f, indent=0)
    print(f'{len(mutants)} mutants in {count} files, {len(equivalent)} of them equivalent')


def list_mutants(arguments):
    names = arguments.files or FILES
    mutants = [m for _, rewriter in mutants_of(ROOT, names) for m in rewriter.mutants]
    equivalent = equivalent_ids(mutants, names)
    for m in mutants:
        print(f'{"= " if m["id"] in equivalent else "  "}{m["line"]:4} {name_of(m)}')
    print(f'{len(mutants)} mutants, {len(equivalent)} of them equivalent')


# ---- the run --------------------------------------------------------------------------------------------------------

def ended(command, seconds, environment, folder, patience=20):
    """Whether the command ends well, and the seconds of a processor that it took; no more than so many. Other work on
    the machine makes it no failure: it may take `patience` times as long. It and what it started end here."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds) + 5))
    p = subprocess.Popen(command, env={**os.environ, **environment}, cwd=folder, stdout=subprocess.DEVNULL,
                         stderr=subprocess.DEVNULL, start_new_session=True, preexec_fn=limit)
    last = time.time() + patience * seconds
    pid = 0
    while not pid and time.time() < last:
        pid, status, usage = os.wait4(p.pid, os.WNOHANG)
        if not pid:
            time.sleep(0.01)
    try:
        os.killpg(p.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    if not pid:
        _, status, usage = os.wait4(p.pid, 0)
    p.returncode = status
    return status == 0, usage.ru_utime + usage.ru_stime


class Unit:
    """A test case, or a whole command where there are no cases."""

    def __init__(self, rung, command, case=None):
        self.rung, self.command, self.case = rung, command, case
        self.well, self.seconds, self.passed = False, 0.0, set()


def together(units):
    """The command that runs these units, which are of one rung."""
    if units[0].case is None:
        return units[0].command
    # A comma separates patterns; any character stands for it.
    return units[0].command + ['-aa=1', '-tc=' + ','.join(u.case.replace('\\', '?').replace(',', '?') for u in units)]


def units_of(arguments):
    rungs = []
    if arguments.ladder:
        with open(arguments.ladder) as f:
            lines = [line.strip() for line in f if line.strip() and not line.startswith('#')]
    else:
        lines = ['{bin}/' + name for name in DOCTEST[:-1]] + LAWS + ['{bin}/' + DOCTEST[-1]]
    folder = os.path.abspath(os.path.join(arguments.build, 'bin'))
    for k, line in enumerate(lines):
        command = shlex.split(line.replace('{bin}', folder))
        if len(command) > 1:
            rungs.append([Unit(k, command)])
            continue
        out = subprocess.run(command + ['-ltc'], cwd=arguments.tree, env={**os.environ, 'QC_CACHE': 'none'}, check=True,
                             stdout=subprocess.PIPE).stdout.decode()
        cases = [c for c in out.split('\n') if c and not c.startswith('[doctest]') and not c.startswith('=====')]
        rungs.append([Unit(k, command, case) for case in dict.fromkeys(cases)])
    return lines, [u for rung in rungs for u in rung]


def batches(units):
    """The units of a mutant, the cheapest rung and in it the cheapest case first, in batches that get longer."""
    batch, seconds, most = [], 0.0, 0.5
    for u in sorted(units, key=lambda u: (u.rung, u.seconds)):
        if batch and (u.case is None or u.rung != batch[0].rung or seconds + u.seconds > most):
            yield batch
            batch, seconds, most = [], 0.0, min(2 * most, LONGEST_BATCH)
        batch.append(u)
        seconds += u.seconds
    if batch:
        yield batch


class Table:
    """The rows of a run, a line a mutant, written as they come. The first line says of which mutants."""

    def __init__(self, path, mutants, again):
        self.path, self.rows = path, {}
        key = '# ' + hashlib.sha256('\n'.join(name_of(m) for m in mutants).encode()).hexdigest()[:16]
        if os.path.exists(path):
            with open(path) as f:
                lines = f.read().split('\n')
            if lines[0] != key:
                sys.exit(f'{path} is of other mutants; remove it, or name another one by --output')
            for line in lines[1:]:
                row = line.split('\t')
                if len(row) == 6 and (row[0] == 'killed' or (row[0] == 'survived' and not again)):
                    self.rows[int(row[1])] = row
        self.out = open(path + '.new', 'w')
        self.out.write(key + '\n')
        for row in self.rows.values():
            self.out.write('\t'.join(row) + '\n')
        self.out.flush()
        os.replace(path + '.new', path)

    def add(self, m, status, by):
        self.rows[m['id']] = [status, str(m['id']), f'{m["file"]}:{m["line"]}', m['what'], m['text'], by]
        self.out.write('\t'.join(self.rows[m['id']]) + '\n')
        self.out.flush()


def run(arguments):
    start = time.time()
    left = lambda: arguments.budget - (time.time() - start)
    tree, environment = arguments.tree, {'QC_CACHE': 'none', 'QC_TEST_DEVICE': 'cpu'}
    with open(os.path.join(tree, 'mutants.json')) as f:
        mutants = json.load(f)
    equivalent = equivalent_ids(mutants, {os.path.basename(m['file']) for m in mutants})
    lines, units = units_of(arguments)
    maps = tempfile.mkdtemp()

    # What each test case tells apart, and how long it takes, without a mutant.
    def measure(k):
        path = os.path.join(maps, str(k))
        u = units[k]
        if left() > 0:
            u.well, u.seconds = ended(together([u]), min(left() + 1, 3600), {**environment, 'QC_MUTANT_REACHED': path}, tree, 1)
        if os.path.exists(path):
            with open(path, 'rb') as f:
                u.passed = {n for n, byte in enumerate(f.read()) if byte}
            os.remove(path)

    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        list(pool.map(measure, range(len(units))))
    os.rmdir(maps)
    for k, line in enumerate(lines):
        own = [u for u in units if u.rung == k]
        passed = set().union(*(u.passed for u in own if u.well))
        print(f'{sum(u.seconds for u in own):7.1f} s, {len(own):4} cases, {len(passed):5} mutants: {line}')
    for u in units:
        if not u.well:
            print(f'FAILS without a mutant and is left out: {shlex.join(together([u]))}')
    reached = set().union(*(u.passed for u in units if u.well))
    print(f'measured in {time.time() - start:.0f} s', flush=True)

    known = {m['id']: m for m in mutants}
    chosen = [m['id'] for m in mutants if (m['id'] in equivalent) == arguments.equivalent]
    if arguments.only:
        chosen = [int(k) for k in arguments.only.split(',')]
    if arguments.files:
        names = arguments.files.split(',')
        chosen = [k for k in chosen if os.path.basename(known[k]['file']) in names]
    random.Random(arguments.seed).shuffle(chosen)
    chosen = chosen[:arguments.count]
    table = Table(arguments.output, mutants, arguments.again)
    # Those that no test tells apart are not run.
    for k in chosen:
        if k not in reached and k not in table.rows:
            table.add(known[k], 'survived', 'told apart by no test')

    def judge(k):
        for batch in batches([u for u in units if u.well and k in u.passed]):
            seconds = sum(u.seconds for u in batch)
            if left() < seconds:
                return k, None
            if not ended(together(batch), 4 * seconds + 10, {**environment, 'QC_MUTANT': str(k)}, tree)[0]:
                return k, shlex.join(together(batch)).replace('\t', ' ')
        return k, ''

    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        tasks = [pool.submit(judge, k) for k in chosen if k not in table.rows]
        for task in concurrent.futures.as_completed(tasks):
            k, by = task.result()
            if by is not None:
                table.add(known[k], 'killed' if by else 'survived', by)
    report(arguments, mutants, equivalent, chosen, table, time.time() - start)


def report(arguments, mutants, equivalent, chosen, table, seconds):
    rows = [table.rows[k] for k in chosen if k in table.rows]
    killed = [r for r in rows if r[0] == 'killed']
    if arguments.equivalent:
        for r in killed:
            print(f'in equivalent.txt, but killed: {r[2]} {r[3]} `{r[4]}` by {r[5]}')
        print(f'{len(equivalent)} equivalent mutants, {len(rows)} tried, {len(killed)} killed')
        sys.exit(1 if killed else 0)
    by_file = collections.Counter(os.path.basename(r[2]).split(':')[0] for r in rows)
    for name, count in sorted(by_file.items()):
        dead = sum(os.path.basename(r[2]).split(':')[0] == name for r in killed)
        print(f'{name:28} {dead:4} of {count:4} killed ({100 * dead / count:5.1f} %)')
    blind = sum(r[5] == 'told apart by no test' for r in rows)
    print(f'{len(mutants)} mutants, {len(equivalent)} equivalent; {len(rows)} of {len(chosen)} chosen ones tried: '
          f'{len(killed)} killed ({100 * len(killed) / max(1, len(rows)):.1f} %), {len(rows) - len(killed)} survived '
          f'({blind} told apart by no test), {len(chosen) - len(rows)} not finished, {seconds:.0f} s')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest='verb', required=True)
    one = verbs.add_parser('rewrite')
    one.add_argument('tree')
    one.add_argument('files', nargs='*')
    one.set_defaults(does=rewrite)
    three = verbs.add_parser('list')
    three.add_argument('files', nargs='*')
    three.set_defaults(does=list_mutants)
    two = verbs.add_parser('run')
    two.add_argument('tree', help='where mutants.json is, and where the commands run')
    two.add_argument('--build', required=True, help='the build folder; the test programs are in its bin')
    two.add_argument('--ladder', help='a file of commands, the cheapest first; a doctest program alone goes by its cases')
    two.add_argument('--count', type=int, default=10**9)
    two.add_argument('--seed', type=int, default=1)
    two.add_argument('--jobs', type=int, default=os.cpu_count())
    two.add_argument('--budget', type=float, default=1e9, help='seconds')
    two.add_argument('--only', help='numbers of mutants, with commas')
    two.add_argument('--files', help='names of files, with commas')
    two.add_argument('--again', action='store_true', help='try again what survived')
    two.add_argument('--equivalent', action='store_true', help='those of equivalent.txt: none of them may be killed')
    two.add_argument('--output', default='mutants.tsv')
    two.set_defaults(does=run)
    arguments = parser.parse_args()
    arguments.does(arguments)


if __name__ == '__main__':
    main()
