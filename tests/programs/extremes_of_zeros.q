% `if e > s then s = e` keeps what the comparison says of zeros of different sign: `>` the first of equals, the start before all, `>=` the last.
function [a, b, c, d] = extremes(x : vec, s)
    a = s
    b = s
    c = s
    d = s
    for i=0..numel(x)-1
        if x[i] > a, a = x[i], end
        if x[i] >= b, b = x[i], end
        if x[i] < c, c = x[i], end
        d = x[i] <= d ? x[i] : d
    end
end
function [a, b, c, d] = in_order(x : vec, s)
    a = s
    b = s
    c = s
    d = s
    {!serial for}
    for i=0..numel(x)-1
        if x[i] > a, a = x[i], end
        if x[i] >= b, b = x[i], end
        if x[i] < c, c = x[i], end
        d = x[i] <= d ? x[i] : d
    end
end
% the forms that let a NaN in
function [a, b] = turned(x : vec, s)
    a = s
    b = s
    for i=0..numel(x)-1
        a = a > x[i] ? a : x[i]
        if !(x[i] >= b), b = x[i], end
    end
end
function [a, b] = turned_in_order(x : vec, s)
    a = s
    b = s
    {!serial for}
    for i=0..numel(x)-1
        a = a > x[i] ? a : x[i]
        if !(x[i] >= b), b = x[i], end
    end
end
% rows, elements and bins
function [r, e, h] = places(x : mat)
    r = zeros(size(x,0))
    for i=0..size(x,0)-1
        m = -1.0
        for j=0..size(x,1)-1
            if x[i,j] >= m, m = x[i,j], end
        end
        r[i] = m
    end
    e = zeros(2) - 1
    for i=0..size(x,0)-1
        if x[i,3] > e[1], e[1] = x[i,3], end
    end
    h = zeros(7) - 1
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            if x[i,j] > h[mod(i*3+j,7)], h[mod(i*3+j,7)] = x[i,j], end
        end
    end
end
function [r, e, h] = places_in_order(x : mat)
    r = zeros(size(x,0))
    {!serial for}
    for i=0..size(x,0)-1
        m = -1.0
        for j=0..size(x,1)-1
            if x[i,j] >= m, m = x[i,j], end
        end
        r[i] = m
    end
    e = zeros(2) - 1
    {!serial for}
    for i=0..size(x,0)-1
        if x[i,3] > e[1], e[1] = x[i,3], end
    end
    h = zeros(7) - 1
    {!serial for}
    for i=0..size(x,0)-1
        for j=0..size(x,1)-1
            if x[i,j] > h[mod(i*3+j,7)], h[mod(i*3+j,7)] = x[i,j], end
        end
    end
end
function y = signs(v)
    y = sum((1./v < 0).*(2.^(0..numel(v)-1)))
end
function [] = main()
    different = 0
    {!interpreted for}
    for n = [1,7,1000,100003]
        {!interpreted for}
        for first = [0,1]
            x = zeros(n)
            for i=0..n-1
                x[i] = mod(i,2) == first ? 0.0 : -0.0
            end
            y = zeros(n)
            for i=0..n-1
                y[i] = mod(i,3) == first ? 0.0 : -0.0
            end
            {!interpreted for}
            for s = [0.0,-0.0,-1.0,1.0]
                [a,b,c,d] = extremes(x, s)
                [e,f,g,h] = in_order(x, s)
                different += signs([a,b,c,d]) != signs([e,f,g,h])
                [a,b,c,d] = extremes(y, s)
                [e,f,g,h] = in_order(y, s)
                different += signs([a,b,c,d]) != signs([e,f,g,h])
                [a,b] = turned(y, s)
                [e,f] = turned_in_order(y, s)
                different += signs([a,b]) != signs([e,f])
            end
        end
    end
    print different
    x = zeros(301, 67)
    for i=0..300
        for j=0..66
            x[i,j] = mod(i*5+j*j,11) < 4 ? -0.0 : mod(i+j,7) == 0 ? -0.5 : 0.0
        end
    end
    [r,e,h] = places(x)
    [rr,ee,hh] = places_in_order(x)
    print sum((1./r != 1./rr)), " ", sum(1./e != 1./ee), " ", sum(1./h != 1./hh), " ", sum(1./r < 0) > 0, " ", sum(1./r > 0) > 0
    [a,b,c,d] = extremes([0.0,-0.0], -1)
    print 1/a, " ", 1/b, " ", c, " ", d
    [a,b,c,d] = extremes([-0.0,0.0], 1)
    print a, " ", b, " ", 1/c, " ", 1/d
end
% expect: 0
% expect: 0 0 0 1 1
% expect: inf -inf -1 -1
% expect: 1 1 -inf inf
