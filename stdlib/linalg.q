% linalg.q: dense linear algebra for matrices of moderate size, by the textbook algorithms (Golub and Van Loan, Matrix
% Computations). Matrices are m x n; a vec counts as one row. Work is done in the precision of `scalar`, on copies: 1.0*a.
% Those of complex matrices take the same road: what needs no order but that of absolute values works for both.

% [f, p, d] = lib_lu(a): the first columns of a, as many as it has rows, with the rows in the order p are l*u, both in one matrix (unit diagonal
% of l not stored), by Gaussian elimination with partial pivoting; further columns b become the inverse of l times b in that order. d: the determinant of l*u.
function [f, p, d] = lib_lu(a)
    f = 1.0*a
    p = 0..size(f,0)-1
    d = 1.0
    if min(size(f,0), size(f,1)) > 200
        [f, p, d] = lib_lu_by_panels(f, p)
    else
        [f, p, d] = lib_eliminate(f, p, d, 0, min(size(f,0), size(f,1))-1, size(f,1)-1)
    end
end

% The same by panels of columns: most of the work is in matrix products.
function [f, p, d] = lib_lu_by_panels(f, p)
    d = 1.0
    [m, n, width] = [size(f,0), size(f,1), 48]
    for first = 0..width..min(m, n)-1
        last = min(first+width, min(m, n))-1
        [f, p, d] = lib_eliminate(f, p, d, first, last, last)
        if last < n-1
            for i = first+1..last
                for k = first..i-1
                    r = f[i,k]
                    for j = last+1..n-1
                        f[i,j] = f[i,j] - r*f[k,j]
                    end
                end
            end
            if last < m-1
                f[last+1..m-1, last+1..n-1] -= f[last+1..m-1, first..last]*f[first..last, last+1..n-1]
            end
        end
    end
end

% Elimination of the columns first..last in the columns up to stop. Rows are exchanged whole.
function [f, p, d] = lib_eliminate(f, p, d, first : int, last : int, stop : int)
    for k = first..last
        best = k
        for i = k+1..size(f,0)-1
            if abs(f[i,k]) > abs(f[best,k])
                best = i
            end
        end
        if best != k
            for j = 0..size(f,1)-1
                t = f[k,j]
                f[k,j] = f[best,j]
                f[best,j] = t
            end
            q = p[k]
            p[k] = p[best]
            p[best] = q
            d = -d
        end
        pivot = f[k,k]
        d = d*pivot
        if pivot != 0
            for i = k+1..size(f,0)-1
                r = f[i,k]/pivot
                f[i,k] = r
                for j = k+1..stop
                    f[i,j] = f[i,j] - r*f[k,j]
                end
            end
        end
    end
end

% [l, u, p] = lu(a): p*a = l*u with l lower triangular with unit diagonal, u upper triangular, p a permutation. a: n x n.
function [l, u, p] = lu(a : mat)
    lib_check_square(a, "lu")
    [f, order] = lib_lu(a)
    [l, u, p] = lib_factors(f, order)
end
function [l, u, p] = lu(a : cmat)
    lib_check_square(a, "lu")
    [f, order] = lib_lu(a)
    [l, u, p] = lib_factors(f, order)
end
function [l, u, p] = lib_factors(f, order)
    n = size(f,0)
    l = 1.0*f
    u = 1.0*f
    p = zeros(n, n)
    for i = 0..n-1
        p[i, order[i]] = 1
        for j = 0..n-1
            if j < i
                u[i,j] = 0
            else
                l[i,j] = i == j ? 1 : 0
            end
        end
    end
end

% x = solve(a, b): a*x = b. Square a: by elimination; more rows than columns: the least squares solution by Householder's QR.
% b: n x k, or a vec of n elements, for which x is n x 1. A singular a is an error.
function x = solve(a : mat, b : mat)
    x = lib_solve(a, b)
end
function x = solve(a : cmat, b : cmat)
    x = lib_solve(a, b)
