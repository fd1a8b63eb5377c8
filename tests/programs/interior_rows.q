% Rows of threads whose middle is far from the edge: every boundary mode gives what one place after the other gives.
function k : int = outside(i : int, n : int, mode : int)   % -1: zero
    k = i
    if i < 0 || i >= n
        if mode == 0
            k = -1
        elseif mode == 1
            k = periodize(i, n)
        elseif mode == 2
            q = mod(abs(i), 2*n)
            k = q >= n ? 2*n-1-q : q
        else
            k = i < 0 ? 0 : n-1
        end
    end
end
function v = pixel(x : mat, i : int, j : int, mode : int)
    p = outside(i, size(x,0), mode)
    q = outside(j, size(x,1), mode)
    v = 0.0
    if p >= 0 && q >= 0
        v = x[p,q]
    end
end
function y = circular_map(x : mat'circular, a : int, b : int)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = x[m+a,n+b] - x[m,n-b]
        end
    end
end
function y = mirror_window(x : mat'mirror, h : mat, a : int, b : int)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            s = 0.0
            for i = 0..size(h,0)-1
                for j = 0..size(h,1)-1
                    s += x[m+i-a,n+j-b]*h[i,j]
                end
            end
            y[m,n] = s
        end
    end
end
function y = clamped_half(x : mat'clamped)
    y = zeros(int((size(x,0)+1)/2), int((size(x,1)+1)/2))
    for m = 0..size(y,0)-1
        for n = 0..size(y,1)-1
            y[m,n] = x[2*m,2*n-1] + 2*x[2*m,2*n] + x[2*m+1,2*n+1] + x[size(x,0)-1-m, size(x,1)+2-n]
        end
    end
end
function [] = __kernel__ zero_window(x : mat, h : mat, y : mat, r : int, pos : ivec2)
    s = 0.0
    for i = -r..r
        for j = -1..1
            w = h[i+r,j+1]
            if w > 2
                s += x[pos[0]+i,pos[1]+j]*w
            end
        end
    end
    y[pos[0],pos[1]] = s
    y[pos[0],pos[1]+1000] = 7
end
function [] = main()
    wrong = 0
    heights = [1, 2, 5, 9]
    widths = [1, 3, 17, 40, 300]
    for a = 0..3
        for b = 0..4
            x = floor(50*rand(heights[a], widths[b]))
            h = floor(6*rand(3, 5))
            y = circular_map(x, 2, 3)
            z = mirror_window(x, h, 1, 2)
            u = clamped_half(x)
            v = zeros(size(x))
            parallel_do(size(x), x, h, v, 1, zero_window)
            {!interpreted for}
            for m = 0..size(x,0)-1
                {!interpreted for}
                for n = 0..size(x,1)-1
                    if y[m,n] != pixel(x, m+2, n+3, 1) - pixel(x, m, n-3, 1)
                        wrong += 1
                    end
                    s = 0.0
                    t = 0.0
                    for i = 0..2
                        for j = 0..4
                            s += pixel(x, m+i-1, n+j-2, 2)*h[i,j]
                            if j < 3 && h[i,j] > 2
                                t += pixel(x, m+i-1, n+j-1, 0)*h[i,j]
                            end
                        end
                    end
                    if z[m,n] != s || v[m,n] != t
                        wrong += 1
                    end
                end
            end
            {!interpreted for}
            for m = 0..size(u,0)-1
                {!interpreted for}
                for n = 0..size(u,1)-1
                    s = pixel(x, 2*m, 2*n-1, 3) + 2*pixel(x, 2*m, 2*n, 3) + pixel(x, 2*m+1, 2*n+1, 3)
                    if u[m,n] != s + pixel(x, size(x,0)-1-m, size(x,1)+2-n, 3)
                        wrong += 1
                    end
                end
            end
        end
    end
    print wrong
    % What fails is still the lowest iteration.
    x = ones(20, 100)
    y = zeros(20, 100)
    try
        for m = 0..19
            for n = 0..99
                y[m,n] = x[m,n-(m > 3 ? 90 : 0)]
            end
        end
        print "no"
    catch e
        print e
    end
    % A vec, an int image, and shifts that are only known when the loop is reached.
    w : vec[int]'clamped = int(floor(90*rand(500)))
    q = zeros(500)
    for shift = -3..4
        for n = 0..499
            q[n] = w[n+shift] - w[n]
        end
        {!interpreted for}
        for n = 0..499
            if q[n] != w[max(0, min(499, n+shift))] - w[n]
                wrong += 1
            end
        end
    end
    print wrong
end
% expect: 0
% expect: index -90 is out of range: 'x' has 100 elements along dimension 1
% expect: 0
