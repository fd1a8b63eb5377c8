% Windows of more pixels than are written out: each thread of a host walks one. Sums have the bits of the language's tree, as in the loops
% that are stepped through, extremes those of any order; at the borders too.
function [a, b, c, d, n, at] = windows(im : mat, z : mat'mirror, weight : mat, r : int)
    [h, w] = size(im, 0..1)
    a = zeros(h, w)
    b = zeros(h, w)
    c = zeros(h, w)
    d = zeros(h, w)
    n = zeros(h, w)
    at = zeros(h, w)
    for i=0..h-1
        for j=0..w-1
            s = 0.0
            total = 0.0
            for m=-r..r
                for k=-r..r
                    if i+m >= 0 && i+m < h && j+k >= 0 && j+k < w
                        t = exp(-(im[i+m,j+k] - im[i,j])^2*0.001)
                        s += t*im[i+m,j+k]
                        total += t
                    end
                end
            end
            a[i,j] = s/total
        end
    end
    for i=0..h-1
        for j=0..w-1
            s = 1.0
            for m=-r..r
                for k=-r..r
                    s += z[i+m,j+k]*weight[m+r,k+r]
                end
            end
            b[i,j] = s
        end
    end
    for i=0..h-1
        for j=0..w-1
            low = inf
            high = -inf
            few = 0
            for m=0..2*r
                for k=0..2*r
                    if weight[m,k] > 0.3
                        low = min(low, z[i+m-r,j+k-r])
                        high = max(high, im[min(max(i+m-r, 0), h-1), min(max(j+k-r, 0), w-1)])
                        few += z[i+m-r,j+k-r] > 100 ? 1 : 0
                    end
                end
            end
            c[i,j] = low
            d[i,j] = high
            n[i,j] = few
        end
    end
    for i=0..h-1
        for j=0..w-1
            best = inf
            place = -1
            for m=-r..r
                for k=-r..r
                    e = abs(z[i+m,j+k] - 77) + weight[m+r,k+r]
                    if e < best
                        best = e
                        place = (m+r)*(2*r+1) + k + r
                    end
                end
            end
            at[i,j] = place
        end
    end
end
% The same, every loop around a pixel's stepped through.
function [a, b, c, d, n, at] = stepped(im : mat, z : mat'mirror, weight : mat, r : int, i : int, j : int)
    [h, w] = size(im, 0..1)
    [a, b, c, d, n, at] = windows_of(im, z, weight, r, i, j, h, w)
end
function [a, b, c, d, n, at] = windows_of(im : mat, z : mat'mirror, weight : mat, r : int, i : int, j : int, h : int, w : int)
    s = zeros(2*r+1, 2*r+1)
    t = zeros(2*r+1, 2*r+1)
    v = zeros(2*r+1, 2*r+1)
    [c, d, n, at, best] = [inf, -inf, 0, -1, inf]
    {!interpreted for}
    for m=-r..r
        for k=-r..r
            if i+m >= 0 && i+m < h && j+k >= 0 && j+k < w
                t[m+r,k+r] = exp(-(im[i+m,j+k] - im[i,j])^2*0.001)
                s[m+r,k+r] = t[m+r,k+r]*im[i+m,j+k]
            end
            v[m+r,k+r] = z[i+m,j+k]
            if weight[m+r,k+r] > 0.3
                c = min(c, z[i+m,j+k])
                d = max(d, im[min(max(i+m, 0), h-1), min(max(j+k, 0), w-1)])
                n += z[i+m,j+k] > 100 ? 1 : 0
            end
            e = abs(z[i+m,j+k] - 77) + weight[m+r,k+r]
            if e < best
                best = e
                at = (m+r)*(2*r+1) + k + r
            end
        end
    end
    a = sum(s)/sum(t)
    b = 1.0
    for m=0..2*r
        for k=0..2*r
            b += v[m,k]*weight[m,k]
        end
    end
end
function [] = main()
    seed(3)
    for r = [6, 9, 13]
        im = floor(256*rand(37, 61))
        weight = rand(2*r+1, 2*r+1)
        [a, b, c, d, n, at] = windows(im, im, weight, r)
        different = 0
        {!interpreted for}
        for p = [0, 1, 17, 36]
            {!interpreted for}
            for q = [0, 5, 14, 33, 60]
                [ea, eb, ec, ed, en, eat] = stepped(im, im, weight, r, p, q)
                different += (a[p,q] != ea) + (b[p,q] != eb) + (c[p,q] != ec) + (d[p,q] != ed) + (n[p,q] != en) + (at[p,q] != eat)
            end
        end
        print r, ": ", different
    end
end
% expect: 6: 0
% expect: 9: 0
% expect: 13: 0
