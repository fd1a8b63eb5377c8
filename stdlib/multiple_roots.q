% multiple_roots.q: roots of polynomials that are found one by one made to what they are together: multiple roots one number, those of real polynomials conjugate pairs.

% Where roots lie near each other each is uncertain by eps^(1/m), their mean and what follows from it are not (Kahan 1972, Zeng 2005): the m roots nearest to one become one root c where the
% polynomial and its first m-1 derivatives are 0 at c within the rounding of its coefficients; c is the root of the last of these derivatives. q: the coefficients, highest power first.
function z : cvec = lib_gather_multiple(q : cvec, roots_of : cvec)
    z = copy(roots_of)
    n = numel(z)
    taken = zeros(n)
    for i = 0..n-1
        if taken[i] == 0 && lib_uncertain(q, z[i])
            [distances, order] = sort(abs(z - z[i]) + (taken > 0 ? inf : 0.0))
            m = min(int(sum(taken == 0)), 24)
            while m > 1
                if distances[m-1] <= 12*min(eps^(1.0/m), 0.04)*abs(z[i])
                    near = order[0..m-1]
                    c = lib_multiple_at(q, sum(z[near])/m, m)
                    if !isnan(real(c))
                        z[near] = c
                        taken[near] = 1
                        m = 1
                    end
                end
                m = m - 1
            end
        end
    end
end
% Whether rounding of the coefficients moves the root z by more than eps^(3/4) of it: simple roots that are well apart are settled.
function yes : bool = lib_uncertain(q : cvec, z : cscalar)
    [size_of, slope] = [abs(q[0]), 0*q[0]]
    value = q[0]
    for k = 1..numel(q)-1
        slope = slope*z + value
        value = value*z + q[k]
        size_of = size_of*abs(z) + abs(q[k])
    end
    yes = eps*size_of > eps^0.75*abs(z)*abs(slope)
end
% NaN where the m first of the Taylor coefficients at the place that Newton's steps find from z are not 0 within rounding.
function c : cscalar = lib_multiple_at(q : cvec, z : cscalar, m : int)
    c = z
    for k = 1..6
        t = lib_taylor(q, c, m)
        c = abs(t[m]) > 0 ? c - t[m-1]/(m*t[m]) : c
    end
    t = abs(lib_taylor(q, c, m))
    bounds = real(lib_taylor(complex(abs(q), 0.0), complex(abs(c), 0.0), m))
    if !all(t[0..m-1] <= 16*eps*bounds[0..m-1])
        c = complex(nan, nan)
    end
end
% t[j]: the j-th derivative at z over j!, 0 <= j <= m.
function t : cvec = lib_taylor(q : cvec, z : cscalar, m : int)
    t = czeros(m + 1)
    for k = 0..numel(q)-1
        for j = m..-1..1
            t[j] = t[j]*z + t[j-1]
        end
        t[0] = t[0]*z + q[k]
    end
end

% The roots of a real polynomial: each is made one of a conjugate pair or real, the nearest first; pairs stand together, the one with the positive imaginary part first.
function z : cvec = lib_conjugate_pairs(roots_of : cvec)
    n = numel(roots_of)
    z = czeros(n)
    apart = abs(repmat(reshape(roots_of, [n,1]), 1, n) - repmat(reshape(conj(roots_of), [1,n]), n, 1))
    next = 0
    while next < n
        at = argmin(reshape(apart, [n*n]))
        [i, j] = [int(at/n), mod(at, n)]
        if i == j
            z[next] = real(roots_of[i])
            next = next + 1
        else
            pair = (roots_of[i] + conj(roots_of[j]))/2
            z[next] = complex(real(pair), abs(imag(pair)))
            z[next+1] = conj(z[next])
            next = next + 2
        end
        apart[[i, j], :] = inf
        apart[:, [i, j]] = inf
    end
end
