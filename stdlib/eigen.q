% eigen.q: eigenvalues, triangular forms and functions of matrices without symmetry and of complex ones, beside the symmetric ones of linalg.q (Golub and Van Loan, Matrix
% Computations, 7 and 9). Matrices are n x n.

% [u, t] = schur(a): a = u t conj(transpose(u)) with u unitary and t upper triangular, both complex: Householder's reflections to Hessenberg form, then shifted QR steps.
% t = schur(a): t alone. [p, h] = hess(a): the Hessenberg form alone, a = p h conj(transpose(p)), real for a real a.
function [u, t] = schur(a)
    lib_check_square(a, "schur")
    if !all(isfinite(a))
        error("schur: the matrix has elements that are not finite")
    end
    [p, h] = hess(a)
    [u, t] = [complex(real(p), imag(p)), complex(real(h), imag(h))]
    lib_triangular_form(t, u, true)
    if $outputs < 2
        u = t
    end
end
function [p, h] = hess(a)
    lib_check_square(a, "hess")
    h = 1.0*copy(a)
    n = size(a,0)
    p = iscomplex(a) ? complex(eye(n), 0.0) : eye(n)
    if iscomplex(a)
        lib_hessenberg_complex(h, p)
    else
        lib_hessenberg_real(h, p)
    end
    if $outputs < 2
        p = h
    end
end
% Reflections 1 - v*transpose(v), |v|^2 = 2, from both sides of h and from the right of p; each step goes through the rows as they lie in memory.
function [] = lib_hessenberg_real(h : mat, p : mat)
    [v, w] = [zeros(size(h,0)), zeros(size(h,0))]
    {!serial for}
    for once = 0..0
        lib_hessenberg_steps(h, p, v, w)
    end
end
function [] = __device__ lib_hessenberg_steps(h : mat'unchecked, p : mat'unchecked, v : vec'unchecked, w : vec'unchecked)
    n = size(h,0)
    for k = 0..n-3
        most = 0.0
        for i = k+2..n-1
            most = max(most, abs(h[i,k]))
        end
        if most > 0
            most = max(most, abs(h[k+1,k]))
            rest = 0.0
            for i = k+2..n-1
                v[i] = h[i,k]/most
                rest += v[i]*v[i]
            end
            first = h[k+1,k]/most
            length = sqrt(first*first + rest)
            v[k+1] = first + (first < 0 ? -length : length)
            scale = sqrt(2/(rest + v[k+1]*v[k+1]))
            for i = k+1..n-1
                v[i] = v[i]*scale
            end
            for j = k..n-1
                w[j] = 0
            end
            for i = k+1..n-1
                t = v[i]
                for j = k..n-1
                    w[j] = w[j] + t*h[i,j]
                end
            end
            for i = k+1..n-1
                t = v[i]
                for j = k..n-1
                    h[i,j] = h[i,j] - t*w[j]
                end
            end
            for i = k+2..n-1
                h[i,k] = 0
            end
            lib_reflect_rows_from(h, v, k+1, n, 0)
            lib_reflect_rows_from(p, v, k+1, n, 0)
        end
    end
end
% The rows of h from `top` on times 1 - v*transpose(v), v 0 but for first .. n-1: their products with v in eight chains, which run side by side.
function [] = __device__ lib_reflect_rows_from(h : mat'unchecked, v : vec'unchecked, first : int, n : int, top : int)
    behind = first + int((n - first)/8)*8
    for i = top..size(h,0)-1
        s : vec(8)
        for j = first..8..behind-8
            for c = 0..7
                s[c] = s[c] + h[i,j+c]*v[j+c]
            end
        end
        total = ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))
        for j = behind..n-1
            total += h[i,j]*v[j]
        end
        for j = first..n-1
            h[i,j] = h[i,j] - total*v[j]
        end
    end
end
function [] = lib_hessenberg_complex(h : cmat, p : cmat)
    n = size(h,0)
    for k = 0..n-3
        v = copy(h[k+1..n-1, k])
        length = norm(v)
        if length > abs(v[0])
            v[0] = v[0] + (abs(v[0]) > 0 ? v[0]/abs(v[0])*length : 0*v[0] + length)
            v = v/norm(v)
            h[k+1..n-1, :] = h[k+1..n-1, :] - 2*(v*(conj(transpose(v))*h[k+1..n-1, :]))
            h[:, k+1..n-1] = h[:, k+1..n-1] - 2*((h[:, k+1..n-1]*v)*conj(transpose(v)))
            p[:, k+1..n-1] = p[:, k+1..n-1] - 2*((p[:, k+1..n-1]*v)*conj(transpose(v)))
            h[k+2..n-1, k] = 0
        end
    end
