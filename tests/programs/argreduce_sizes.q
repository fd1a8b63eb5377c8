% Arg-reductions over many extents against the loop in order: first and last of equals, NaN elements, companions that are
% expressions, a sum and a stored array beside them.
function [] = check(n : int)
    x = zeros(max(n,1))
    for i=0..n-1
        x[i] = mod(i*7919 + 13, 1009) - 500
    end
    if n > 40
        x[n-3] = 0/0
        x[5] = 0/0
    end
    y = zeros(max(n,1))
    [lo, at, extra, hi, last, total] = [1e9, -1, 0.5, -1e9, -1, 0]
    for i=0..n-1
        y[i] = 2*i
        if x[i] < lo
            lo = x[i]
            at = i
            extra = x[i]*2 + i
        end
        if x[i] >= hi
            hi = x[i]
            last = i
        end
        total += i
    end
    [slo, sat, sextra, shi, slast] = [1e9, -1, 0.5, -1e9, -1]
    #pragma force_serial
    for i=0..n-1
        if x[i] < slo
            slo = x[i]
            sat = i
            sextra = x[i]*2 + i
        end
        if x[i] >= shi
            shi = x[i]
            slast = i
        end
    end
    assert(lo == slo && at == sat && extra == sextra && hi == shi && last == slast, "a place differs")
    assert(total == n*(n-1)/2 && sum(y) == n*(n-1), "the sum beside it differs")
end

sizes = [0,1,2,3,31,32,33,255,256,257,2047,2048,2049,4095,4097,8191,8192,8193,10007,100003,1500007]
for k = 0..numel(sizes)-1
    check(int(sizes[k]))
end

% Equal elements everywhere: the first or the last iteration.
c = ones(100000)
[a, ia, b, ib, d, id] = [2.0, -1, 2.0, -1, 1.0, -7]
for i=0..99999
    if c[i] < a
        a = c[i]
        ia = i
    end
    if c[i] <= b
        b = c[i]
        ib = i
    end
    if c[i] < d
        d = c[i]
        id = i
    end
end
print [ia, ib, id]
% expect: [0,99999,-7]

% A NaN start stays, an infinite one is replaced under <= by the infinite element.
z = ones(70)
z[60] = inf
z[65] = inf
[s, is, t, it] = [0/0, -1, inf, -1]
w = -z
for i=0..69
    if w[i] < s
        s = w[i]
        is = i
    end
    if z[i]*inf <= t
        t = z[i]*inf
        it = i
    end
end
print is, " ", t, " ", it
% expect: -1 inf 69

% Two dimensions, under a condition, with integers; three companions.
im = int(zeros(317, 211))
for m=0..316
    for n=0..210
        im[m,n] = mod(m*m*31 + n*17, 4001)
    end
end
[best, bm, bn, bd] = [-1, -1, -1, 0]
for m=0..316
    for n=0..210
        if mod(m + n, 3) == 0
            if im[m,n] > best
                best = im[m,n]
                bm = m
                bn = n
                bd = m - n
            end
        end
    end
end
[best2, bm2, bn2] = [-1, -1, -1]
#pragma force_serial
for m=0..316
    for n=0..210
        if mod(m + n, 3) == 0 && im[m,n] > best2
            best2 = im[m,n]
            bm2 = m
            bn2 = n
        end
    end
end
assert(best == best2 && bm == bm2 && bn == bn2 && bd == bm - bn)

% Backwards, with a step, through a local value.
[u, iu] = [inf, -1]
for i=9999..-3..0
    v = abs(i - 4000.5)
    if v < u
        u = v
        iu = i
    end
end
print u, " ", iu
% expect: 1.5 4002
