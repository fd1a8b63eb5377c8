% A window that one loop counts, its rows and columns as quotients and remainders: every boundary mode, also where the loop begins below 0,
% gives what two loops give. Expected: no difference.
function y = two_loops(x : mat'circular, a : int, b : int)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            s = 0.0
            for i = 0..2
                for j = 0..2
                    s += (3*i+j+1)*x[m+i+a,n+j+b]
                end
            end
            y[m,n] = s
        end
    end
end
function y = one_loop(x : mat'circular, a : int, b : int)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            v = zeros(9)
            for k = 0..8
                v[k] = x[m+int(k/3)+a,n+mod(k,3)+b]
            end
            s = 0.0
            for k = 0..8
                s += (k+1)*v[k]
            end
            y[m,n] = s
        end
    end
end
function y = in_kernel(x, a : int, b : int, from : int, mode : int)
    function [] = __kernel__ circular(x : mat'circular, y : mat, pos : ivec2)
        s = 0.0
        for k = from..from+8
            s += (k-from+1)*x[pos[0]+int((k-from)/3)+a,pos[1]+mod(k-from,3)+b]
        end
        y[pos] = s
    end
    function [] = __kernel__ mirrored(x : mat'mirror, y : mat, pos : ivec2)
        s = 0.0
        for k = -4..4
            s += (k+5)*x[pos[0]+floor((k+4)/3)+a,pos[1]+mod(k+4,3)+b]
        end
        y[pos] = s
    end
    function [] = __kernel__ below(x : mat'clamped, y : mat, pos : ivec2)
        s = 0.0
        for k = -4..4
            s += (k+5)*x[pos[0]+int(k/2)+a,pos[1]+mod(k,2)+b]
        end
        y[pos] = s
    end
    function [] = __kernel__ safe(x : mat, y : mat, pos : ivec2)
        s = 0.0
        for k = 0..8
            s += (k+1)*x[pos[0]+int(k/3)+a,pos[1]+k-3*int(k/3)+b]
        end
        y[pos] = s
    end
    y = zeros(size(x))
    if mode == 0
        parallel_do(size(y), x, y, circular)
    elseif mode == 1
        parallel_do(size(y), x, y, mirrored)
    elseif mode == 2
        parallel_do(size(y), x, y, below)
    else
        parallel_do(size(y), x, y, safe)
    end
end
function q = place(i : int, n : int, mode : int)
    q = periodize(i, n)
    if mode == 1
        q = mod(abs(i), 2*n)
        q = q >= n ? 2*n-1-q : q
    elseif mode == 2
        q = min(max(i, 0), n-1)
    end
end
function y = by_places(x, a : int, b : int, mode : int)
    y = zeros(size(x))
    h = size(x,0)
    w = size(x,1)
    {!interpreted for}
    for m = 0..h-1
        for n = 0..w-1
            s = 0.0
            for k = 0..8
                p = mode == 2 ? m+int((k-4)/2)+a : m+int(k/3)+a
                q = mode == 2 ? n+mod(k-4,2)+b : n+mod(k,3)+b
                inside = p >= 0 && p < h && q >= 0 && q < w
                if mode < 3 || inside
                    s += (k+1)*x[place(p,h,mode),place(q,w,mode)]
                end
            end
            y[m,n] = s
        end
    end
end
function [] = main()
    x = zeros(11, 300)
    for m = 0..10
        for n = 0..299
            x[m,n] = mod(m*37 + n*11, 64)
        end
    end
    worst = 0.0
    offsets = [[-1,-1],[0,0],[4,-7],[-13,290],[-1,-302]]
    for k = 0..size(offsets,0)-1
        a = offsets[k,0]
        b = offsets[k,1]
        worst = max(worst, max(abs(one_loop(x, a, b) - two_loops(x, a, b))))
        for mode = 0..3
            for rows = 1..3
                part = x[0..5*rows-5,:]
                worst = max(worst, max(abs(in_kernel(part, a, b, 0, mode) - by_places(part, a, b, mode))))
                worst = max(worst, max(abs(in_kernel(part, a, b, 2, 0) - by_places(part, a, b, 0))))
            end
        end
    end
    print worst
    % expect: 0
end