end
function x = lib_solve(a, b)
    rhs = size(b,0) == size(a,0) ? copy(b) : transpose(b)
    if size(rhs,0) != size(a,0)
        error(sprintf("solve: %d rows on the left, %d on the right", size(a,0), size(b,0)))
    end
    if size(a,0) < size(a,1)
        error(sprintf("solve: %d equations for %d unknowns; the solution of the least norm is pinv(a)*b", size(a,0), size(a,1)))
    end
    if size(a,0) == size(a,1)
        x = lib_back_substitution(lib_lu(horzcat(a, rhs)), size(rhs,1))
    else
        f = horzcat(1.0*a, rhs)
        lib_triangularise(f, size(a,1))
        x = lib_back_substitution(f, size(rhs,1))
    end
end
function x = linsolve(a, b)
    x = solve(a, b)
end
% a \ b; a number divides each element.
function x = mldivide(a, b)
    if numel(a) == 1
        x = b/a
    else
        x = solve(a, b)
    end
end

% The last k columns of f against the upper triangle of those before. All columns together: rows lie in memory as they are walked.
function x = lib_back_substitution(f, k : int)
    x = f[0..size(f,1)-k-1, size(f,1)-k..size(f,1)-1]
    for i = size(x,0)-1..-1..0
        for j = i+1..size(x,0)-1
            r = f[i,j]
            for c = 0..k-1
                x[i,c] = x[i,c] - r*x[j,c]
            end
        end
        r = f[i,i]
        if r == 0
            error("the matrix is singular")
        end
        for c = 0..k-1
            x[i,c] = x[i,c]/r
        end
    end
end

% y = inv(a): the inverse of a square matrix; a singular one is an error.
function y = inv(a : mat)
    y = lib_inverse(a)
end
function y = inv(a : cmat)
    y = lib_inverse(a)
end
function y = lib_inverse(a)
    if size(a,0) != size(a,1)
        error(sprintf("inv: a %d x %d matrix has no inverse", size(a,0), size(a,1)))
    end
    y = lib_back_substitution(lib_lu(horzcat(a, eye(size(a,0)))), size(a,0))
end

% d = det(a): the determinant. d = logdet(a): log(abs(det(a))), which does not overflow.
function d = det(a : mat)
    lib_check_square(a, "det")
    [f, p, d] = lib_lu(a)
end
function d = det(a : cmat)
    lib_check_square(a, "det")
    [f, p, d] = lib_lu(a)
end
function d = logdet(a : mat)
    lib_check_square(a, "logdet")
    d = lib_log_of_diagonal(lib_lu(a))
end
function d = logdet(a : cmat)
    lib_check_square(a, "logdet")
    d = lib_log_of_diagonal(lib_lu(a))
end
function d = lib_log_of_diagonal(f)
    d = 0.0
    for i = 0..size(f,0)-1
        d = d + log(abs(f[i,i]))
    end
end

% l = chol(a): lower triangular with l*conj(transpose(l)) = a, for a symmetric (Hermitian) positive definite a; others are an error. [l, p] = chol(a): p is 0, or 1 where a is another.
function [l, p] = chol(a : mat)
    if $outputs < 2
        l = lib_chol(a)
    else
        [l, p] = lib_tried_chol(a)
    end
end
function [l, p] = chol(a : cmat)
    if $outputs < 2
        l = lib_chol(a)
    else
        [l, p] = lib_tried_chol(a)
    end
end
function [l, p] = lib_tried_chol(a)
    lib_check_square(a, "chol")
    p = 0
    l = []
    try
        l = lib_chol(a)
    catch e
        p = 1
    end
end
function l = lib_chol(a)
    lib_check_square(a, "chol")
    n = size(a,0)
    l = 1.0*a
    column = 0*l[0,:]
    for j = 0..n-1
        d = real(l[j,j])
        if !(d > 0)
            error("chol: the matrix is not positive definite")
        end
        d = sqrt(d)
        l[j,j] = d
        for i = j+1..n-1
            l[i,j] = l[i,j]/d
            column[i] = conj(l[i,j])
            l[j,i] = 0
        end
        for i = j+1..n-1
            t = l[i,j]
            for k = j+1..i
                l[i,k] = l[i,k] - t*column[k]
            end
        end
    end
