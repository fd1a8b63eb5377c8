% Nests of linear algebra, statistics, stencils and dynamic programming: bench/suites.py calls each beside the function
% of its name in nests.c.

% ---- products of matrices and vectors

function [] = product(alpha : scalar, beta : scalar, c : mat, a : mat, b : mat)
    n = size(a,0)
    for i = 0..n-1
        for j = 0..n-1
            c[i,j] *= beta
        end
        for k = 0..n-1
            for j = 0..n-1
                c[i,j] += alpha*a[i,k]*b[k,j]
            end
        end
    end
end
function [] = two_products(alpha : scalar, beta : scalar, t : mat, a : mat, b : mat, c : mat, d : mat)
    n = size(a,0)
    for i = 0..n-1
        for j = 0..n-1
            t[i,j] = 0
            for k = 0..n-1
                t[i,j] += alpha*a[i,k]*b[k,j]
            end
        end
    end
    for i = 0..n-1
        for j = 0..n-1
            d[i,j] *= beta
            for k = 0..n-1
                d[i,j] += t[i,k]*c[k,j]
            end
        end
    end
end
function [] = three_products(e : mat, f : mat, g : mat, a : mat, b : mat, c : mat, d : mat)
    n = size(a,0)
    for i = 0..n-1
        for j = 0..n-1
            e[i,j] = 0
            for k = 0..n-1
                e[i,j] += a[i,k]*b[k,j]
            end
        end
    end
    for i = 0..n-1
        for j = 0..n-1
            f[i,j] = 0
            for k = 0..n-1
                f[i,j] += c[i,k]*d[k,j]
            end
        end
    end
    for i = 0..n-1
        for j = 0..n-1
            g[i,j] = 0
            for k = 0..n-1
                g[i,j] += e[i,k]*f[k,j]
            end
        end
    end
end
function [] = there_and_back(a : mat, x : vec, y : vec, t : vec)
    for i = 0..numel(y)-1
        y[i] = 0
    end
    for i = 0..size(a,0)-1
        t[i] = 0
        for j = 0..size(a,1)-1
            t[i] += a[i,j]*x[j]
        end
        for j = 0..size(a,1)-1
            y[j] += a[i,j]*t[i]
        end
    end
end
function [] = two_sides(a : mat, s : vec, q : vec, p : vec, r : vec)
    for i = 0..numel(s)-1
        s[i] = 0
    end
    for i = 0..size(a,0)-1
        q[i] = 0
        for j = 0..size(a,1)-1
            s[j] += r[i]*a[i,j]
            q[i] += a[i,j]*p[j]
        end
    end
end
function [] = with_transpose(x1 : vec, x2 : vec, y1 : vec, y2 : vec, a : mat)
    for i = 0..size(a,0)-1
        for j = 0..size(a,1)-1
            x1[i] += a[i,j]*y1[j]
        end
    end
    for i = 0..size(a,0)-1
        for j = 0..size(a,1)-1
            x2[i] += a[j,i]*y2[j]
        end
    end
end
function [] = rank_two_update(alpha : scalar, beta : scalar, a : mat, u1 : vec, v1 : vec, u2 : vec, v2 : vec, w : vec,
                              x : vec, y : vec, z : vec)
    m = size(a,0)
    for i = 0..m-1
        for j = 0..m-1
            a[i,j] += u1[i]*v1[j] + u2[i]*v2[j]
        end
    end
    for i = 0..m-1
        for j = 0..m-1
            x[i] += beta*a[j,i]*y[j]
        end
    end
    for i = 0..m-1
        x[i] += z[i]
    end
    for i = 0..m-1
        for j = 0..m-1
            w[i] += alpha*a[i,j]*x[j]
        end
    end
end
function [] = sum_of_products(alpha : scalar, beta : scalar, a : mat, b : mat, x : vec, y : vec)
    for i = 0..size(a,0)-1
        t = 0.0
        y[i] = 0
        for j = 0..size(a,1)-1
            t += a[i,j]*x[j]
            y[i] += b[i,j]*x[j]
        end
        y[i] = alpha*t + beta*y[i]
    end
end
function [] = symmetric_product(alpha : scalar, beta : scalar, c : mat, a : mat, b : mat)
    for i = 0..size(c,0)-1
        for j = 0..size(c,1)-1
            t = 0.0
            for k = 0..i-1
                c[k,j] += alpha*b[i,j]*a[i,k]
                t += b[k,j]*a[i,k]
            end
            c[i,j] = beta*c[i,j] + alpha*b[i,j]*a[i,i] + alpha*t
        end
    end
