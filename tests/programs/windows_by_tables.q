% Windows that a thread walks: what depends on the place in the window alone, weights, distances, conditions, is the same for all
% pixels. Small whole numbers, so that every order gives the same sums.
function y = by_slices(x : mat, h : mat, n : int)
    y = zeros(size(x))
    [r, c] = size(x)
    for k=-n..n
        for l=-n..n
            y[n..r-1-n, n..c-1-n] += h[k+n,l+n]*x[n+k..r-1-n+k, n+l..c-1-n+l]
        end
    end
end
x = zeros(112, 112)
for i=0..111
    for j=0..111
        x[i,j] = mod(7*i*i + 3*j + i*j, 11) - 5
    end
end
wrong = 0
for n = [9]
    h = zeros(2*n+1, 2*n+1)
    disk = zeros(2*n+1, 2*n+1)
    distance = zeros(2*n+1, 2*n+1)
    for k=-n..n
        for l=-n..n
            h[k+n,l+n] = mod(k*l + 2*k + 5*l + 100, 7) - 3
            disk[k+n,l+n] = k*k + l*l <= n*n
            distance[k+n,l+n] = 2*k - l
        end
    end
    a = zeros(112, 112)
    for i=n..111-n
        for j=n..111-n
            s = 0.0
            for k=-n..n
                for l=-n..n
                    s += x[i+k,j+l]*h[k+n,l+n]
                end
            end
            a[i,j] = s
        end
    end
    wrong += sum(a != by_slices(x, h, n))
    % Under a condition, with weights that are computed, two sums at a time, and mirrored at the borders.
    b = zeros(112, 112)
    d = zeros(112, 112)
    m : mat'mirror = x
    for i=0..111
        for j=0..111
            s = 0.0
            t = 0.0
            for k=-n..n
                for l=-n..n
                    if k*k + l*l <= n*n
                        s += m[i+k,j+l]
                    end
                    t += (2*k - l)*m[i-k,j+l]
                end
            end
            b[i,j] = s
            d[i,j] = t
        end
    end
    inner = (n..111-n)
    wrong += sum(b[inner,inner] != by_slices(x, disk, n)[inner,inner])
    wrong += sum(d[inner,inner] != by_slices(x, flipud(distance), n)[inner,inner])
    q = abs(-n..n)
    wrong += b[0,0] != sum(disk.*x[q,q])
    % Weights that the loop itself changes are no table.
    w = copy(h)
    e = zeros(112, 112)
    for i=n..111-n
        for j=n..111-n
            s = 0.0
            for k=-n..n
                for l=-n..n
                    s += x[i+k,j+l]*w[k+n,l+n]
                end
            end
            e[i,j] = s
            w[mod(i,2*n+1),mod(j,2*n+1)] = h[mod(i,2*n+1),mod(j,2*n+1)]
        end
    end
    wrong += sum(e != a)
    % Complex numbers and weights along one dimension.
    z = complex(x, transpose(x))
    v = complex(h[n,:], h[n+1,:])
    f = czeros(112, 112)
    for i=n..111-n
        for j=n..111-n
            s = complex(0.0, 0.0)
            for k=-n..n
                for l=-n..n
                    s += z[i+k,j+l]*v[l+n]
                end
            end
            f[i,j] = s
        end
    end
    g = complex(by_slices(x, repmat(h[n,:],2*n+1,1), n) - by_slices(transpose(x), repmat(h[n+1,:],2*n+1,1), n), by_slices(x, repmat(h[n+1,:],2*n+1,1), n) + by_slices(transpose(x), repmat(h[n,:],2*n+1,1), n))
    wrong += sum(f != g)
end
print wrong
% expect: 0