end

% [q, r] = qr(a): a = q*r with q (m x m) orthogonal, or unitary, and r (m x n) upper triangular, by Householder reflections.
% [q, r] = qr(a, 0): the first min(m, n) columns of q and rows of r alone.
function [q, r] = qr(a : mat, economy = -1)
    [q, r] = lib_qr(a, economy == 0 ? min(size(a,0), size(a,1)) : size(a,0))
end
function [q, r] = qr(a : cmat, economy = -1)
    [q, r] = lib_qr(a, economy == 0 ? min(size(a,0), size(a,1)) : size(a,0))
end
function [q, r] = lib_qr(a, columns : int)
    r = 1.0*a
    v = lib_triangularise(r, size(a,1))
    q = lib_reflected(v, eye(size(a,0), columns) + 0*r[0,0])
    if columns < size(r,0)
        r = r[0..columns-1,:]
    end
end

% Reflections I - conj(transpose(v[k,:]))*v[k,:], one after another, that make the first n columns of f (m x c) upper triangular; f is overwritten.
% Rows of f are walked as they lie in memory, all columns together.
function v = lib_triangularise(f, n : int)
    m = size(f,0)
    last = size(f,1)-1
    v = 0*transpose(f[:,0..n-1])
    t = 0*f[0,:]
    for k = 0..min(m-1, n)-1
        rest = 0.0
        for i = k+1..m-1
            rest = rest + real(f[i,k]*conj(f[i,k]))
        end
        size2 = real(f[k,k]*conj(f[k,k]))
        length = sqrt(size2 + rest)
        if length > 0
            v[k,k] = f[k,k] + (size2 > 0 ? length*sign(f[k,k]) : length)
            scale = sqrt(2/(real(v[k,k]*conj(v[k,k])) + rest))
            v[k,k] = scale*conj(v[k,k])
            for i = k+1..m-1
                v[k,i] = scale*conj(f[i,k])
            end
            for j = k..last
                t[j] = 0
            end
            for i = k..m-1
                w = v[k,i]
                for j = k..last
                    t[j] = t[j] + w*f[i,j]
                end
            end
            for i = k..m-1
                w = conj(v[k,i])
                for j = k..last
                    f[i,j] = f[i,j] - w*t[j]
                end
            end
            for i = k+1..m-1
                f[i,k] = 0
            end
        end
    end
end

% The product of those reflections, the first one leftmost, with the first columns of the identity, q, which is overwritten.
function q = lib_reflected(v, q)
    m = size(q,0)
    last = size(q,1)-1
    t = 0*q[0,:]
    for b = 0..size(v,0)-1
        k = size(v,0)-1-b
        for j = k..last
            t[j] = 0
        end
        for i = k..m-1
            w = v[k,i]
            for j = k..last
                t[j] = t[j] + w*q[i,j]
            end
        end
        for i = k..m-1
            w = conj(v[k,i])
            for j = k..last
                q[i,j] = q[i,j] - w*t[j]
            end
        end
    end
end

% d = symeig(a), [v, d] = symeig(a): the eigenvalues of a symmetric matrix in ascending order as a vec, and before them the
% orthonormal eigenvectors as the columns of v: a*v = v*diagm(d). Small matrices by cyclic Jacobi rotations until nothing but rounding is left
% beside the diagonal; others through a tridiagonal matrix (Golub and Van Loan, Matrix Computations, 8.3), which takes a tenth of the operations.
function [v, d] = symeig(a : mat)
    lib_check_square(a, "symeig")
    n = size(a,0)
    b = 1.0*a
    w = zeros(n)
    if n <= 8
        u = eye(n)
        lib_diagonalise(b, u, eps*eps*sum(b.*b))
        for i = 0..n-1
            w[i] = b[i,i]
        end
    else
        beside = zeros(n)
        lib_tridiagonalise(b, w, beside)
        u = transpose(lib_reflections(b))
        lib_diagonalise_tridiagonal(w, beside, u)
    end
    order = lib_order(w)
    if $outputs < 2
        v = zeros(n)
        for j = 0..n-1
            v[j] = w[order[j]]
        end
    else
        d = zeros(n)
        v = zeros(n, n)
        for j = 0..n-1
            d[j] = w[order[j]]
            for i = 0..n-1
                v[i,j] = u[order[j], i]
            end
        end
    end
