% numbers.q: whole numbers and their bits, sets of numbers, a function of each element, a few functions that keep digits.

% gcd(a, b), lcm(a, b): greatest common divisor, least common multiple; of ints, not negative; element by element of arrays.
function d : int = __device__ gcd(a : int, b : int)
    d = abs(a)
    r = abs(b)
    while r != 0
        t = mod(d, r)
        d = r
        r = t
    end
end
function m : int = __device__ lcm(a : int, b : int)
    d = gcd(a, b)
    m = d == 0 ? 0 : abs(int(a/d)*b)
end

function d = gcd(a, b)
    d = lib_each_of_two(a, b, gcd)
end
function d = lcm(a, b)
    d = lib_each_of_two(a, b, lcm)
end
function d = isprime(n : cube{:})
    d = zeros(size(n))
    for k = 0..numel(n)-1
        d[k] = isprime(int(n[k]))
    end
end
function y = lib_each_of_two(a, b, f)
    x = int(a) + 0*int(b)
    z = int(b) + 0*int(a)
    y = 0*x
    for k = 0..numel(x)-1
        y[k] = f(x[k], z[k])
    end
end

% isprime(n): whether n is a prime number. primes(n): all up to n.
function yes : bool = __device__ isprime(n : int)
    yes = n > 1
    k = 2
    while yes && k*k <= n
        if mod(n, k) == 0
            yes = false
        end
        k = k + 1
    end
end
function p = primes(n : int)
    sieve = ones(max(n, 1) + 1)
    sieve[0..1] = 0
    k = 2
    while k*k <= n
        if sieve[k] != 0
            sieve[k*k..k..n] = 0
        end
        k = k + 1
    end
    p = reshape(find(sieve)[:,1], [int(sum(sieve))])
end

% f = factor(n): the prime factors of an int from 0 on, ascending, as a vec; of 0 and 1 the number itself. [p, times] = factor(n): each prime once, and how often it divides n.
function [f, times] = factor(n : int)
    if n < 0
        error(sprintf("factor: %d; ints from 0 on have prime factors", n))
    end
    found = []
    rest = n
    p = 2
    while p*p <= rest
        if mod(rest, p) == 0
            found = horzcat(found, [p])
            rest = int(rest/p)
        else
            p += p == 2 ? 1 : 2
        end
    end
    f = rest > 1 || n < 2 ? horzcat(found, [rest]) : found
    if $outputs > 1
        all_of_them = f
        f = unique(all_of_them)
        times = ivec(numel(f))
        for k = 0..numel(f)-1
            times[k] = sum(all_of_them == f[k])
        end
    end
end

% nchoosek(n, k): how many subsets of k elements n elements have; nchoosek(v, k): the subsets of a vector of more than one element, one a row, in the order of their places.
function c : int = __device__ nchoosek(n : int, k : int)
    c = k < 0 || k > n ? 0 : 1
    for i = 1..min(k, n-k)
        % c (n-i+1)/i is whole: what i has in common with n-i+1 is divided out first, the rest divides c.
        g = gcd(n-i+1, i)
        part = int(c/int(i/g))
        times = int((n-i+1)/g)
        if part > int(maxvalue(int)/times)
            error("nchoosek: more than 2^63 subsets")
        end
        c = part*times
    end
end

function rows = nchoosek(v : vec, k : int)
    rows = lib_subsets(v, k)
end
function rows = nchoosek(v : ivec, k : int)
    rows = lib_subsets(v, k)
end
function rows = lib_subsets(v, k : int)
    n = numel(v)
    count = nchoosek(n, k)
    if k < 0
        error(sprintf("nchoosek: subsets of %d elements", k))
    end
    rows = 0*repmat(reshape(v[max(0..k-1, 0)*0], [1, k]), count, 1)
    at = 0..k-1
    for r = 0..count-1
        rows[r,:] = v[at]
        i = k - 1
        while i >= 0 && at[max(i, 0)] == n - k + i
            i = i - 1
        end
        if i >= 0
            at[i..k-1] = at[i] + 1 + (0..k-1-i)
        end
    end
end

