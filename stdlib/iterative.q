% iterative.q: linear systems A x = b by iteration. A is a matrix or a function that gives A*x of a vec x; b is a vector of n elements and x is one of its kind.

% [x, flag, relres, iter] = pcg(A, b, tol, maxit, M, x0): conjugate gradients (Hestenes and Stiefel 1952) for a symmetric positive definite A, from x0 (0 when left out), until
% norm(b - A x) <= tol norm(b) or maxit steps are done. M: a symmetric positive definite matrix near A for which M z = r is easily solved, or the function r -> z.
% flag: 0 converged, 1 too few steps, 4 A or M is not positive definite; relres: norm(b - A x)/norm(b) of the recurrence.
function [x, flag : int, relres : scalar, iter : int] = pcg(A, b, tol : scalar = 1e-6, maxit : int = -1, M = [], x0 = [])
    lib_check_system(A, b, "pcg")
    r = reshape(1.0*b, [numel(b)])
    steps = maxit < 0 ? min(numel(b), 20) : maxit
    whole = sum(r.*r)
    goal = tol*tol*whole
    u = zeros(numel(b))
    if numel(x0) > 0
        u = lib_first_guess(x0, b, "pcg")
        r = r - lib_applied(A, u)
    end
    plain = lib_is_nothing(M)
    z = plain ? r : lib_preconditioned(M, r)
    p = copy(z)
    rr = sum(r.*r)
    rz = plain ? rr : sum(r.*z)
    iter = 0
    flag = rr <= goal ? 0 : 1
    while flag == 1 && iter < steps
        q = lib_applied(A, p)
        curvature = sum(p.*q)
        if !(curvature > 0) || !(rz > 0)
            flag = 4
        else
            alpha = rz/curvature
            u = u + alpha*p
            r = r - alpha*q
            rr = sum(r.*r)
            z = plain ? r : lib_preconditioned(M, r)
            next = plain ? rr : sum(r.*z)
            p = z + (next/rz)*p
            rz = next
            iter = iter + 1
            flag = rr <= goal ? 0 : 1
        end
    end
    relres = whole > 0 ? sqrt(rr/whole) : 0.0
    x = lib_like_vector(u, b)
end
function yes = lib_is_nothing(M : cube{:})
    yes = numel(M) == 0
end
function yes = lib_is_nothing(M)
    yes = false
end
function z = lib_preconditioned(M : mat, r)
    z = reshape(solve(M, reshape(r, [numel(r), 1])), [numel(r)])
end
function z = lib_preconditioned(M, r)
    z = M(r)
end
function u = lib_first_guess(x0, b, name : string)
    if numel(x0) != numel(b)
        error(sprintf("%s: x0 has %d elements, b %d", name, numel(x0), numel(b)))
    end
    u = reshape(1.0*x0, [numel(x0)])
end

% [x, flag, relres, iter] = bicgstab(A, b, tol, maxit): stabilised biconjugate gradients (van der Vorst 1992) for any A that can be inverted, results as of pcg; flag 4: the
% iteration broke down.
function [x, flag : int, relres : scalar, iter : int] = bicgstab(A, b, tol : scalar = 1e-6, maxit : int = -1)
    lib_check_system(A, b, "bicgstab")
    r = reshape(1.0*b, [numel(b)])
    first = copy(r)
    steps = maxit < 0 ? min(numel(b), 20) : maxit
    whole = sum(r.*r)
    goal = tol*tol*whole
    u = zeros(numel(b))
    p = copy(r)
    rho = whole
    rr = whole
    iter = 0
    flag = rr <= goal ? 0 : 1
    while flag == 1 && iter < steps
        v = lib_applied(A, p)
        along = sum(first.*v)
        alpha = along != 0 ? rho/along : 0.0
        s = r - alpha*v
        t = lib_applied(A, s)
        tt = sum(t.*t)
        omega = tt > 0 ? sum(t.*s)/tt : 0.0
        u = u + alpha*p + omega*s
        r = s - omega*t
        rr = sum(r.*r)
        next = sum(first.*r)
        iter = iter + 1
        if rr <= goal
            flag = 0
        elseif along == 0 || omega == 0 || next == 0
            flag = 4
        else
            p = r + (next/rho)*(alpha/omega)*(p - omega*v)
            rho = next
        end
    end
    relres = whole > 0 ? sqrt(rr/whole) : 0.0
    x = lib_like_vector(u, b)
