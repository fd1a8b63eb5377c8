% Running values over many extents against the loop in order; everything here is exact.
function [] = check(n : int)
    m = max(n, 1)
    x = zeros(m)
    k = int(zeros(m))
    for i=0..n-1
        x[i] = (mod(i*7919 + 13, 1009) - 504)/64   % sums stay small and so exact
        k[i] = mod(i*31, 17) - 8
    end

    % inclusive, with the final value
    y = zeros(m)
    s = 2.5
    for i=0..n-1
        s += x[i]
        y[i] = s
    end
    % exclusive, integers, stored twice, a last value beside it
    z = int(zeros(m))
    z2 = int(zeros(m))
    c = 100
    double = 7
    for i=0..n-1
        z[i] = c
        double = 2*k[i]
        c += double
        z2[i] = c
    end
    % running maximum, conditional
    p = int(zeros(m))
    top = -5
    for i=0..n-1
        if mod(i, 3) != 1
            top = max(top, k[i])
        end
        p[i] = top
    end
    % an array by its own element before
    a = copy(x)
    for i=1..n-1
        a[i] = a[i-1] + x[i]
    end
    bytes = uint8(zeros(m))
    for i=1..n-1
        bytes[i] = bytes[i-1] + uint8(i)
    end

    [ss, sc, stop, sa, sdouble] = [2.5, 100, -5, 0.0, 7]
    wrong = 0
    worst = 0.0
    #pragma force_serial
    for i=0..n-1
        ss += x[i]
        worst = max(worst, abs(y[i] - ss))
        wrong += int(z[i] != sc)
        sdouble = 2*k[i]
        sc += sdouble
        wrong += int(z2[i] != sc)
        if mod(i, 3) != 1
            stop = max(stop, k[i])
        end
        wrong += int(p[i] != stop)
        sa += x[i]
        worst = max(worst, abs(a[i] - sa))
    end
    bytes2 = uint8(zeros(m))
    #pragma force_serial
    for i=1..n-1
        bytes2[i] = bytes2[i-1] + uint8(i)
        wrong += int(bytes[i] != bytes2[i])
    end
    assert(wrong == 0, "an integer scan differs")
    assert(c == sc && top == stop && double == sdouble, "a last value differs")
    assert(worst == 0, "a float scan differs")
    assert(n == 0 || s == y[n-1], "the value after the loop is the last one stored")
end

sizes = [0,1,2,7,8,9,31,32,33,255,256,257,2047,2048,2049,4095,4096,4097,8193,10007,100003,1500007]
for q = 0..numel(sizes)-1
    check(int(sizes[q]))
end

% The value before the loop is the running maximum's while nothing is larger; a NaN start stays in the compare form.
v = [3.0, 1.0, 5.0, 2.0]
r = zeros(4)
w = zeros(4)
t = 4.0
u = 0/0
for i=0..3
    t = max(t, v[i])
    r[i] = t
end
for i=0..3
    if v[i] > u
        u = v[i]
    end
    w[i] = u
end
print r, w
% expect: [4,4,5,5][nan,nan,nan,nan]
