% matrices.q: matrices of a known form, questions about the form of one, permutations.

% hilb(n): 1/(i+j+1). vander(v, n): powers of v, v^(n-1) first. hankel(c, r): constant along the antidiagonals, first column c, last row r (0 when left out). pascal(n): binomials.
% compan(p): the companion matrix of a polynomial, whose eigenvalues are its roots. wilkinson(n), rosser(): test matrices for eigenvalues.
function y : mat = hilb(n : int)
    y = zeros(n, n)
    for i = 0..n-1
        for j = 0..n-1
            y[i,j] = 1.0/(i + j + 1)
        end
    end
end
function y : mat = vander(v, n : int = -1)
    m = numel(v)
    columns = n < 0 ? m : n
    y = ones(m, columns)
    for i = 0..m-1
        for j = columns-2..-1..0
            y[i,j] = y[i,j+1]*v[i]
        end
    end
end
function y : mat = hankel(c, r = [])
    m = numel(c)
    n = numel(r) == 0 ? m : numel(r)
    y = zeros(m, n)
    for i = 0..m-1
        for j = 0..n-1
            if i + j < m
                y[i,j] = c[i+j]
            elseif numel(r) > 0
                y[i,j] = r[i+j-m+1]
            end
        end
    end
end
function y : mat = pascal(n : int)
    y = ones(n, n)
    for i = 1..n-1
        for j = 1..n-1
            y[i,j] = y[i-1,j] + y[i,j-1]
        end
    end
end
function y : mat = compan(p)
    n = numel(p)-1
    if n < 1 || p[0] == 0
        error("compan: a polynomial of degree 1 or more, highest power first, is needed")
    end
    y = zeros(n, n)
    for j = 0..n-1
        y[0,j] = -p[j+1]/p[0]
        if j < n-1
            y[j+1,j] = 1
        end
    end
end
function y : mat = wilkinson(n : int)
    y = zeros(n, n)
    for i = 0..n-1
        y[i,i] = abs((n-1)/2.0 - i)
        if i < n-1
            y[i,i+1] = 1
            y[i+1,i] = 1
        end
    end
end
function y : mat = rosser()
    y = [[611,196,-192,407,-8,-52,-49,29],[196,899,113,-192,-71,-43,-8,-44],[-192,113,899,196,61,49,8,52],[407,-192,196,611,8,44,59,-23],[-8,-71,61,8,411,-599,208,208],[-52,-43,49,44,-599,411,208,208],[-49,-8,8,59,208,208,99,-911],[29,-44,52,-23,208,208,-911,99]]*1.0
end

% magic(n): 1..n^2 with equal sums of rows, columns and diagonals, n != 2 (n odd: along the diagonals; a multiple of 4: counted back on the diagonals of 4 x 4 blocks; others: four
% squares of n/2, parts exchanged).
function y : mat = magic(n : int)
    if n < 1 || n == 2
        error(sprintf("magic: no magic square of %d x %d", n, n))
    end
    y = zeros(n, n)
    if mod(n, 2) == 1
        y = lib_odd_magic(n)
    elseif mod(n, 4) == 0
        for i = 0..n-1
            for j = 0..n-1
                back = (mod(i, 4) == 0 || mod(i, 4) == 3) == (mod(j, 4) == 0 || mod(j, 4) == 3)
                y[i,j] = back ? n*n - (i*n + j) : i*n + j + 1
            end
        end
    else
        h = int(n/2)
        a = lib_odd_magic(h)
        y[0..h-1, 0..h-1] = a
        y[h..n-1, h..n-1] = a + h*h
        y[0..h-1, h..n-1] = a + 2*h*h
        y[h..n-1, 0..h-1] = a + 3*h*h
        k = int((n-2)/4)
        for i = 0..h-1
            for j = 0..n-1
                shifted = i == int(h/2) ? 1 : 0
                if (j >= shifted && j < k + shifted) || j > n-k
                    t = y[i,j]
                    y[i,j] = y[i+h,j]
                    y[i+h,j] = t
                end
            end
        end
    end
end
function y : mat = lib_odd_magic(n : int)
    y = zeros(n, n)
    for i = 0..n-1
        for j = 0..n-1
            a = periodize(i + j + 2 - int((n+3)/2), n)
            b = periodize(i + 2*j + 1, n)
            y[i,j] = a*n + b + 1
        end
    end