end

% [x, flag, relres, iter] = gmres(A, b, restart, tol, maxit): generalised minimal residuals (Saad and Schultz 1986) for any A that can be inverted, begun anew every `restart` steps (10, or n);
% at most maxit steps in all (10 restarts). [x, flag, relres, iter] = minres(A, b, tol, maxit): the same without restart, for a symmetric A.
function [x, flag : int, relres : scalar, iter : int] = gmres(A, b, restart = [], tol : scalar = 1e-6, maxit : int = -1, x0 = [])
    lib_check_system(A, b, "gmres")
    n = numel(b)
    m = numel(restart) == 0 ? min(n, 10) : min(n, max(int(restart[0]), 1))
    most = maxit < 0 ? 10*m : maxit
    right = reshape(1.0*b, [n])
    whole = norm(right)
    u = numel(x0) > 0 ? lib_first_guess(x0, b, "gmres") : zeros(n)
    r = numel(x0) > 0 ? right - lib_applied(A, u) : right
    size_r = norm(r)
    iter = 0
    flag = size_r <= tol*whole ? 0 : 1
    while flag == 1 && iter < most
        basis = zeros(m + 1, n)
        h = zeros(m + 1, m)
        [c, s, g] = `zeros(m), zeros(m), zeros(m + 1)'
        basis[0,:] = r/size_r
        g[0] = size_r
        j = 0
        ends = false
        while j < m && !ends && iter < most
            w = lib_applied(A, basis[j,:])
            % Twice, so that rounding does not turn the basis.
            for twice = 1..2
                along = reshape(basis[0..j,:]*reshape(w, [n, 1]), [j + 1])
                w = w - reshape(reshape(along, [1, j + 1])*basis[0..j,:], [n])
                h[0..j,j] = reshape(h[0..j,j], [j + 1]) + along
            end
            length = norm(w)
            h[j+1,j] = length
            if length > 0
                basis[j+1,:] = w/length
            end
            for i = 0..j-1
                t = c[i]*h[i,j] + s[i]*h[i+1,j]
                h[i+1,j] = c[i]*h[i+1,j] - s[i]*h[i,j]
                h[i,j] = t
            end
            size_h = hypot(h[j,j], h[j+1,j])
            c[j] = size_h > 0 ? h[j,j]/size_h : 1.0
            s[j] = size_h > 0 ? h[j+1,j]/size_h : 0.0
            h[j,j] = size_h
            h[j+1,j] = 0
            g[j+1] = -s[j]*g[j]
            g[j] = c[j]*g[j]
            iter = iter + 1
            j = j + 1
            ends = abs(g[j]) <= tol*whole || length <= 4*eps*size_h
        end
        y = zeros(j)
        for i = j-1..-1..0
            total = g[i]
            for k = i+1..j-1
                total = total - h[i,k]*y[k]
            end
            y[i] = h[i,i] != 0 ? total/h[i,i] : 0.0
        end
        u = u + reshape(reshape(y, [1, j])*basis[0..j-1,:], [n])
        r = right - lib_applied(A, u)
        before = size_r
        size_r = norm(r)
        flag = size_r <= 1.01*tol*whole ? 0 : (ends && size_r > 0.999*before ? 3 : 1)
    end
    relres = whole > 0 ? size_r/whole : 0.0
    x = lib_like_vector(u, b)
end
function [x, flag : int, relres : scalar, iter : int] = minres(A, b, tol : scalar = 1e-6, maxit : int = -1)
    [x, flag, relres, iter] = gmres(A, b, maxit < 0 ? min(numel(b), 20) : maxit, tol, maxit < 0 ? min(numel(b), 20) : maxit)
end

% [x, flag, relres, iter] = lsqr(A, b, tol, maxit, damping): the x with the least norm(A x - b)^2 + damping^2 norm(x)^2 (Paige and Saunders 1982) for an m x n matrix A, or a function of
% (x, "notransp") that gives A x and of (y, "transp") that gives transpose(A) y. A column where b is one. Ends where norm(b - A x) <= tol norm(b), or where transpose(A) (b - A x) is as small
% against its factors; flag 0; 1: too few steps. damping is 0 when left out.
function [x, flag : int, relres : scalar, iter : int] = lsqr(A, b, tol : scalar = 1e-6, maxit : int = -1, damping : scalar = 0)
    lib_check_right_side(b, "lsqr")
    u = reshape(1.0*b, [numel(b)])
    beta = norm(u)
    whole = beta
    u = beta > 0 ? u/beta : u
    v = lib_both_ways(A, u, "transp")
    alpha = norm(v)
    v = alpha > 0 ? v/alpha : v
    n = numel(v)
    steps = maxit < 0 ? min(max(n, numel(b)), 20) : maxit
    w = copy(v)
    y = zeros(n)
    rest = beta
    rho_bar = alpha
    frobenius = 0.0
    damped = 0.0
    iter = 0
    flag = alpha*beta == 0 ? 0 : 1
    while flag == 1 && iter < steps
        u = lib_both_ways(A, v, "notransp") - alpha*u
        beta = norm(u)
        u = beta > 0 ? u/beta : u
        frobenius = frobenius + alpha*alpha + beta*beta + damping*damping
        z = lib_both_ways(A, u, "transp") - beta*v
        next = norm(z)
        % The damping is turned away first.
        first = hypot(rho_bar, damping)
        psi = first > 0 ? damping/first*rest : 0.0
        rest = first > 0 ? rho_bar/first*rest : rest
        damped = damped + psi*psi
        rho = hypot(first, beta)
        c = first/rho
        s = beta/rho
        theta = s*next
        rho_bar = -c*next
        phi = c*rest
        rest = s*rest
        y = y + (phi/rho)*w
        v = next > 0 ? z/next : z
        alpha = next
        w = v - (theta/rho)*w
        iter = iter + 1
        size_r = sqrt(rest*rest + damped)
        if size_r <= tol*whole || abs(rest*c)*alpha <= tol*sqrt(frobenius)*size_r || alpha == 0 || beta == 0
            flag = 0
        end
    end
    relres = whole > 0 ? sqrt(rest*rest + damped)/whole : 0.0
    x = size(b,0) > 1 ? reshape(y, [n, 1]) : y
end
function y = lib_both_ways(A : mat, x, way : string)
    y = way == "transp" ? reshape(reshape(x, [1, numel(x)])*A, [size(A,1)]) : reshape(A*reshape(x, [numel(x), 1]), [size(A,0)])
end
function y = lib_both_ways(A, x, way : string)
    z = A(x, way)
    y = reshape(1.0*z, [numel(z)])
end

function [] = lib_check_system(A : mat, b, name : string)
    lib_check_right_side(b, name)
    n = numel(b)
    if size(A,0) != n || size(A,1) != n
        error(sprintf("%s: a matrix of %d x %d for %d elements; it is %d x %d", name, size(A,0), size(A,1), n, n, n))
    end
end
function [] = lib_check_system(A, b, name : string)
    lib_check_right_side(b, name)
end
function [] = lib_check_right_side(b, name : string)
    if !isvector(b)
        error(sprintf("%s: b has %d x %d elements; it is one vector", name, size(b,0), size(b,1)))
    end
end
function y = lib_applied(A : mat, x)
    y = reshape(A*reshape(x, [numel(x), 1]), [numel(x)])
end
function y = lib_applied(A, x)
    y = A(x)
end