end
function [] = lib_check_square(a, name : string)
    if size(a,0) != size(a,1) || numel(a) != size(a,0)*size(a,1)
        error(sprintf("%s: a matrix of %s; it has as many rows as columns", name, strjoin(cellfun(n -> sprintf("%d", n), num2cell(size(a)), "UniformOutput", false), " x ")))
    end
end
% t, a Hessenberg matrix, becomes triangular, u takes the same turns; unless all of it is wanted, its diagonal alone is that of the triangular matrix, and u stays.
function [] = lib_triangular_form(t : cmat, u : cmat, whole : bool)
    n = size(t,0)
    [c, s, failed] = [zeros(n), czeros(n), ivec(1)]
    wanted = whole ? 1 : 0
    {!serial for}
    for once = 0..0
        failed[0] = lib_qr_steps(t, u, c, s, wanted)
    end
    if failed[0] == 1
        error("schur: the iteration does not end")
    end
end
% c and s hold the turns of one step.
function failed : int = __device__ lib_qr_steps(t : cmat'unchecked, u : cmat'unchecked, c : vec'unchecked, s : cvec'unchecked, whole : int)
    n = size(t,0)
    last = n-1
    steps = 0
    failed = 0
    while last > 0 && failed == 0
        first = last
        while first > 0 && abs(t[first,first-1]) > eps*(abs(t[first,first]) + abs(t[first-1,first-1]))
            first = first - 1
        end
        if first > 0
            t[first,first-1] = 0
        end
        if first == last
            last = last - 1
            steps = 0
        else
            shift = lib_shift_of(t[last-1,last-1], t[last-1,last], t[last,last-1], t[last,last])
            if mod(steps, 11) == 10
                shift = shift + abs(t[last,last-1])
            end
            for k = first..last
                t[k,k] = t[k,k] - shift
            end
            for k = first..last-1
                a = t[k,k]
                b = t[k+1,k]
                r = sqrt(abs(a)^2 + abs(b)^2)
                phase = abs(a) > 0 ? a/abs(a) : complex(1.0, 0.0)
                c[k] = r > 0 ? abs(a)/r : 1.0
                s[k] = r > 0 ? phase*conj(b)/r : 0*a
                for j = k..(whole == 1 ? n-1 : last)
                    x = t[k,j]
                    y = t[k+1,j]
                    t[k,j] = c[k]*x + s[k]*y
                    t[k+1,j] = c[k]*y - conj(s[k])*x
                end
            end
            for k = first..last-1
                for i = (whole == 1 ? 0 : first)..k+1
                    x = t[i,k]
                    y = t[i,k+1]
                    t[i,k] = c[k]*x + conj(s[k])*y
                    t[i,k+1] = c[k]*y - s[k]*x
                end
                if whole == 1
                    for i = 0..n-1
                        x = u[i,k]
                        y = u[i,k+1]
                        u[i,k] = c[k]*x + conj(s[k])*y
                        u[i,k+1] = c[k]*y - s[k]*x
                    end
                end
            end
            for k = first..last
                t[k,k] = t[k,k] + shift
            end
            steps = steps + 1
            failed = steps > 300 ? 1 : 0
        end
    end
end
% The eigenvalue of [[a,b],[c,d]] that is nearer to d (Wilkinson).
function z : cscalar = __device__ lib_shift_of(a : cscalar, b : cscalar, c : cscalar, d : cscalar)
    half = 0.5*(a - d)
    root = sqrt(half*half + b*c)
    far = abs(half + root) > abs(half - root) ? half + root : half - root
    z = abs(far) > 0 ? d - b*c/far : d
end

