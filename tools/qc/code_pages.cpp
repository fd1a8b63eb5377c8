#include "code_pages.h"

namespace qc::tool {
namespace {

struct Page {
  std::string_view code, text;
};

constexpr Page kPages[] = {
    {"Q0001",
     R"(An option, its value or a word of the command line is none that qc knows, or two of them exclude
each other.

    qc --devce=cpu f.q          did you mean --device?
    qc --threads=0 f.q          a number from 1 to 1024
    qc f.q 3                    where main(a, b) needs two arguments

`qc --help` lists the options; those of qc stand before the program's file, what stands behind it is
the program's. A flag counts before a variable of the environment (QC_DEVICE, QC_THREADS, ..), and
that before the default.
)"},
    {"Q0002", R"(The file is not there, is a folder, or may not be read.

    qc imags/mean.q             cannot read 'imags/mean.q': No such file or directory

A program is a file; `-` reads it from standard input, `-e TEXT` takes it from the command line.
)"},
    {"Q0101",
     R"(The text is not a program: the message says what was expected where the caret stands, and for a
block that is not closed where it began.

    if x > 0
        print x
    % end is missing

A statement ends with its line; it goes on behind a binary operator, a comma, `_`, and inside
brackets.
)"},
    {"Q0102",
     R"(Programs are UTF-8 and hold no NUL byte. Comments may hold any bytes, and bytes in strings that are
not UTF-8 are taken as Windows-1252, with a warning; elsewhere the file has to be converted, `iconv -f
latin1 -t utf8 f.q`.
)"},
    {"Q0103", R"(Blocks and brackets nest at most 256 deep.

Such programs are made by other programs; write what is inside as functions, or compute it in steps
with names.
)"},
    {"Q0104", R"(One expression holds at most 4096 operators.

    s = 0.1 + 0.2 + 0.3 + ...   % thousands of terms

Put the values into an array, and sum that: `s = sum([0.1, 0.2, 0.3, ...])`.
)"},
    {"Q0105",
     R"(An `int` has 64 bits, from -9223372036854775808 to 9223372036854775807. A larger number is written
as a scalar.

    n = 10000000000000000000    % too large
    n = 1e19                    % a scalar
)"},
    {"Q0106", R"(Something stands where the language does not allow it, although its parts are words of the language.

    c{0}                        % an item of a cell is written c[0]
    break                       % outside of a loop
    x : cube{17}                % an array has 1 to 16 dimensions
)"},
    {"Q0107",
     R"(A warning: a pragma or an attribute that this compiler does not know, or that no loop follows. It
has no effect.

    #pragma force_paralel       % did you mean force_parallel?
    {!parallel for}             % speaks of the `for` directly behind it
)"},
    {"Q0108",
     R"(The construct belongs to the language, and this version does not execute it in this place. The
message says which other way of writing it does the same.
)"},
    {"Q0201",
     R"(Nothing goes by that name where it is used: no variable, no function of the program or of the
library, no built-in.

    totl = 0
    print total                 % did you mean 'totl'?

A variable that only some branch sets, or a loop that may have no iteration, has no value yet where
none of them has run: set it before.

    for i = 0..9
        if x[i] > 0.5
            t = x[i]
        end
        y[i] = t                % the first x[i] may be less: t = 0 before the loop
    end

Variables of the program's own level are not seen inside functions: hand them on as arguments.
Functions of other files need an `import`. `?word` at the prompt looks for functions.
)"},
    {"Q0202", R"(Two parameters, outputs, fields or functions with the same parameters go by one name.

    function y = f(a, a)        % give one of them another name
)"},
    {"Q0203",
     R"(What stands on the left of `=` cannot be assigned: a call, a constant, the variable of a loop inside
its loop, an array that is 'const or a converted copy.

    for i = 0..9
        i = i + 1               % use a variable of your own
    end
    f(2) = 3                    % an element of an array is written f[2]
)"},
    {"Q0204",
     R"(A function is called with fewer or more arguments than it takes, or more results are wanted than it
gives.

    function y = f(a, b)
    f(1)                        % b is missing
    [p, q] = f(1, 2)            % it has one output
)"},
    {"Q0205",
     R"(Several functions go by one name, and the types of the arguments fit none of them, or two of them
equally well. The message lists the candidates.

    function y = f(a : int)
    function y = f(a : string)
    f([1,2])                    % neither takes a vec

Convert the argument, or write another overload.
)"},
    {"Q0206", R"(`import "file.q"` looks beside the program that imports, then in the folders of -I and of QC_PATH.

    qc -I lib f.q
    QC_PATH=lib:more qc f.q

What the library of the language defines needs no import.
)"},
    {"Q0301", R"(A value has another type than the operation or the declaration takes.

    "a" * 2                     % a string is no number
    n : int = [1,2]             % an array is no int

`type(x)` gives the type of a value; `:type x` at the prompt shows it with its extents.
)"},
    {"Q0302", R"(Arrays whose extents have to agree do not.

    [1,2,3] + [1,2]             % 3 and 2; extents of 1 and numbers are repeated
    ones(2,3) * ones(2,3)       % the matrix product needs 3 x n on the right; .* multiplies element by element

`size(x)` gives the extents; `transpose`, `reshape` and `repmat` change them.
)"},
    {"Q0401", R"(An element is read or written outside its array. Indices count from 0, so the last one is
numel(x)-1.

    x = zeros(10)
    for i = 1..10
        x[i] = i                % 10 is outside
    end

`0..numel(x)-1` are all of them. Where neighbours of elements at the border are wanted, say what
they are: `x : vec'mirror`, 'clamped, 'circular, or 'safe, which reads 0.
)"},
    {"Q0402",
     R"(`mod(a, 0)`, `periodize(n, 0)` and exact integer divisions by 0 have no value. `a/b` of two ints is
a scalar and gives inf or nan.
)"},
    {"Q0403",
     R"(The program called `error(...)`, or an `assert(...)` did not hold. The text is the program's own;
the notes are the calls that led there. `try ... catch e ... end` goes on, with the text in e.
)"},
    {"Q0404", R"(An argument or operand has the right type, and a value that the operation does not take.

    reshape(zeros(6), 4, 2)     % 6 elements do not make 8
    zeros(-1)                   % an extent below 0
    match 3 with | 1 -> ... end % no arm fits: add `| _ -> ...`
)"},
    {"Q0405",
     R"(Functions call each other deeper than the stack of the process takes: a recursion that does not end,
or one too deep.

    function y = f(n)
        y = n + f(n-1)          % no end: return where n is 0
    end
)"},
    {"Q0406",
     R"(Ctrl-C, or a host program's interrupt, stopped the program. Variables stay as they were between two
statements. The process ends with 130.
)"},
    {"Q0501",
     R"(`#pragma force_parallel` says that iterations are independent but for accumulators, and here one
reads what another one wrote. Both accesses are shown.

    #pragma force_parallel
    for i = 1..n-1
        a[i] = a[i-1]*a[i-1] + 1
    end

Take the pragma away: the loop then runs in order. Sums, products, extremes and running values need
no pragma.
)"},
    {"Q0502",
     R"(The programmer's word `#pragma force_parallel` could not be followed or checked: it cannot be
decided whether iterations meet (then it is obeyed, with this warning), or the loop does what only
host code can do.

    #pragma force_parallel
    for i = 0..n-1
        a[p[i]] = x[i]          % true as long as p has no number twice
    end
)"},
    {"Q0503",
     R"(A kernel or a function that it calls uses what only host code may use (files, cells of values, other
launches with blocks), or host code uses what belongs into kernels.

    syncthreads                 % outside of a kernel
    k(x, 3)                     % a kernel is started: parallel_do(n, x, k)

Compute such things before the launch and hand them on as arguments.
)"},
    {"Q0504",
     R"(A warning: the way that --reduce chose adds floats by atomic steps, whose order differs from run to
run, and so do the last bits of the sum.

    qc --reduce=atomic f.q

The default, a tree, gives the same bits on every run and device. docs/reductions.md compares them.
)"},
    {"Q0505",
     R"(A warning: threads of the kernel wait for all others (`syncthreads(grid)`), or in a loop whose
length differs between them, in a way that the device does not have. It runs on the checked
emulator, which is slow, and gives the same results.

Two launches, one behind the other, are a barrier of all threads as well.
)"},
    {"Q0601", R"(A file is not there, may not be read or written, or the disk is full.

    im = imread("photo.pgn")    % No such file or directory

Paths are looked up from the folder in which the program was started. `fileexists(p)` asks
beforehand.
)"},
    {"Q0602",
     R"(The file is there, and its contents are cut off, damaged, or of a kind that is not read. Images are
known by their contents, not by their names: PNG, JPEG, TIFF, BMP, OpenEXR, Radiance, PGM, PPM, PFM,
.npy.
)"},
    {"Q0603",
     R"(What a call asks of a figure shows nothing in it: a legend of more entries than there are curves, a
colour bar beside no image, a property or an axis that figures do not have, a window that would have
to be clicked on. It is said once for each of them, and the figure is written all the same.

    imshow(x)                   % values of 0..1 are nearly black where 255 is white
    imshow(x, [0, 1])           % the range that is shown

docs/builtins.md lists what figures take.
)"},
    {"Q0604",
     R"(A program makes more figures than are written to files, most likely in a loop that was to update one.

    for k=0..9999
        clf()                   % empties the current figure, whose file is replaced
        imshow(frames[:,:,k])
    end
)"},
    {"Q0701",
     R"(--device=cuda needs NVIDIA's driver and a device of that number. `qc doctor` says what is there;
--device=auto, the default, takes a GPU when there is one, and the host otherwise.
)"},
    {"Q0702", R"(An array does not fit into the memory of the host or of the GPU.

    x = zeros(100000, 100000)   % 40 GB in single precision

Work in pieces, use smaller elements (uint8, half), or let variables go that are no longer needed
(`x = 0`).
)"},
    {"Q0703",
     R"(The driver reported a failure while a kernel ran: an access outside memory with 'unchecked, a launch
that was ended by the system, a device that was lost. `qc --check f.q` runs the kernels on the
emulator and says in which line.
)"},
    {"Q0704",
     R"(The GPU's own compiler refused a kernel, or needs more registers or shared memory than a
multiprocessor has. Smaller blocks (`parallel_do([dims, blkdims], ...)`) or less `shared(...)` help;
--device=cpu runs it meanwhile.
)"},
    {"Q0705",
     R"(A warning: the GPU's compiler failed on a kernel with optimisation and took it without. Results are
the same, it is slower. A newer driver may take it as it is.
)"},
    {"Q0801", R"(Two threads of a block touch an element of memory, one of them writes, and no barrier is between.

    s[pos] = x[pos]
    y[pos] = s[blkdim-1-pos]    % another thread's: syncthreads is missing before

`qc --check` shows both accesses.
)"},
    {"Q0802",
     R"(Threads of different blocks touch one element, and one of them writes. Blocks run in any order and
have no barrier.

    y[pos mod 4] += x[pos]      % atomic: fine
    y[0] = x[pos]               % several blocks write

Update by compound assignments, which are atomic, or let each thread have its own element.
)"},
    {"Q0803",
     R"(An element is updated atomically by one thread and read or written plainly by another one, with no
barrier between; what the plain access meets depends on timing. Use atomic functions for both, or
`syncthreads` between.
)"},
    {"Q0804", R"(Some threads of a block reach a barrier and others have left or went another way.

    if pos < n
        syncthreads             % threads past n never come
    end

Put the barrier outside of conditions that differ between threads.
)"},
    {"Q0805",
     R"(A shuffle, a vote or a fold of the warp reads from a lane that does not take part: it is inactive or
beyond the block.

    if laneid < 10
        v = shfl(x, 20)         % lane 20 is not in here
    end
)"},
    {"Q0806",
     R"(A kernel reads memory that nothing has written: `uninit(n)`, or `shared(n)` before it was filled.
`zeros` and `shared_zeros` begin with 0.
)"},
    {"Q0807",
     R"(An access that is not checked ('unchecked) lies outside its array. Without the modifier it is
checked and an error; the other modifiers say what is read outside.
)"},
    {"Q0808",
     R"(A launch was compiled for arguments of certain properties (extents, alignment, arrays that do not
overlap) and got others. This is a defect of the compiler, not of the program: please report it.
)"},
    {"Q0809",
     R"(No thread can go on: each waits at a barrier that others never reach, or for a value that is never
stored.

    while flag[0] == 0          % set by a thread of a block that has not begun
    end
)"},
    {"Q0901",
     R"(A host program calls the library in a way that cannot be meant:

    an engine while another call of it has not returned, from a second thread or from its own sinks
    an engine that was moved into another
    a function of qc/qc_c.h with a null handle, name or array

One engine does one thing at a time; engines of their own may run in several threads at once.
)"},
};

}  // namespace

std::string wrapped(std::string_view text, int width) {
  std::string out;
  int column = 0;  // of the paragraph that goes on; 0: none does
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (line.empty() || line[0] == ' ') {
      if (column > 0) out += '\n';
      column = 0;
      out.append(line) += '\n';
      continue;
    }
    for (std::size_t from = 0; from < line.size();) {
      const std::size_t to = std::min(line.find(' ', from), line.size());
      const std::string_view word = line.substr(from, to - from);
      from = to + 1;
      const int wide = int(word.size());
      if (column > 0) out += column + 1 + wide > width ? '\n' : ' ';
      column = column > 0 && column + 1 + wide <= width ? column + 1 + wide : wide;
      out += word;
    }
  }
  if (column > 0) out += '\n';
  return out;
}

std::string_view code_page(std::string_view code) {
  for (const auto& page : kPages)
    if (page.code == code) return page.text;
  return {};
}

}  // namespace qc::tool
