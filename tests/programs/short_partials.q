% Few reduced iterations: each kept iteration's tree equals that of the same elements reduced alone, bit for bit.
function y = taps(x : mat, h : vec)
    y = zeros(size(x))
    r = int(numel(h)/2)
    for m = 0..size(x,0)-1
        for n = r..size(x,1)-1-r
            s = 0.0
            for k = -r..r
                s += x[m,n+k]*h[k+r]
            end
            y[m,n] = s
        end
    end
end
function y = down(x : mat, h : vec)
    y = zeros(size(x))
    r = int(numel(h)/2)
    for m = r..size(x,0)-1-r
        for n = 0..size(x,1)-1
            s = 0.0
            for k = -r..r
                s += x[m+k,n]*h[k+r]
            end
            y[m,n] = s
        end
    end
end
function s = alone(x : vec, h : vec)
    s = 0.0
    for k = 0..numel(h)-1
        s += x[k]*h[k]
    end
end
function y = window(x : mat'mirror, h : mat)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            s = 0.0
            for i = -1..1
                for j = -2..2
                    s += x[m+i,n+j]*h[i+1,j+2]
                end
            end
            y[m,n] = s
        end
    end
end
function s = window_at(x : mat'mirror, h : mat, m : int, n : int)
    s = 0.0
    for i = -1..1
        for j = -2..2
            s += x[m+i,n+j]*h[i+1,j+2]
        end
    end
end
function [] = main()
    x = rand(40, 300)
    wrong = 0
    for r = 1..12
        h = rand(2*r+1) - 0.5
        y = taps(x, h)
        z = down(x, h)
        {!interpreted for}
        for m = 0..39
            n = r + mod(37*m, 300-2*r)
            if y[m,n] != alone(x[m,n-r..n+r], h)
                wrong += 1
            end
        end
        {!interpreted for}
        for n = 0..299
            m = r + mod(7*n, 40-2*r)
            if z[m,n] != alone(transpose(x[m-r..m+r,n]), h)
                wrong += 1
            end
        end
    end
    h = rand(3, 5)
    y = window(x, h)
    {!interpreted for}
    for m = 0..39
        {!interpreted for}
        for n = 0..299
            if y[m,n] != window_at(x, h, m, n)
                wrong += 1
            end
        end
    end
    print wrong
    % Channels, their least one, its place, and a condition; several accumulators with a prologue.
    c = floor(100*rand(20, 50, 3))
    total = zeros(20, 50)
    least = zeros(20, 50)
    place = zeros(20, 50)
    even = zeros(20, 50)
    for m = 0..19
        for n = 0..49
            t = 10.0
            e = 0
            best = inf
            at = -1
            for k = 0..2
                t += c[m,n,k]
                if mod(c[m,n,k], 2) == 0
                    e += 1
                end
                if c[m,n,k] < best
                    best = c[m,n,k]
                    at = k
                end
            end
            total[m,n] = t
            least[m,n] = best
            place[m,n] = at
            even[m,n] = e
        end
    end
    {!interpreted for}
    for m = 0..19
        for n = 0..49
            t = 10 + c[m,n,0] + c[m,n,1] + c[m,n,2]
            best = min(c[m,n,0], min(c[m,n,1], c[m,n,2]))
            e = 3 - mod(c[m,n,0], 2) - mod(c[m,n,1], 2) - mod(c[m,n,2], 2)
            at = c[m,n,0] == best ? 0 : c[m,n,1] == best ? 1 : 2
            if total[m,n] != t || least[m,n] != best || even[m,n] != e || place[m,n] != at
                wrong += 1
            end
        end
    end
    print wrong
    % A filter of complex numbers, and one beyond the edge.
    u = complex(floor(9*rand(64)), floor(9*rand(64)))
    v = czeros(64)
    for n = 1..62
        s = complex(0.0, 0.0)
        for k = -1..1
            s += u[n+k]*u[n]
        end
        v[n] = s
    end
    for n = 1..62
        if v[n] != (u[n-1] + u[n] + u[n+1])*u[n]
            wrong += 1
        end
    end
    print wrong
    try
        for n = 0..63
            s = 0.0
            for k = 0..2
                s += real(u[n+k])
            end
            v[n] = s
        end
        print "no"
    catch e
        print "outside"
    end
end
% expect: 0
% expect: 0
% expect: 0
% expect: outside