% Eigenvalues by rising real part (of equal ones by the imaginary one) and eigenvectors of length 1 of any matrix: of a triangular one by substitution, turned back.
function [v, d] = lib_general_eigen(a, wanted : bool)
    n = size(a,0)
    if wanted
        [u, t] = schur(a)
    else
        if !all(isfinite(a))
            error("eig: the matrix has elements that are not finite")
        end
        h = hess(a)
        t = complex(real(h), imag(h))
        lib_triangular_form(t, czeros(1, 1), false)
    end
    order = lib_order_of_complex(diag(t), real_matrix := !iscomplex(a))
    d = diag(t)[order]
    v = czeros(n, n)
    if wanted
        w = lib_triangular_vectors(t)
        v = u*w
        v = (v./sqrt(sum(real(v).^2 + imag(v).^2, 0)))[:,order]
    end
    if !iscomplex(a)
        small = 8*n*eps*max(abs(d))
        if all(abs(imag(d)) <= small)
            d = real(d)
            v = lib_made_real(v)
        end
    end
end
% Vectors whose elements have one phase lose it.
function y : mat = lib_made_real(v : cmat)
    n = size(v,0)
    y = zeros(n, size(v,1))
    for j = 0..size(v,1)-1
        largest = 0
        for i = 0..n-1
            largest = abs(v[i,j]) > abs(v[largest,j]) ? i : largest
        end
        phase = abs(v[largest,j]) > 0 ? conj(v[largest,j])/abs(v[largest,j]) : complex(1.0, 0.0)
        for i = 0..n-1
            y[i,j] = real(v[i,j]*phase)
        end
    end
end
function order = lib_order_of_complex(d : cvec, real_matrix : bool)
    % Parts that differ by rounding alone are the same for the order.
    grain = 64*eps*max(abs(d))
    [imaginary, by_imaginary] = sort(imag(d))
    steps = grain > 0 ? round(real(d)/grain) : real(d)
    [parts, by_real] = sort(steps[by_imaginary])
    order = by_imaginary[by_real]
end
function w : cmat = lib_triangular_vectors(t : cmat)
    n = size(t,0)
    w = czeros(n, n)
    least = eps*max(max(abs(t)), 1e-30)
    for k = 0..n-1
        w[k,k] = 1
        for i = k-1..-1..0
            total = t[i,k]
            for j = i+1..k-1
                total = total + t[i,j]*w[j,k]
            end
            difference = t[k,k] - t[i,i]
            w[i,k] = total/(abs(difference) > least ? difference : complex(least, 0.0))
        end
    end
end

% y = sqrtm(a): the principal square root, y y = a (Bjorck and Hammarling 1983). y = logm(a): the principal logarithm, expm(y) = a: square roots until the triangular form is
% near the identity, then the series of 2 artanh((t-1)/(t+1)) (Higham 2008). Both are real where a is and nothing imaginary but rounding is left.
function y = sqrtm(a)
    lib_check_square(a, "sqrtm")
    [u, t] = schur(a)
    y = lib_real_where(u*lib_triangular_root(t)*conj(transpose(u)), a)
end
function y = logm(a)
    lib_check_square(a, "logm")
    [u, t] = schur(a)
    n = size(a,0)
    if min(abs(diag(t))) == 0
        error("logm: the matrix has the eigenvalue 0")
    end
    one = complex(eye(n), 0.0)
    times = 0
    while max(abs(t - one))*n > 0.25 && times < 60
        t = lib_triangular_root(t)
        times = times + 1
    end
    z = solve(t + one, t - one)
    square = z*z
    power = z
    series = 1.0*z
    for k = 1..10
        power = power*square
        series = series + power/(2*k + 1)
    end
    y = lib_real_where(u*(2.0^(times + 1)*series)*conj(transpose(u)), a)
end
function r : cmat = lib_triangular_root(t : cmat)
    n = size(t,0)
    r = czeros(n, n)
    for j = 0..n-1
        r[j,j] = sqrt(t[j,j])
        for i = j-1..-1..0
            total = t[i,j]
            for k = i+1..j-1
                total = total - r[i,k]*r[k,j]
            end
            both = r[i,i] + r[j,j]
            r[i,j] = abs(both) > 0 ? total/both : 0*total
        end
    end
end
function y = lib_real_where(z, a)
    y = !iscomplex(a) && max(abs(imag(z))) <= 256*eps*size(a,0)*max(abs(z)) ? real(z) : z
end