end
% [v, d] = eig(a), d = eig(a): as symeig where a is symmetric; otherwise by eigen.q, complex where an eigenvalue is, by rising real part.
function [v, d] = eig(a : mat)
    lib_check_square(a, "eig")
    if numel(a) == 0 || max(abs(a - transpose(a))) <= 8*eps*max(abs(a))
        [v, d] = symeig(a)
    else
        [v, d] = lib_general_eigen(a, $outputs >= 2)
    end
    if $outputs < 2
        v = d
    end
end
function [v, d] = eig(a : cmat)
    lib_check_square(a, "eig")
    [v, d] = lib_complex_eigen(a, $outputs >= 2)
    if $outputs < 2
        v = d
    end
end

% Sweeps over all pairs, which rotate b, and the rows of v with it, in place, until twice the squares beside the diagonal are at most `least`; at most 60.
function [] = lib_diagonalise(b, v, least)
    n = size(b,0)
    off = 1.0
    for sweep = 1..60
        if sweep == 1 || off > least
            off = 0.0
            for p = 0..n-2
                for q = p+1..n-1
                    g = b[p,q]
                    off = off + 2*g*g
                    if g != 0
                        theta = (b[q,q] - b[p,p])/(2*g)
                        t = (theta >= 0 ? 1.0 : -1.0)/(abs(theta) + sqrt(theta*theta + 1))
                        c = 1/sqrt(t*t + 1)
                        s = t*c
                        for k = 0..n-1
                            x = b[k,p]
                            y = b[k,q]
                            b[k,p] = c*x - s*y
                            b[k,q] = s*x + c*y
                        end
                        for k = 0..n-1
                            x = b[p,k]
                            y = b[q,k]
                            b[p,k] = c*x - s*y
                            b[q,k] = s*x + c*y
                        end
                        for k = 0..n-1
                            x = v[p,k]
                            y = v[q,k]
                            v[p,k] = c*x - s*y
                            v[q,k] = s*x + c*y
                        end
                    end
                end
            end
        end
    end
end

% Householder's reflections H(k) = 1 - x*transpose(x), |x|^2 = 2, from both sides until b is tridiagonal: d is its diagonal, e[k] is beside it in rows
% k and k+1. Row k of b, behind the diagonal, holds x afterwards, or zeros where nothing had to be reflected.
function [] = lib_tridiagonalise(b, d, e)
    n = size(b,0)
    w = zeros(n)
    for k = 0..n-2
        d[k] = b[k,k]
        most = 0.0
        for j = k+1..n-1
            most = max(most, abs(b[k,j]))
        end
        rest = 0.0
        for j = k+2..n-1
            rest = rest + (b[k,j]/most)*(b[k,j]/most)
        end
        if most == 0 || rest == 0
            e[k] = b[k,k+1]
            for j = k+1..n-1
                b[k,j] = 0
            end
        else
            first = b[k,k+1]/most
            length = sqrt(first*first + rest)
            e[k] = first > 0 ? -length*most : length*most
            first = first + (first > 0 ? length : -length)
            scale = sqrt(2/(first*first + rest))
            b[k,k+1] = first*scale
            for j = k+2..n-1
                b[k,j] = b[k,j]/most*scale
            end
            for j = k+1..n-1
                w[j] = 0
            end
            for i = k+1..n-1
                for j = k+1..n-1
                    w[j] = w[j] + b[k,i]*b[i,j]
                end
            end
            half = 0.0
            for j = k+1..n-1
                half = half + w[j]*b[k,j]/2
            end
            for j = k+1..n-1
                w[j] = w[j] - half*b[k,j]
            end
            for i = k+1..n-1
                for j = k+1..n-1
                    b[i,j] = b[i,j] - (b[k,i]*w[j] + w[i]*b[k,j])
                end
            end
        end
    end
    d[n-1] = b[n-1,n-1]
