% iterative.q: linear systems A x = b by iteration. A is a matrix or a function that gives A*x of a vec x; b is a vector of n elements and x is one of its kind.

% [x, flag, relres, iter] = pcg(A, b, tol, maxit): conjugate gradients (Hestenes and Stiefel 1952) for a symmetric positive definite A, from x = 0, until
% norm(b - A x) <= tol norm(b) or maxit steps are done. flag: 0 converged, 1 too few steps, 4 A is not positive definite; relres: norm(b - A x)/norm(b) of the recurrence.
function [x, flag : int, relres : scalar, iter : int] = pcg(A, b, tol : scalar = 1e-6, maxit : int = -1)
    lib_check_system(A, b, "pcg")
    r = reshape(1.0*b, [numel(b)])
    steps = maxit < 0 ? min(numel(b), 20) : maxit
    goal = tol*tol*sum(r.*r)
    whole = sum(r.*r)
    u = zeros(numel(b))
    p = copy(r)
    rr = whole
    iter = 0
    flag = rr <= goal ? 0 : 1
    while flag == 1 && iter < steps
        q = lib_applied(A, p)
        curvature = sum(p.*q)
        if !(curvature > 0)
            flag = 4
        else
            alpha = rr/curvature
            u = u + alpha*p
            r = r - alpha*q
            next = sum(r.*r)
            p = r + (next/rr)*p
            rr = next
            iter = iter + 1
            flag = rr <= goal ? 0 : 1
        end
    end
    relres = whole > 0 ? sqrt(rr/whole) : 0.0
    x = lib_like_vector(u, b)
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