end
function [] = rank_k(alpha : scalar, beta : scalar, c : mat, a : mat)
    for i = 0..size(c,0)-1
        for j = 0..i
            c[i,j] *= beta
        end
        for k = 0..size(a,1)-1
            for j = 0..i
                c[i,j] += alpha*a[i,k]*a[j,k]
            end
        end
    end
end
function [] = rank_2k(alpha : scalar, beta : scalar, c : mat, a : mat, b : mat)
    for i = 0..size(c,0)-1
        for j = 0..i
            c[i,j] *= beta
        end
        for k = 0..size(a,1)-1
            for j = 0..i
                c[i,j] += a[j,k]*alpha*b[i,k] + b[j,k]*alpha*a[i,k]
            end
        end
    end
end
function [] = triangular_product(alpha : scalar, a : mat, b : mat)
    n = size(b,0)
    for i = 0..n-1
        for j = 0..n-1
            for k = i+1..n-1
                b[i,j] += a[k,i]*b[k,j]
            end
            b[i,j] = alpha*b[i,j]
        end
    end
end
function [] = tensor_product(a : cube, c : mat)
    n = size(c,0)
    for r = 0..size(a,0)-1
        for q = 0..size(a,1)-1
            s = zeros(n)
            for p = 0..n-1
                for k = 0..n-1
                    s[p] += a[r,q,k]*c[k,p]
                end
            end
            for p = 0..n-1
                a[r,q,p] = s[p]
            end
        end
    end
end

% ---- solvers

function [] = cholesky(a : mat, d : vec)
    n = size(a,0)
    for i = 0..n-1
        a[i,i] += d[i]
    end
    for i = 0..n-1
        for j = 0..i-1
            for k = 0..j-1
                a[i,j] -= a[i,k]*a[j,k]
            end
            a[i,j] /= a[j,j]
        end
        for k = 0..i-1
            a[i,i] -= a[i,k]*a[i,k]
        end
        a[i,i] = sqrt(a[i,i])
    end
end
function [] = lower_upper(a : mat, d : vec)
    n = size(a,0)
    for i = 0..n-1
        a[i,i] += d[i]
    end
    for i = 0..n-1
        for j = 0..i-1
            for k = 0..j-1
                a[i,j] -= a[i,k]*a[k,j]
            end
            a[i,j] /= a[j,j]
        end
        for j = i..n-1
            for k = 0..i-1
                a[i,j] -= a[i,k]*a[k,j]
            end
        end
    end
end
function [] = elimination(a : mat, d : vec)
    n = size(a,0)
    for i = 0..n-1
        a[i,i] += d[i]
    end
    for k = 0..n-2
        for i = k+1..n-1
            f = a[i,k]/a[k,k]
            a[i,k] = f
            for j = k+1..n-1
                a[i,j] -= f*a[k,j]
            end
        end
    end
end
function [] = forward_substitution(a : mat, d : vec, x : vec, b : vec)
    for i = 0..numel(x)-1
        x[i] = b[i]
        for j = 0..i-1
            x[i] -= a[i,j]*x[j]
        end
        x[i] = x[i]/d[i]
    end
end
function [] = toeplitz(r : vec, y : vec, z : vec)
    alpha = -r[0]
    beta = 1.0
    y[0] = -r[0]
    for k = 1..numel(r)-1
        beta = (1 - alpha*alpha)*beta
        total = 0.0
        for i = 0..k-1
            total += r[k-i-1]*y[i]
        end
        alpha = -(r[k] + total)/beta
        for i = 0..k-1
            z[i] = y[i] + alpha*y[k-i-1]
        end
        for i = 0..k-1
            y[i] = z[i]
        end
        y[k] = alpha
    end
end
function [] = gram_schmidt(a : mat, r : mat, q : mat, d : vec)
    n = size(a,0)
    for i = 0..n-1
        a[i,i] += d[i]
    end
    for k = 0..n-1
        norm2 = 0.0
        for i = 0..n-1
            norm2 += a[i,k]*a[i,k]
        end
        r[k,k] = sqrt(norm2)
        for i = 0..n-1
            q[i,k] = a[i,k]/r[k,k]
        end
        for j = k+1..n-1
            r[k,j] = 0
            for i = 0..n-1
                r[k,j] += q[i,k]*a[i,j]
            end
            for i = 0..n-1
                a[i,j] = a[i,j] - q[i,k]*r[k,j]
            end
        end
    end