end

% hadamard(n): +1 and -1 with orthogonal rows, n a power of two (Sylvester). dftmtx(n): y*x is fft1 of the column x. dctmtx(n): y*x is dct(x).
function y : mat = hadamard(n : int)
    if n < 1 || nextpow2(n) != n
        error(sprintf("hadamard: %d rows; a power of two", n))
    end
    y = ones(n, n)
    for i = 0..n-1
        for j = 0..n-1
            bits = and(i, j)
            odd = 0
            while bits > 0
                odd = 1 - odd
                bits = and(bits, bits - 1)
            end
            y[i,j] = odd == 1 ? -1 : 1
        end
    end
end
function y : cmat = dftmtx(n : int)
    y = czeros(n, n)
    for i = 0..n-1
        for j = 0..n-1
            angle = -2*pi*mod(i*j, n)/n
            y[i,j] = complex(cos(angle), sin(angle))
        end
    end
end
function y : mat = dctmtx(n : int)
    y = zeros(n, n)
    for i = 0..n-1
        for j = 0..n-1
            y[i,j] = (i == 0 ? sqrt(1.0/n) : sqrt(2.0/n))*cos(pi*mod((2*j + 1)*i, 4*n)/(2.0*n))
        end
    end
end

% blkdiag(a, b, ...): the matrices along the diagonal, zeros elsewhere. g = givens(x, y): the turn with g*[x;y] = [r;0].
function y = blkdiag(...parts)
    m = 0
    n = 0
    complex_part = false
    for k = 0..numel(parts)-1
        m = m + size(parts[k],0)
        n = n + size(parts[k],1)
        complex_part = complex_part || iscomplex(parts[k])
    end
    y = complex_part ? czeros(m, n) : zeros(m, n)
    row = 0
    column = 0
    for k = 0..numel(parts)-1
        [h, w] = size(parts[k], 0..1)
        if h*w > 0
            y[row..row+h-1, column..column+w-1] = parts[k]
        end
        row = row + h
        column = column + w
    end
end
function g : mat = givens(x : scalar, y : scalar)
    r = hypot(x, y)
    c = r > 0 ? x/r : 1.0
    s = r > 0 ? y/r : 0.0
    g = [[c, s], [-s, c]]
end

% issymmetric(a, tol) ishermitian(a, tol) isdiag(a) istril(a) istriu(a) isbanded(a, below, above) isdefinite(a): questions about a matrix; tol: how much elements may differ, as
% a part of the largest.
function yes = issymmetric(a, tol : scalar = 0)
    yes = size(a,0) == size(a,1) && (numel(a) == 0 || max(abs(a - transpose(a))) <= tol*max(abs(a)))
end
function yes = ishermitian(a, tol : scalar = 0)
    yes = size(a,0) == size(a,1) && (numel(a) == 0 || max(abs(a - conj(transpose(a)))) <= tol*max(abs(a)))
end
function yes = isbanded(a, below : int, above : int)
    yes = ismatrix(a) && (numel(a) == 0 || (max(abs(tril(a, -below-1))) == 0 && max(abs(triu(a, above+1))) == 0))
end
function yes = isdiag(a)
    yes = isbanded(a, 0, 0)
end
function yes = istril(a)
    yes = isbanded(a, size(a,0), 0)
end
function yes = istriu(a)
    yes = isbanded(a, 0, size(a,1))
end
function yes = isdefinite(a)
    yes = ishermitian(a, 64*eps) && (numel(a) == 0 || min(eig(0.5*(a + conj(transpose(a))))) > 0)
end

% p = perms(v): all orders of the elements of a vector, one a row, the last elements first (up to 10 elements).
function p = perms(v)
    n = numel(v)
    if n > 10
        error(sprintf("perms: the orders of %d elements; 10 at most", n))
    end
    count = int(factorial(n))
    p = uninit(count, n)
    for k = 0..count-1
        left = ivec(16)
        for i = 0..n-1
            left[i] = n-1-i
        end
        rest = k
        block = count
        for i = 0..n-1
            block = int(block/max(n-i, 1))
            at = int(rest/block)
            rest = rest - at*block
            p[k,i] = v[left[at]]
            for j = at..n-2
                left[j] = left[j+1]
            end
        end
    end
end
