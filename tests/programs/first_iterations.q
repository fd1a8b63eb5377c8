% Loops whose first iterations are others, over more iterations than a block takes; ints that become floats, within 32
% bits and beyond; places that are counted through the rows of a matrix; sums over places that an array gives.
function y : vec = ramp(n : int)
    y = zeros(n)
    for i=0..n-1
        y[i] = mod(i*37, 101)/64 - 0.75
    end
end

% expect: asked 0 -0.171875 0.078125
function [] = asked(x : vec, from : int, step : int)
    n = numel(x)
    y = zeros(n)
    z = zeros(n)
    t = 0.0
    for i=from..step..n-1
        if i == from
            y[i] = 5
        elseif i == from + 2*step
            y[i] = 7
        elseif i == from + 70*step
            y[i] = 9
        else
            y[i] = x[i-step] + x[i]
        end
        t = x[i]
    end
    {!interpreted for}
    for i=from..step..n-1
        if i == from
            z[i] = 5
        elseif i == from + 2*step
            z[i] = 7
        elseif i == from + 70*step
            z[i] = 9
        else
            z[i] = x[i-step] + x[i]
        end
    end
    print "asked ", max(abs(y-z)), " ", t, " ", y[n-1]
end

% expect: rows 0
function [] = rows(n : int)
    y = zeros(4, n)
    z = zeros(4, n)
    x = ramp(n)
    for m=0..3
        t = 0.5
        for i=n-1..-1..0
            if i == n-1
                y[m,i] = t
            else
                y[m,i] = x[i+1]*m
            end
        end
    end
    {!interpreted for}
    for m=0..3
        t = 0.5
        {!interpreted for}
        for i=n-1..-1..0
            if i == n-1
                z[m,i] = t
            else
                z[m,i] = x[i+1]*m
            end
        end
    end
    print "rows ", max(abs(y-z))
end

% expect: three 0 -0.171875
function [] = three(x : vec)
    n = numel(x)
    y = zeros(n)
    z = zeros(n)
    k = n-1
    l = n-2
    for i=0..n-1
        y[i] = (x[i] + x[k] + x[l])*0.333
        l = k
        k = i
    end
    k = n-1
    l = n-2
    {!interpreted for}
    for i=0..n-1
        z[i] = (x[i] + x[k] + x[l])*0.333
        l = k
        k = i
    end
    print "three ", max(abs(y-z)), " ", x[k]
end

% expect: ints 0
% expect: ints 0
% expect: ints 0
% expect: ints 0
function [] = ints(n : int, from : int)
    y = zeros(n)
    z = zeros(n)
    for i=0..n-1
        y[i] = (i + from)*0.5
    end
    {!interpreted for}
    for i=0..n-1
        z[i] = (i + from)*0.5
    end
    print "ints ", max(abs(y-z))
end

% expect: counted 0 4800
function [] = counted(m : int, n : int)
    a = zeros(m, n)
    for i=0..m-1
        for j=0..n-1
            a[i,j] = mod(i*37 + j*11, 101)/64
        end
    end
    y = zeros(m*n)
    z = zeros(m*n)
    k = -1
    for i=0..m-1
        for j=0..n-1
            k += 1
            y[k] = a[i,j]*2
        end
    end
    l = -1
    {!interpreted for}
    for i=0..m-1
        {!interpreted for}
        for j=0..n-1
            l += 1
            z[l] = a[i,j]*2
        end
    end
    print "counted ", max(abs(y-z)), " ", k+1
end

% expect: gathered 1
function [] = gathered(x : vec)
    n = numel(x)
    place = vec[int32](n)
    y = zeros(n)
    for i=0..n-1
        place[i] = mod(i*4099, n)
        y[i] = x[mod(i*4099, n)]
    end
    s = 0.0
    t = 0.0
    for i=0..n-1
        s += x[i]*x[place[i]]
    end
    for i=0..n-1
        t += x[i]*y[i]
    end
    print "gathered ", s == t
end

x = ramp(20000)
asked(x, 3, 2)
rows(5000)
three(x)
ints(9000, 7)
ints(9000, 2147483000)
ints(9000, -2147483650)
ints(9000, 1099511627776)
counted(60, 80)
gathered(x)