end

% The product H(0)*H(1)*.. of what lib_tridiagonalise left in b.
function z = lib_reflections(b)
    n = size(b,0)
    z = eye(n)
    w = zeros(n)
    for back = 0..n-2
        k = n-2-back
        for j = k+1..n-1
            w[j] = 0
        end
        for i = k+1..n-1
            for j = k+1..n-1
                w[j] = w[j] + b[k,i]*z[i,j]
            end
        end
        for i = k+1..n-1
            for j = k+1..n-1
                z[i,j] = z[i,j] - b[k,i]*w[j]
            end
        end
    end
end

% QL steps with implicit shifts, which rotate the rows of u (none, where it has no columns), until e, beside the diagonal d, is nothing but rounding; at most 60 steps an eigenvalue.
function [] = lib_diagonalise_tridiagonal(d, e, u)
    n = numel(d)
    e[n-1] = 0
    for first = 0..n-1
        last = n-1
        for step = 1..60
            if last > first || step == 1
                last = first
                while last < n-1 && abs(e[last]) > eps*(abs(d[last]) + abs(d[min(last+1,n-1)]))
                    last = last + 1
                end
            end
            if last > first
                g = (d[first+1] - d[first])/(2*e[first])
                r = sqrt(g*g + 1)
                g = d[last] - d[first] + e[first]/(g + (g >= 0 ? r : -r))
                s = 1.0
                c = 1.0
                p = 0.0
                split = false
                for back = 1..last-first
                    if !split
                        i = min(max(last-back, 0), n-2)  % last-back; that rows i and i+1 exist is seen here
                        f = s*e[i]
                        b = c*e[i]
                        r = sqrt(f*f + g*g)
                        e[i+1] = r
                        if r == 0
                            d[i+1] = d[i+1] - p
                            e[last] = 0
                            split = true
                        else
                            s = f/r
                            c = g/r
                            g = d[i+1] - p
                            r = (d[i] - g)*s + 2*c*b
                            p = s*r
                            d[i+1] = g + p
                            g = c*r - b
                            for k = 0..size(u,1)-1
                                x = u[i,k]
                                y = u[i+1,k]
                                u[i,k] = c*x - s*y
                                u[i+1,k] = s*x + c*y
                            end
                        end
                    end
                end
                if !split
                    d[first] = d[first] - p
                    e[first] = g
                    e[last] = 0
                end
            end
        end
    end
end

% The places of the elements of w in ascending order (insertion: stable).
function order = lib_order(w)
    n = numel(w)
    order = vec[int](n)
    for i = 0..n-1
        j = i
        while j > 0 && w[order[max(j-1,0)]] > w[i]
            order[j] = order[j-1]
            j = j - 1
        end
        order[j] = i
    end
end

% [u, s, v] = svd(a): a = u*s*transpose(v); s is k x k diagonal with the singular values in descending order, u m x k, v
% n x k, k = min(m, n). One-sided Jacobi (Hestenes): the columns of a are rotated until they are orthogonal; they lie in memory as rows. Where there are
% more than a few, the eigenvectors of transpose(a)*a turn them first: what rounding leaves between them takes one or two sweeps in place of seven
% or eight, and small singular values are as accurate.
% s = svd(a): the singular values alone, as a vec. svd(a, "econ"), svd(a, 0): the same as svd(a).
function [u, s, v] = svd(a : mat)
    lib_check_finite(a, "svd")
    if $outputs >= 2
        [u, s, v] = lib_real_svd(a)
    elseif min(size(a,0), size(a,1)) <= 32
        [u, s, v] = lib_real_svd(a)
        u = reshape(diag(s), [size(s,0)])
    else
        most = max(abs(a))
        scaled = a/(most > 0 ? most : 1.0)  % squares of the elements neither overflow nor vanish
        u = most*lib_singular_values(size(a,0) < size(a,1) ? transpose(scaled) : scaled)
    end