% Complex matrices: [v, d] = eig(a) as above, d real where a is Hermitian; [u, s, v] = svd(a): a = u s conj(transpose(v)), by rotations of the columns (Hestenes).
function [v, d] = lib_complex_eigen(a : cmat, wanted : bool)
    [v, d] = lib_general_eigen(a, wanted)
    if max(abs(a - conj(transpose(a)))) <= 8*eps*max(abs(a))
        d = real(d)
    end
end
function [u, s, v] = lib_complex_svd(a : cmat)
    if size(a,0) < size(a,1)
        [v, s, u] = lib_complex_svd(conj(transpose(a)))
    else
        w = transpose(1.0*a)
        n = size(w,0)
        z = complex(eye(n), 0.0)
        lib_orthogonalise_complex(w, z)
        lengths = sqrt(sum(real(w).^2 + imag(w).^2, 1))
        [values, order] = sort(reshape(-lengths, [n]))
        s = diagm(reshape(-values, [1, n]))
        least = max(lengths)*eps*size(a,0)
        u = transpose((w./max(lengths, 1e-30))[order,:])
        v = transpose(z[order,:])
    end
end
% Rotates the rows of w, and those of z with them, until all pairs are orthogonal.
function [] = lib_orthogonalise_complex(w : cmat, z : cmat)
    m = size(w,1)
    n = size(w,0)
    moved = 1
    for sweep = 1..60
        if moved > 0
            moved = 0
            for p = 0..n-2
                for q = p+1..n-1
                    alpha = 0.0
                    beta = 0.0
                    g = complex(0.0, 0.0)
                    for i = 0..m-1
                        alpha = alpha + real(w[p,i])^2 + imag(w[p,i])^2
                        beta = beta + real(w[q,i])^2 + imag(w[q,i])^2
                        g = g + conj(w[p,i])*w[q,i]
                    end
                    size_g = abs(g)
                    if size_g > 4*eps*sqrt(alpha*beta) && size_g > 0
                        moved = moved + 1
                        phase = g/size_g
                        theta = (beta - alpha)/(2*size_g)
                        t = (theta >= 0 ? 1.0 : -1.0)/(abs(theta) + sqrt(theta*theta + 1))
                        c = 1/sqrt(t*t + 1)
                        s = t*c
                        for i = 0..m-1
                            x = w[p,i]
                            y = conj(phase)*w[q,i]
                            w[p,i] = c*x - s*y
                            w[q,i] = s*x + c*y
                        end
                        for i = 0..n-1
                            x = z[p,i]
                            y = conj(phase)*z[q,i]
                            z[p,i] = c*x - s*y
                            z[q,i] = s*x + c*y
                        end
                    end
                end
            end
        end
    end
end

% q = orth(a), q = orth(a, tol): orthonormal columns that span what those of a span; singular values up to tol, the limit of pinv when left out, count as 0. c = rcond(a): one over the product of the 1-norms of a and of its inverse, 0 of a singular matrix.
function q = orth(a, tol : scalar = -1)
    [u, s, v] = svd(a)
    k = int(sum(diag(s) > lib_singular_limit(a, s, tol)))
    q = u[:, 0..k-1]
end
function c : scalar = rcond(a)
    lib_check_square(a, "rcond")
    [f, order, d] = lib_lu(a)
    c = abs(d) == 0 && min(abs(diag(f))) == 0 ? 0.0 : 1/(max(sum(abs(a), 0))*max(sum(abs(inv(a)), 0)))
end

% r = rref(a): the reduced row echelon form, by Gauss and Jordan with the largest pivot of each column.
function r : mat = rref(a : mat)
    r = 1.0*copy(a)
    [m, n] = size(r, 0..1)
    least = eps*max(m, n)*max(sum(abs(r), 1))
    row = 0
    for j = 0..n-1
        if row < m
            at = row + argmax(abs(reshape(r[row..m-1, j], [m - row])))
            if abs(r[at,j]) <= least
                r[row..m-1, j] = 0
            else
                pivot = r[at,:]/r[at,j]
                r[at,:] = r[row,:]
                r[row,:] = pivot
                others = copy(r[:,j])
                others[row] = 0
                r = r - reshape(others, [m, 1])*reshape(pivot, [1, n])
                row = row + 1
            end
        end
    end
end
