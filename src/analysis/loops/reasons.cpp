// Why a loop is not parallel. Texts are what `qc explain CODE` prints.
#include "analysis/loops/reasons.h"

namespace qc {

const std::vector<ReasonInfo>& reason_registry() {
  static const std::vector<ReasonInfo> all = {
      {"R001", "an accumulator is read elsewhere in the loop",
       "The loop adds to a variable (or multiplies it, ...) and also uses its value in the same loop. What it reads "
       "depends on the iterations before, so their order matters.\n"
       "\n"
       "    for i=0..n-1\n"
       "        y[q] = x[i]          % reads q\n"
       "        if x[i] > 0\n"
       "            q += 1\n"
       "        end\n"
       "    end\n"
       "\n"
       "Move the reading behind the loop, or keep what is read in a variable of its own.\n"},
      {"R002", "two different operators on one location",
       "A location is added to in one place and multiplied (or compared, ...) in another. The operations do not "
       "commute with each other.\n"
       "\n"
       "    for i=0..n-1\n"
       "        s += x[i]\n"
       "        s *= 0.5\n"
       "    end\n"
       "\n"
       "Keep one variable for each operator.\n"},
      {"R003", "a form of subtraction or division that is not associative",
       "`v = e - v` and an integer `v = v / e` depend on the order of the iterations; `v = v - e` and a float `v = v / "
       "e` do not.\n"
       "\n"
       "    for i=0..n-1\n"
       "        s = x[i] - s\n"
       "    end\n"
       "\n"
       "An alternating sum can be written with its signs: `s += mod(n-1-i, 2) == 0 ? x[i] : -x[i]`.\n"},
      {"R004", "the location that is updated moves with a loop",
       "The element that is updated depends on the loops in a way that lets iterations meet at one element, as in "
       "`a[i+j] += x[i,j]`.\n"
       "\n"
       "Reduce over the loop that moves the location, or collect into separate elements first.\n"
       "\n"
       "    for i=0..n-1\n"
       "        for j=0..n-1\n"
       "            a[i+j] += x[i,j]     % (0,1) and (1,0) meet at a[1]\n"
       "        end\n"
       "    end\n"},
      {"R005", "a recurrence",
       "The new value depends on the old one by more than one associative operation: `v = v*x + a`, `v = (v + a)*b`. "
       "Such a loop runs in order.\n"
       "\n"
       "    for i=0..n-1\n"
       "        v = v*x[i] + 1       % needs the v of the iteration before\n"
       "    end\n"
       "\n"
       "Running sums and products, `s += x[i]; y[i] = s`, are no such recurrence: they are scans and run in "
       "parallel.\n"},
      {"R006", "a condition reads the variable that it updates",
       "`if e > v; v = e end` is a maximum when the value that is compared is the value that is kept. Here the "
       "condition reads the variable in another way.\n"
       "\n"
       "    for i=0..n-1\n"
       "        if x[i] > 2*m        % compares with 2*m, keeps x[i]\n"
       "            m = x[i]\n"
       "        end\n"
       "    end\n"
       "\n"
       "Compare the value that is kept: `if x[i] > m; m = x[i] end`.\n"},
      {"R007", "an iteration reads what an earlier one wrote",
       "A recurrence through an array: `a[i] = a[i-1] + b[i]`. The iterations cannot run at the same time.\n"
       "\n"
       "    for i=1..n-1\n"
       "        a[i] = a[i-1]*a[i-1] + b[i]\n"
       "    end\n"
       "\n"
       "A plain sum of this kind, `a[i] = a[i-1] + b[i]`, is `cumsum`. Reading from another array than the one that is "
       "written makes the iterations independent.\n"},
      {"R009", "several iterations write the same element",
       "The last writer wins in order; in parallel any could. If the writes are an accumulation, write it as one "
       "(`a[k] += e`).\n"
       "\n"
       "    for i=0..n-1\n"
       "        a[0] = x[i]          % all write a[0]\n"
       "    end\n"},
      {"R010", "assigned in some iterations only, and used after the loop",
       "Which iteration assigned last is known only by running them in order. A variable that is assigned in one place "
       "and read nowhere in the loop is found by a search for the last such iteration; this one is assigned in several "
       "places, or read.\n"
       "\n"
       "    for i=0..n-1\n"
       "        if x[i] > 0\n"
       "            t = x[i]\n"
       "            y[i] = t\n"
       "        end\n"
       "    end\n"
       "    print t\n"
       "\n"
       "Assign in every iteration, or use another variable after the loop.\n"},
      {"R011", "it cannot be shown that iterations use different elements",
       "The subscripts are not linear in the loops (a list of indices, an unknown function), or the accesses happen "
       "under a condition, so two iterations may use one element. `#pragma force_parallel` is your word that they do "
       "not. Where the value of a variable decides, as in `a[i] = a[i+k]`, it is looked at when the loop is reached.\n"
       "\n"
       "    for i=0..n-1\n"
       "        a[p[i]] = x[i]       % p may hold a number twice\n"
       "    end\n"},
      {"R012", "two elements that may be one and the same",
       "An updated element and another one, as in `A[p,q] += x; A[0,0] += y` with unknown p and q, may coincide. Plain "
       "variables are compared when the loop is reached; what cannot be compared then runs in order, so that no update "
       "is ever lost.\n"
       "\n"
       "    for i=0..n-1\n"
       "        A[p,q] += x[i]\n"
       "        A[0,0] += y[i]       % the same element where p and q are 0\n"
       "    end\n"},
      {"R013", "the loop may be left before its last iteration",
       "`break` makes later iterations depend on earlier ones, and so does `return`. A loop that only looks for its "
       "first match, keeps what it found and leaves, is a search and runs in parallel.\n"
       "\n"
       "    for i=0..n-1\n"
       "        if x[i] < 0\n"
       "            count = i        % a search: runs in parallel\n"
       "            break\n"
       "        end\n"
       "        y[i] = sqrt(x[i])    % but not with this beside it\n"
       "    end\n"
       "\n"
       "Look for the place first, and compute up to it in a second loop.\n"},
      {"R016", "a floating variable grows by a constant and is read",
       "Replacing it by a multiplication would change the rounding. Compute the value from the loop variable: `t = t0 "
       "+ i*dt`.\n"
       "\n"
       "    t = 0.0\n"
       "    for i=0..n-1\n"
       "        y[int(t)] = x[i]\n"
       "        t += 0.1\n"
       "    end\n"},
      {"R017", "marked as serial",
       "`#pragma force_serial` asks for the iterations in order, natively compiled.\n"
       "\n"
       "    #pragma force_serial\n"
       "    for i=0..n-1\n"
       "        y[i] = x[i]\n"
       "    end\n"
       "\n"
       "Take the pragma away to let the compiler judge the loop.\n"},
      {"R018", "marked as interpreted",
       "`{!interpreted for}` asks for the loop to be stepped through by the evaluator.\n"
       "\n"
       "    {!interpreted for}\n"
       "    for i=0..n-1\n"
       "        y[i] = x[i]\n"
       "    end\n"
       "\n"
       "Take the attribute away to let the compiler judge the loop.\n"},
      {"R019", "converted each time it is stored",
       "The location is narrower than the sum (an integer element that a float is added to), so every update rounds "
       "and their order matters. Accumulate in a scalar and store it once.\n"
       "\n"
       "    c = 0\n"
       "    for i=0..n-1\n"
       "        c = int(c + x[i])    % rounds each time\n"
       "    end\n"},
      {"R020", "replaced in some iterations and read in others",
       "A variable keeps its value from one iteration to the next without an accumulation: it is neither private nor "
       "an accumulator.\n"
       "\n"
       "    for i=0..n-1\n"
       "        for j=0..k[i]-1\n"
       "            last = x[j]\n"
       "        end\n"
       "        y[i] = last          % of this iteration, or of an earlier one\n"
       "    end\n"
       "\n"
       "Assign it in every iteration, or keep the last place in a loop of its own. So is a variable that nothing sets "
       "before the loop and that an iteration may read before one has set it: set it before the loop.\n"},
      {"R022", "the compare form keeps or drops NaN by position",
       "Written with the comparison the other way round, `v = v > e ? v : e`, a NaN element replaces the value, so the "
       "order of the elements matters. Alone it is taken all the same, "
       "with the check that no NaN is compared; here other statements need the value or change it too. Write `if e > "
       "v`, or use max and min.\n"
       "\n"
       "    for i=0..n-1\n"
       "        v = v > x[i] ? v : x[i]\n"
       "        v = v > y[i] ? y[i] : v\n"
       "    end\n"},
      {"R025", "a running value beside other accumulators",
       "`s += x[i]; y[i] = s` beside accumulators that need it, `t += s`, is cut into loops that run one after "
       "another. This one cannot be cut: what the running value "
       "is made of is stored by the same loop, or it changes several times in an iteration that needs each value. "
       "Split the loop.\n"
       "\n"
       "    for i=0..n-1\n"
       "        s += x[i]\n"
       "        x[i] = t             % of which s is made\n"
       "        t += s\n"
       "    end\n"},
      {"R030", "more accumulators than a full block holds",
       "Accumulators of up to 128 bytes together (32 of 4 bytes, 16 of 8) run at the full block size. Beyond that the "
       "loop is still reduced in parallel, with fewer lanes a block, and a warning says so.\n"
       "\n"
       "    for i=0..n-1\n"
       "        a0 += x[i]; a1 += y[i]; ...   % 33 and more\n"
       "    end\n"
       "\n"
       "If it is slow, split the loop into several with fewer accumulators each.\n"},
      {"R901", "something only host code can do",
       "Printing, text, figures, files, cells that change and functions that exist on the host only run step by step, "
       "and so does what the loop does with a "
       "whole array of unknown size. Move them out of the loop, or make a loop of their own of the part that computes: "
       "loops inside are compiled by themselves.\n"
       "\n"
       "    for i=0..n-1\n"
       "        total += x[i]\n"
       "        fprintf(2, \"%g\", x[i])   % a file: for the host\n"
       "    end\n"},
      {"R902", "a type that is not known",
       "The loop is compiled for the types it meets. Before the program runs a type may be unknown; declare it (`x : "
       "mat`) to see the verdict without running.\n"
       "\n"
       "    function y = f(x)        % of what type is x?\n"
       "        for i=0..numel(x)-1\n"
       "            y += x[i]\n"
       "        end\n"
       "    end\n"},
      {"R903", "a call that cannot be inlined",
       "A call becomes part of the loop. That is not done for a function that calls itself, for one that is found only "
       "by computing (an item of a cell, a choice that "
       "hangs on values), for one that writes to an array of which the call makes a converted copy, and for one that "
       "uses a variable which is not its parameter and "
       "which the loop changes. Write the recursion as a `while` with a stack, choose the function before the loop, "
       "hand the array over in the type that is declared.\n"
       "\n"
       "    function y = depth(t)\n"
       "        y = t == 0 ? 0 : 1 + depth(t/2)\n"
       "    end\n"
       "    for i=0..n-1\n"
       "        d[i] = depth(x[i])   % calls itself\n"
       "    end\n"},
      {"R904", "a feature that is not compiled in loops yet",
       "The language has it and the evaluator runs it, step by step.\n"
       "\n"
       "The message names the feature. Often the same can be written with plain elements, or the part that uses it can "
       "stand before or behind the loop.\n"},
  };
  return all;
}

const ReasonInfo* find_reason(std::string_view code) {
  for (const ReasonInfo& r : reason_registry())
    if (r.code == code) return &r;
  return nullptr;
}

}  // namespace qc