end
% The singular values of a, m x n with m >= n, which is overwritten, descending: by reflections to a bidiagonal matrix B, whose singular values are the eigenvalues from 0 on of the tridiagonal one that has
% the elements of B in turn beside a diagonal of zeros (Golub and Kahan 1965).
function s : vec = lib_singular_values(a : mat)
    n = size(a,1)
    beside = zeros(2*n)
    w = zeros(max(size(a,0), n))
    {!serial for}
    for once = 0..0
        lib_bidiagonalise(a, beside, w)
    end
    d = zeros(2*n)
    lib_diagonalise_tridiagonal(d, beside, zeros(2*n, 0))
    s = abs(sort(d, "descend")[0..n-1])
end
% Reflections from the left and from the right in turn; b[2 k] is the diagonal of what is left, b[2 k + 1] above it.
function [] = __device__ lib_bidiagonalise(a : mat'unchecked, b : vec'unchecked, w : vec'unchecked)
    [m, n] = [size(a,0), size(a,1)]
    for k = 0..n-1
        most = 0.0
        for i = k..m-1
            most = max(most, abs(a[i,k]))
        end
        rest = 0.0
        for i = k+1..m-1
            rest += (a[i,k]/most)*(a[i,k]/most)
        end
        b[2*k] = a[k,k]
        if most > 0 && rest > 0
            first = a[k,k]/most
            length = sqrt(first*first + rest)
            b[2*k] = first < 0 ? length*most : -length*most
            first = first + (first < 0 ? -length : length)
            scale = sqrt(2/(first*first + rest))
            for j = k+1..n-1
                w[j] = 0
            end
            for i = k..m-1
                t = (i == k ? first : a[i,k]/most)*scale
                a[i,k] = t
                for j = k+1..n-1
                    w[j] = w[j] + t*a[i,j]
                end
            end
            for i = k..m-1
                t = a[i,k]
                for j = k+1..n-1
                    a[i,j] = a[i,j] - t*w[j]
                end
            end
        end
        if k < n-1
            most = 0.0
            for j = k+1..n-1
                most = max(most, abs(a[k,j]))
            end
            rest = 0.0
            for j = k+2..n-1
                rest += (a[k,j]/most)*(a[k,j]/most)
            end
            b[2*k+1] = a[k,k+1]
            if most > 0 && rest > 0
                first = a[k,k+1]/most
                length = sqrt(first*first + rest)
                b[2*k+1] = first < 0 ? length*most : -length*most
                first = first + (first < 0 ? -length : length)
                scale = sqrt(2/(first*first + rest))
                for j = k+1..n-1
                    w[j] = (j == k+1 ? first : a[k,j]/most)*scale
                end
                lib_reflect_rows_from(a, w, k+1, n, k+1)
            end
        end
    end
end
function [] = lib_check_finite(a, name : string)
    if !all(isfinite(a))
        error(sprintf("%s: the matrix has elements that are not finite", name))
    end
end
function [u, s, v] = lib_real_svd(a : mat)
    if size(a,0) < size(a,1)
        [v, s, u] = lib_real_svd(transpose(1.0*a))
    else
        w = transpose(1.0*a)
        m = size(w,1)
        n = size(w,0)
        if n <= 8
            z = eye(n)
        else
            [z, d] = symeig(w*transpose(w))
            z = transpose(z)
            w = z*w
        end
        lib_orthogonalise(w, z)
        values = zeros(n)
        for j = 0..n-1
            t = 0.0
            for i = 0..m-1
                t = t + w[j,i]*w[j,i]
            end
            values[j] = -sqrt(t)
        end
        order = lib_order(values)
        s = diagm(-values[order])
        for j = 0..n-1
            for i = 0..m-1
                w[j,i] = values[j] != 0 ? w[j,i]/(-values[j]) : 0
            end
        end
        u = transpose(w[order,:])
        v = transpose(z[order,:])
        if max(values) == 0
            lib_complete_columns(u, s)
        end
    end
end

function [u, s, v] = svd(a : cmat)
    lib_check_finite(a, "svd")
    [u, s, v] = lib_complex_svd(a)
    if $outputs < 2
        u = reshape(diag(s), [size(s,0)])
    end
end
function [u, s, v] = svd(a, size_of_parts)
    if $outputs < 2
        u = svd(a)
    else
        [u, s, v] = svd(a)
    end
end

% Rotates the rows of w, and those of z with them, until all pairs are orthogonal, in at most 60 sweeps over the pairs. A sweep visits those
% that were not orthogonal when it began: the first one often all of them, the last ones a few.
function [] = lib_orthogonalise(w, z)
    m = size(w,1)
    n = size(w,0)
    moved = 1  % pairs that were not orthogonal yet
    for sweep = 1..60
        if moved > 0
            moved = 0
            gram = w*transpose(w)
            for p = 0..n-2
                for q = p+1..n-1
                    if abs(gram[p,q]) <= 4*eps*sqrt(gram[p,p]*gram[q,q])
                        continue
                    end
                    alpha = 0.0
                    beta = 0.0
                    g = 0.0
                    for i = 0..m-1
                        alpha = alpha + w[p,i]*w[p,i]
                        beta = beta + w[q,i]*w[q,i]
                        g = g + w[p,i]*w[q,i]
                    end
                    if abs(g) > 4*eps*sqrt(alpha*beta) && g != 0
                        moved = moved + 1
                        theta = (beta - alpha)/(2*g)
                        t = (theta >= 0 ? 1.0 : -1.0)/(abs(theta) + sqrt(theta*theta + 1))
                        c = 1/sqrt(t*t + 1)
                        s = t*c
                        for i = 0..m-1
                            x = w[p,i]
                            y = w[q,i]
                            w[p,i] = c*x - s*y
                            w[q,i] = s*x + c*y
                        end
                        for i = 0..n-1
                            x = z[p,i]
                            y = z[q,i]
                            z[p,i] = c*x - s*y
                            z[q,i] = s*x + c*y
                        end
                    end
                end
            end
        end
    end
end

% Columns of u that belong to singular values of 0 become unit vectors orthogonal to the others (Gram and Schmidt, twice).
function [] = lib_complete_columns(u, s)
    m = size(u,0)
    n = size(u,1)
    e = 0
    for j = 0..n-1
        if s[j,j] == 0
            done = false
            while !done && e < m
                w = zeros(m)
                w[e] = 1
                e = e + 1
                for round = 0..1
                    for k = 0..n-1
                        if k < j || s[k,k] != 0
                            t = 0.0
                            for i = 0..m-1
                                t = t + w[i]*u[i,k]
                            end
                            for i = 0..m-1
                                w[i] = w[i] - t*u[i,k]
                            end
                        end
                    end
                end
                size2 = sum(w.*w)
                if size2 > 0.01/m
                    for i = 0..m-1
                        u[i,j] = w[i]/sqrt(size2)
                    end
                    done = true
                end
            end
        end
    end
end

% y = pinv(a), y = pinv(a, tol): Moore and Penrose's inverse; singular values up to tol, max(m,n)*eps*largest when left out, count as 0.
function y = pinv(a : mat, tol : scalar = -1)
    y = lib_pinv(a, tol)
end
function y = pinv(a : cmat, tol : scalar = -1)
    y = lib_pinv(a, tol)
end
function y = lib_pinv(a, tol : scalar)
    [u, s, v] = svd(a)
    limit = lib_singular_limit(a, s, tol)
    for k = 0..size(s,0)-1
        s[k,k] = s[k,k] > limit ? 1/s[k,k] : 0
    end
    y = v*s*conj(transpose(u))
end
% What singular values have to exceed to count: tol, where that is not negative.
function limit = lib_singular_limit(a, s, tol : scalar)
    limit = tol >= 0 ? tol : max(size(a,0), size(a,1))*eps*s[0]
end

% r = rank(a), r = rank(a, tol): singular values above the limit of pinv. c = cond(a): largest over smallest singular value.
function r : int = rank(a : mat, tol : scalar = -1)
    r = lib_matrix_rank(a, tol)
end
function r : int = rank(a : cmat, tol : scalar = -1)
    r = lib_matrix_rank(a, tol)
end
function r : int = lib_matrix_rank(a, tol : scalar)
    s = svd(a)
    limit = lib_singular_limit(a, s, tol)
    r = 0
    for k = 0..numel(s)-1
        if s[k] > limit
            r = r + 1
        end
    end
end
function c = cond(a : mat)
    c = lib_cond(a)
end
function c = cond(a : cmat)
    c = lib_cond(a)
end
function c = lib_cond(a)
    s = svd(a)
    c = s[0]/s[numel(s)-1]
end

% z = null(a), z = null(a, tol): orthonormal columns that span what a maps to 0 (n x (n - rank)), the right singular vectors whose values are up to the limit of pinv.
function z = null(a : mat, tol : scalar = -1)
    z = lib_null(a, tol)
end
function z = null(a : cmat, tol : scalar = -1)
    z = lib_null(a, tol)
end
function z = lib_null(a, tol : scalar)
    [m, n] = [size(a,0), size(a,1)]
    % With rows of zeros below there are as many right vectors as columns.
    [u, s, v] = svd(m < n ? vertcat(1.0*a, lib_zeros(a, n-m, n)) : 1.0*a)
    limit = lib_singular_limit(a, s, tol)
    r = 0
    for k = 0..n-1
        r += s[k,k] > limit ? 1 : 0
    end
    z = lib_zeros(a, n, n-r)
    for j = r..n-1
        for i = 0..n-1
            z[i,j-r] = v[i,j]
        end
    end
end

% y = expm(a): the matrix exponential: a is halved until it is small, its Taylor series of 12 terms, then squared back.
function y = expm(a : mat)
    y = lib_expm(a)
end
function y = expm(a : cmat)
    y = lib_expm(a)
end
function y = lib_expm(a)
    lib_check_square(a, "expm")
    lib_check_finite(a, "expm")
    n = size(a,0)
    b = 1.0*a
    halvings = 0
    while max(abs(b))*n > 0.5
        b = b*0.5
        halvings = halvings + 1
    end
    y = eye(n)
    term = eye(n)
    for k = 1..12
        term = (term*b)*(1.0/k)
        y = y + term
    end
    for k = 1..halvings
        y = y*y
    end
end

% Of numbers, which are matrices of one element.
function y : scalar = inv(a : scalar)
    y = 1.0/a
end
function y : cscalar = inv(a : cscalar)
    y = 1.0/a
end
function d : scalar = det(a : scalar)
    d = a
end
function d : cscalar = det(a : cscalar)
    d = a
end
function y : scalar = pinv(a : scalar, tol : scalar = 0)
    y = abs(a) <= tol ? 0.0 : 1.0/a
end
function r : int = rank(a : scalar, tol : scalar = 0)
    r = abs(a) <= tol ? 0 : 1
end
function y : cscalar = pinv(a : cscalar, tol : scalar = 0)
    y = abs(a) <= tol ? complex(0.0, 0.0) : 1.0/a
end
function r : int = rank(a : cscalar, tol : scalar = 0)
    r = abs(a) <= tol ? 0 : 1
end
function c : scalar = cond(a : cscalar)
    c = abs(a) == 0 ? inf : 1.0
end
function c : scalar = cond(a : scalar)
    c = a == 0 ? inf : 1.0
end
function y : scalar = expm(a : scalar)
    y = exp(a)
end
function y : cscalar = expm(a : cscalar)
    y = exp(a)
end
function y = eig(a : scalar)
    y = eig([[a]])
end
function y = eig(a : cscalar)
    y = eig([[a]])
end
function y = svd(a : scalar)
    y = abs([a])
end
function y = svd(a : cscalar)
    y = abs([a])
end
function y = sqrtm(a : scalar)
    y = a < 0 ? complex(0.0, sqrt(-a)) : sqrt(a)
end
function y = sqrtm(a : cscalar)
    y = sqrt(a)
end
function y = logm(a : scalar)
    y = a < 0 ? complex(log(-a), pi) : log(a)
end
function y = logm(a : cscalar)
    y = log(a)
end
