% Windows over pixels of few channels, as a loop over the channels, as vectors and as slices: walked by a thread of the host, all channels of a
% pixel together. The bits are those of the loops that are stepped through.
function [a, b, c, d, e] = windows(im : cube'clamped, z : cube, h : mat, r : int)
    [rows, columns, channels] = size(im, 0..2)
    a = zeros(rows, columns, channels)
    b = zeros(rows, columns, channels)
    c = zeros(rows, columns, channels)
    d = zeros(rows, columns, channels)
    e = zeros(rows, columns, channels)
    for i=0..rows-1
        for j=0..columns-1
            for k=0..channels-1
                s = 0.5
                for m=-r..r
                    for n=-r..r
                        s += im[i+m,j+n,k]
                    end
                end
                a[i,j,k] = s
            end
        end
    end
    for i=0..rows-1
        for j=0..columns-1
            s = [0.0,0.0,0.0]
            total = 0.0
            for m=-r..r
                for n=-r..r
                    t = im[i+m,j+n,0..2] - im[i,j,0..2]
                    g = exp(-(t[0]^2 + t[1]^2 + t[2]^2)*0.001)
                    s += g*im[i+m,j+n,0..2]
                    total += g
                end
            end
            b[i,j,0..2] = s/total
        end
    end
    for k=0..channels-1
        for i=0..rows-1
            for j=0..columns-1
                low = inf
                for m=-r..r
                    for n=-r..r
                        low = min(low, im[i+m,j+n,k])
                    end
                end
                c[i,j,k] = low
            end
        end
    end
    [p, q] = size(h, 0..1)
    for i=0..rows-1
        for j=0..columns-1
            for k=0..channels-1
                s = 0.0
                for m=0..p-1
                    for n=0..q-1
                        y = i+m-int(p/2)
                        x = j+n-int(q/2)
                        if y >= 0 && y < rows && x >= 0 && x < columns
                            s += h[m,n]*z[y,x,k]
                        end
                    end
                end
                d[i,j,k] = s
            end
        end
    end
    for i=0..rows-1
        for j=0..columns-1
            for k=0..channels-1
                best = -1.0
                place = -1
                for m=0..2*r
                    for n=0..2*r
                        if im[i+m-r,j+n-r,k] > best
                            best = im[i+m-r,j+n-r,k]
                            place = m*100 + n
                        end
                    end
                end
                e[i,j,k] = place
            end
        end
    end
end
% Of one pixel: the window is copied, and its sums are those of whole arrays, which have the same tree.
function [a, b, c, d, e] = stepped(im : cube'clamped, z : cube, h : mat, r : int, i : int, j : int, k : int)
    [rows, columns] = size(im, 0..1)
    [p, q] = size(h, 0..1)
    v = zeros(2*r+1, 2*r+1)
    g = zeros(2*r+1, 2*r+1)
    u = zeros(p, q)
    [c, best, e] = [inf, -1.0, -1]
    {!interpreted for}
    for m=-r..r
        for n=-r..r
            v[m+r,n+r] = im[i+m,j+n,k]
            t = im[i+m,j+n,0..2] - im[i,j,0..2]
            g[m+r,n+r] = exp(-(t[0]^2 + t[1]^2 + t[2]^2)*0.001)
            c = min(c, im[i+m,j+n,k])
            if im[i+m,j+n,k] > best
                best = im[i+m,j+n,k]
                e = (m+r)*100 + n + r
            end
        end
    end
    {!interpreted for}
    for m=0..p-1
        for n=0..q-1
            y = i+m-int(p/2)
            x = j+n-int(q/2)
            if y >= 0 && y < rows && x >= 0 && x < columns
                u[m,n] = z[y,x,k]
            end
        end
    end
    a = 0.5 + sum(v)
    b = sum(g.*v)/sum(g)
    d = sum(h.*u)
end
function [] = main()
    seed(4)
    h = rand(9, 12)
    for r = [3, 5, 8]
        im = floor(256*rand(23, 70, 3))
        [a, b, c, d, e] = windows(im, im, h, r)
        different = 0
        {!interpreted for}
        for i = [0, 1, 11, 22]
            {!interpreted for}
            for j = [0, 7, 31, 69]
                {!interpreted for}
                for k = 0..2
                    [ea, eb, ec, ed, ee] = stepped(im, im, h, r, i, j, k)
                    different += (a[i,j,k] != ea) + (b[i,j,k] != eb) + (c[i,j,k] != ec) + (d[i,j,k] != ed) + (e[i,j,k] != ee)
                end
            end
        end
        print r, ": ", different
    end
end
% expect: 3: 0
% expect: 5: 0
% expect: 8: 0