end

% ---- statistics

function [] = covariance(x : mat, mean : vec, cov : mat)
    n = size(x,0)
    for j = 0..n-1
        mean[j] = 0
        for i = 0..n-1
            mean[j] += x[i,j]
        end
        mean[j] /= n
    end
    for i = 0..n-1
        for j = 0..n-1
            x[i,j] -= mean[j]
        end
    end
    for i = 0..n-1
        for j = i..n-1
            cov[i,j] = 0
            for k = 0..n-1
                cov[i,j] += x[k,i]*x[k,j]
            end
            cov[i,j] /= n-1
            cov[j,i] = cov[i,j]
        end
    end
end
function [] = correlation(x : mat, mean : vec, dev : vec, corr : mat)
    n = size(x,0)
    for j = 0..n-1
        mean[j] = 0
        for i = 0..n-1
            mean[j] += x[i,j]
        end
        mean[j] /= n
    end
    for j = 0..n-1
        dev[j] = 0
        for i = 0..n-1
            dev[j] += (x[i,j] - mean[j])*(x[i,j] - mean[j])
        end
        dev[j] = sqrt(dev[j]/n)
        dev[j] = dev[j] <= 0.1 ? 1 : dev[j]
    end
    for i = 0..n-1
        for j = 0..n-1
            x[i,j] -= mean[j]
            x[i,j] /= sqrt(n)*dev[j]
        end
    end
    for i = 0..n-2
        corr[i,i] = 1
        for j = i+1..n-1
            corr[i,j] = 0
            for k = 0..n-1
                corr[i,j] += x[k,i]*x[k,j]
            end
            corr[j,i] = corr[i,j]
        end
    end
    corr[n-1,n-1] = 1
end

% ---- stencils

function [] = line_stencil(steps : int, a : vec, b : vec)
    n = numel(a)
    for t = 0..steps-1
        for i = 1..n-2
            b[i] = 0.33333*(a[i-1] + a[i] + a[i+1])
        end
        for i = 1..n-2
            a[i] = 0.33333*(b[i-1] + b[i] + b[i+1])
        end
    end
end
function [] = plane_stencil(steps : int, a : mat, b : mat)
    n = size(a,0)
    for t = 0..steps-1
        for i = 1..n-2
            for j = 1..n-2
                b[i,j] = 0.2*(a[i,j] + a[i,j-1] + a[i,j+1] + a[i+1,j] + a[i-1,j])
            end
        end
        for i = 1..n-2
            for j = 1..n-2
                a[i,j] = 0.2*(b[i,j] + b[i,j-1] + b[i,j+1] + b[i+1,j] + b[i-1,j])
            end
        end
    end
end
function [] = stencil_in_place(steps : int, a : mat)
    n = size(a,0)
    for t = 0..steps-1
        for i = 1..n-2
            for j = 1..n-2
                a[i,j] = (a[i-1,j-1] + a[i-1,j] + a[i-1,j+1] + a[i,j-1] + a[i,j] + a[i,j+1] +
                          a[i+1,j-1] + a[i+1,j] + a[i+1,j+1])/9
            end
        end
    end
end
function [] = waves(steps : int, ex : mat, ey : mat, hz : mat, source : vec)
    n = size(ex,0)
    for t = 0..steps-1
        for j = 0..n-1
            ey[0,j] = source[t]
        end
        for i = 1..n-1
            for j = 0..n-1
                ey[i,j] = ey[i,j] - 0.5*(hz[i,j] - hz[i-1,j])
            end
        end
        for i = 0..n-1
            for j = 1..n-1
                ex[i,j] = ex[i,j] - 0.5*(hz[i,j] - hz[i,j-1])
            end
        end
        for i = 0..n-2
            for j = 0..n-2
                hz[i,j] = hz[i,j] - 0.7*(ex[i,j+1] - ex[i,j] + ey[i+1,j] - ey[i,j])
            end
        end
    end