% bitand, bitor, bitxor: and, or, xor of whole numbers. bitshift(a, n): to the left, to the right where n is negative, element by element.
function y = __device__ bitand(a, b)
    y = and(a, b)
end
function y = __device__ bitor(a, b)
    y = or(a, b)
end
function y = __device__ bitxor(a, b)
    y = xor(a, b)
end
function y = __device__ bitshift(a, n)
    y = n >= 0 ? shl(a, n) : shr(a, -n)
end

% rem(a, b): the remainder with the sign of a, as mod has it here.
function y = __device__ rem(a, b)
    y = mod(a, b)
end

% log1p(x) = log(1+x), expm1(x) = exp(x)-1 with all digits near 0 (Kahan's quotients); cbrt(x) and nthroot(x, n): real roots. Element by element.
function y : scalar = __device__ log1p(x : scalar)
    u = 1 + x
    y = u == 1 ? x : log(u)*(x/(u - 1))
    y = u == inf ? u : y
end
function y : scalar = __device__ expm1(x : scalar)
    u = exp(x)
    d = u - 1
    y = u == 1 ? x : (d == -1 || isinf(u) ? d : d*(x/log(u)))
end
function y : scalar = __device__ nthroot(x : scalar, n : int)
    a = abs(x)
    r = a^(1/n)
    if r > 0 && !isinf(r)
        r = r - (r - a/r^(n-1))/n  % a step of Newton's, since the power has rounding of 1/n in it
    end
    y = x < 0 ? (mod(n, 2) == 0 ? nan : -r) : r
end
function y : scalar = __device__ cbrt(x : scalar)
    y = nthroot(x, 3)
end
function y = log1p(x : cube{:})
    y = arrayfun(log1p, x)
end
function y = expm1(x : cube{:})
    y = arrayfun(expm1, x)
end
function y = cbrt(x : cube{:})
    y = arrayfun(cbrt, x)
end
function y = nthroot(x : cube{:}, n : int)
    y = arrayfun((t : scalar) -> nthroot(t, n), x)
end

% arrayfun(f, x, ...): f of each element of x (and of the further arrays of as many elements), in an array of the same extents. cellfun(f, c, ...): f of each item of a cell, numbers in its extents (a vec for a row); f may be
% "isempty", "length", "numel" or "ndims" as well. With "UniformOutput", false behind: a cell of whatever f gives. [y, z, w] =: what f gives second and third in arrays, cells of their own.
function [y, z, w] = arrayfun(f, x)
    if $outputs >= 2
        [y, z, w] = lib_each_outputs(f, x, [], true, "arrayfun", $outputs)
    else
        y = zeros(size(x))
        for k = 0..numel(x)-1
            v = f(x[k])
            if numel(v) != 1
                error(sprintf("arrayfun: the function gives %d elements for one; with \"UniformOutput\", false the values are items of a cell", numel(v)))
            end
            if iscomplex(v)
                y = lib_complex_values(f, x, y, v, k)
                return
            end
            y[k] = v
        end
    end
end
% The same from element k on, where f gives the complex number v; y: the real ones before it.
function z = lib_complex_values(f, x, y, v, k : int)
    z = complex(y, 0.0)
    z[k] = v
    for i = k+1..numel(x)-1
        z[i] = f(x[i])
    end
end
function [y, z, w] = arrayfun(f, x, ...more)
    [uniform, others] = lib_uniform_output(more, "arrayfun")
    if $outputs >= 2
        [y, z, w] = lib_each_outputs(f, x, others, uniform, "arrayfun", $outputs)
    elseif uniform && numel(others) == 0
        y = arrayfun(f, x)
    else
        y = uniform ? zeros(size(x)) : lib_cell_like(x)
        for k = 0..numel(x)-1
            rest = lib_items_at(others, k, numel(x), "arrayfun")
            v = f(x[k], ...rest)
            y = lib_with_room_for(y, v)
            y[k] = v
        end
    end
end
function [y, z, w] = cellfun(f, c)
    g = type(f, string) ? lib_cell_question(f) : f
    if $outputs >= 2
        [y, z, w] = lib_each_outputs(g, c, [], true, "cellfun", $outputs)
    else
        y = lib_numbers_like(c)
        for k = 0..numel(c)-1
            v = g(c[k])
            y = lib_with_room_for(y, v)
            y[k] = v
        end
    end
end
% y, complex from the first complex value on.
function y = lib_with_room_for(y, v)
    if iscomplex(v) && !iscell(y) && !iscomplex(y)
        y = complex(y, 0.0)
    end
end
function [y, z, w] = cellfun(f, c, ...more)
    [uniform, others] = lib_uniform_output(more, "cellfun")
    g = type(f, string) ? lib_cell_question(f) : f
    if $outputs >= 2
        [y, z, w] = lib_each_outputs(g, c, others, uniform, "cellfun", $outputs)
    else
        y = uniform ? lib_numbers_like(c) : lib_cell_like(c)
        for k = 0..numel(c)-1
            rest = lib_items_at(others, k, numel(c), "cellfun")
            v = g(c[k], ...rest)
            y = lib_with_room_for(y, v)
            y[k] = v
        end
    end
end
% Two or three outputs of f for each element of x, item of a cell x, and the others beside it.
function [y, z, w] = lib_each_outputs(f, x, others, uniform : bool, name : string, outputs : int)
    results = cell(outputs)
    for i = 0..outputs-1
        results[i] = uniform ? (iscell(x) ? lib_numbers_like(x) : zeros(size(x))) : lib_cell_like(x)
    end
    for k = 0..numel(x)-1
        rest = lib_items_at(others, k, numel(x), name)
        if outputs == 2
            [p, q] = f(x[k], ...rest)
            given = `p, q'
        else
            [p, q, r] = f(x[k], ...rest)
            given = `p, q, r'
        end
        for i = 0..outputs-1
            v = given[i]
            if uniform && numel(v) != 1
                error(sprintf("%s: the function gives %d elements for one; with \"UniformOutput\", false the values are items of a cell", name, numel(v)))
            end
            results[i] = lib_with_room_for(results[i], v)
            part = results[i]
            part[k] = v
        end
    end
    [y, z] = [results[0], results[1]]
    w = results[outputs-1]
end
function c = lib_cell_like(x)
    c = size(x,0) > 1 ? cell(size(x,0), size(x,1)) : cell(numel(x))
end
function y = lib_numbers_like(c)
    y = size(c,0) > 1 ? zeros(size(c,0), size(c,1)) : zeros(numel(c))
end
function g = lib_cell_question(name : string)
    match name with
    | "isempty" -> g = x -> isempty(x)
    | "length" -> g = x -> length(x)
    | "numel" -> g = x -> numel(x)
    | "ndims" -> g = x -> ndims(x)
    | _ -> error(sprintf("cellfun: '%s' is text; a function is given by its name or as x -> x^2", name))
    end
end
% "UniformOutput", false at the end is taken off.
function [uniform, others] = lib_uniform_output(more, name : string)
    n = numel(more)
    uniform = true
    others = more
    if n >= 2
        if type(more[n-2], string)
            if lower(more[n-2]) != "uniformoutput"
                error(sprintf("%s: the option '%s' is not known; \"UniformOutput\" is", name, more[n-2]))
            end
            uniform = more[n-1] != 0
            others = cell(n-2)
            for k = 0..n-3
                others[k] = more[k]
            end
        end
    end
end
function items = lib_items_at(others, k : int, count : int, name : string)
    items = cell(numel(others))
    for i = 0..numel(others)-1
        if numel(others[i]) != count
            error(sprintf("%s: %d items beside %d", name, numel(others[i]), count))
        end
        items[i] = others[i][k]
    end
end

% [y, place] = ismember(x, s): which elements of x are in s, and where in s they stand first, -1 where they do not; x may be a text or a cell of texts, s a cell of texts.
% union, intersect, setdiff, setxor: sets as sorted vecs, each element once; [c, ia, ib] =: where they stand first in a and in b.
function [y, place] = ismember(x, s)
    if iscell(s) && isstring(x)
        place = lib_text_place(x, s)
        y = place >= 0
    elseif iscell(s)
        place = zeros(numel(x))
        for k = 0..numel(x)-1
            place[k] = lib_text_place(x[k], s)
        end
        y = place >= 0
    else
        y = isscalar(x) ? lib_members([x], s)[0] : lib_members(x, s)
        if $outputs >= 2
            [v, first] = unique(s)
            flat = reshape([x], [numel(x)])
            place = -ones(numel(flat))
            for k = 0..numel(flat)-1
                at = sum(v < flat[k])
                if at < numel(v) && v[min(at, numel(v)-1)] == flat[k]
                    place[k] = first[at]
                end
            end
            place = isscalar(x) ? place[0] : reshape(place, size(x))
        end
    end
end
function place : int = lib_text_place(text : string, s)
    place = -1
    for k = numel(s)-1..-1..0
        if s[k] == text
            place = k
        end
    end
end
function y = lib_members(x, s)
    v = sort(reshape(s, [numel(s)]))
    y = arrayfun(t -> lib_contains(v, t), x)
end
function yes = __device__ lib_contains(v, t)
    low = 0
    high = numel(v)
    while high - low > 1
        middle = int((low + high)/2)
        if v[middle] <= t
            low = middle
        else
            high = middle
        end
    end
    yes = high > low && v[low] == t
end
function [y, ia, ib] = setxor(a, b)
    [u, ia] = setdiff(a, b)
    [v, ib] = setdiff(b, a)
    y = union(u, v)
end
function [y, ia, ib] = union(a, b)
    both = horzcat(reshape(a, [numel(a)]), reshape(b, [numel(b)]))
    if $outputs < 2
        y = unique(both)
    else
        [y, first] = unique(both)
        ia = first[first < numel(a)]
        ib = first[first >= numel(a)] - numel(a)
    end
end
function [y, ia, ib] = intersect(a, b)
    if $outputs < 2
        u = unique(a)
        y = numel(u) == 0 ? u : u[lib_members(u, b) != 0]
    else
        [y, ia] = lib_kept(a, b, 1)
        [w, ib] = lib_kept(b, a, 1)
    end
end
function [y, ia] = setdiff(a, b)
    if $outputs < 2
        u = unique(a)
        y = numel(u) == 0 ? u : u[lib_members(u, b) == 0]
    else
        [y, ia] = lib_kept(a, b, 0)
    end
end
% The elements of a that are in b (1), or are not (0), and where they stand first in a.
function [y, places] = lib_kept(a, b, wanted : int)
    [u, first] = unique(a)
    y = u
    places = first
    if numel(u) > 0
        keep = lib_members(u, b) == wanted
        y = u[keep]
        places = first[keep]
    end
end

% toeplitz(c, r): t[i,j] = c[i-j] below the diagonal and on it, r[j-i] above; toeplitz(r) is symmetric.
function t = toeplitz(c, r)
    t = iscomplex(c) || iscomplex(r) ? czeros(numel(c), numel(r)) : zeros(numel(c), numel(r))
    for i = 0..numel(c)-1
        for j = 0..numel(r)-1
            t[i,j] = i >= j ? c[max(i-j, 0)] : r[max(j-i, 0)]
        end
    end
end
function t = toeplitz(r)
    t = toeplitz(lib_first_column(r), r)
end
% The column of a Hermitian matrix that begins with the row r.
function c = lib_first_column(r)
    c = r
    if iscomplex(r)
        c = conj(r)
        c[0] = r[0]
    end
end
% dot(a, b): the sum of the products of corresponding elements, those of a conjugated, of two vectors; of matrices, cubes of each column, along the first dimension whose extent is not 1.
% dot(a, b, dim): along that dimension.
function y = dot(a, b)
    if isvector(a) && isvector(b)
        y = dotprod(iscomplex(a) ? conj(a) : a, b)
    else
        y = dot(a, b, lib_line_dimension(a))
    end
end
function y = dot(a, b, dim : int)
    if !isequal(size(a), size(b))
        error(sprintf("dot: extents %s and %s; they are the same", mat2str(size(a)), mat2str(size(b))))
    end
    y = sum((iscomplex(a) ? conj(a) : a).*b, dim)
end