end
function [] = heat(steps : int, a : cube, b : cube)
    n = size(a,0)
    for t = 0..steps-1
        for i = 1..n-2
            for j = 1..n-2
                for k = 1..n-2
                    b[i,j,k] = 0.125*(a[i+1,j,k] - 2*a[i,j,k] + a[i-1,j,k]) +
                               0.125*(a[i,j+1,k] - 2*a[i,j,k] + a[i,j-1,k]) +
                               0.125*(a[i,j,k+1] - 2*a[i,j,k] + a[i,j,k-1]) + a[i,j,k]
                end
            end
        end
        for i = 1..n-2
            for j = 1..n-2
                for k = 1..n-2
                    a[i,j,k] = 0.125*(b[i+1,j,k] - 2*b[i,j,k] + b[i-1,j,k]) +
                               0.125*(b[i,j+1,k] - 2*b[i,j,k] + b[i,j-1,k]) +
                               0.125*(b[i,j,k+1] - 2*b[i,j,k] + b[i,j,k-1]) + b[i,j,k]
                end
            end
        end
    end
end
function [] = alternating_directions(steps : int, u : mat, v : mat, p : mat, q : mat)
    n = size(u,0)
    a = -0.6
    b = 2.2
    d = -0.3
    e = 1.6
    for t = 0..steps-1
        for i = 1..n-2
            v[0,i] = 1
            p[i,0] = 0
            q[i,0] = v[0,i]
            for j = 1..n-2
                p[i,j] = -a/(a*p[i,j-1] + b)
                q[i,j] = (-d*u[j,i-1] + (1 + 2*d)*u[j,i] - d*u[j,i+1] - a*q[i,j-1])/(a*p[i,j-1] + b)
            end
            v[n-1,i] = 1
            for j = n-2..-1..1
                v[j,i] = p[i,j]*v[j+1,i] + q[i,j]
            end
        end
        for i = 1..n-2
            u[i,0] = 1
            p[i,0] = 0
            q[i,0] = u[i,0]
            for j = 1..n-2
                p[i,j] = -d/(d*p[i,j-1] + e)
                q[i,j] = (-a*v[i-1,j] + (1 + 2*a)*v[i,j] - a*v[i+1,j] - d*q[i,j-1])/(d*p[i,j-1] + e)
            end
            u[i,n-1] = 1
            for j = n-2..-1..1
                u[i,j] = p[i,j]*u[i,j+1] + q[i,j]
            end
        end
    end
end

% ---- paths, tables, filters

function [] = shortest_paths(d : mat)
    n = size(d,0)
    for k = 0..n-1
        for i = 0..n-1
            for j = 0..n-1
                d[i,j] = min(d[i,j], d[i,k] + d[k,j])
            end
        end
    end
end
function [] = folding(table : mat[int32], base : vec[int32])
    n = numel(base)
    for i = n-1..-1..0
        for j = i+1..n-1
            if table[i,j-1] > table[i,j]
                table[i,j] = table[i,j-1]
            end
            if table[i+1,j] > table[i,j]
                table[i,j] = table[i+1,j]
            end
            pair = i < j-1 && base[i] + base[j] == 3 ? 1 : 0
            if table[i+1,j-1] + pair > table[i,j]
                table[i,j] = table[i+1,j-1] + pair
            end
            for k = i+1..j-1
                if table[i,k] + table[k+1,j] > table[i,j]
                    table[i,j] = table[i,k] + table[k+1,j]
                end
            end
        end
    end
end
function [] = edge_filter(x : mat, y1 : mat, y2 : mat, y : mat)
    m = size(x,0)
    for i = 0..m-1
        before = 0.0
        before2 = 0.0
        old = 0.0
        for j = 0..m-1
            y1[i,j] = 0.2*x[i,j] + 0.1*old + 0.9*before - 0.2*before2
            old = x[i,j]
            before2 = before
            before = y1[i,j]
        end
        after = 0.0
        after2 = 0.0
        next = 0.0
        next2 = 0.0
        for j = m-1..-1..0
            y2[i,j] = 0.15*next - 0.05*next2 + 0.9*after - 0.2*after2
            next2 = next
            next = x[i,j]
            after2 = after
            after = y2[i,j]
        end
    end
    for i = 0..m-1
        for j = 0..m-1
            y[i,j] = y1[i,j] + y2[i,j]
        end
    end
    for j = 0..m-1
        before = 0.0
        before2 = 0.0
        old = 0.0
        for i = 0..m-1
            y1[i,j] = 0.2*y[i,j] + 0.1*old + 0.9*before - 0.2*before2
            old = y[i,j]
            before2 = before
            before = y1[i,j]
        end
    end
end
