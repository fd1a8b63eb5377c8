% Loops that overwrite what later iterations would not read, from a copy; conditions decided when a loop is reached.
function y : vec = ramp(n : int)
    y = zeros(n)
    for i=0..n-1
        y[i] = mod(i*37, 101)/64 - 0.75
    end
end

function [] = check(a : vec, b : vec, what : string)
    worst = 0.0
    for i=0..numel(a)-1
        worst = max(worst, abs(a[i] - b[i]))
    end
    assert(worst == 0, what)
end

function [] = shift(n : int)
    a = ramp(n)
    b = ramp(n)
    for i=0..n-2
        a[i] = a[i+1]*2
    end
    {!interpreted for}
    for i=0..n-2
        b[i] = b[i+1]*2
    end
    check(a, b, "a shift to the left")
    for i=n-1..-1..1
        a[i] = a[i-1] + 1
    end
    {!interpreted for}
    for i=n-1..-1..1
        b[i] = b[i-1] + 1
    end
    check(a, b, "a shift to the right")
    total = 0.0
    expected = 0.0
    for i=0..n-2
        a[i] *= 0.5
        total += a[i+1]
    end
    {!interpreted for}
    for i=0..n-2
        b[i] *= 0.5
        expected += b[i+1]
    end
    check(a, b, "an update beside a read of the next element")
    assert(abs(total - expected) <= 0.001*n, "a sum of elements that are overwritten")
end

% The offset decides what the loop is; every offset has the values of the loop in order.
function [] = offset(n : int, k : int)
    a = ramp(n)
    b = ramp(n)
    lo = max(0, -k)
    hi = min(n, n-k) - 1
    for i=lo..hi
        a[i] = a[i+k] + 1
    end
    {!interpreted for}
    for i=lo..hi
        b[i] = b[i+k] + 1
    end
    check(a, b, "an offset")
end

function [] = stride(n : int, inc : int)
    a = ramp(n)
    b = ramp(n)
    for i=0..9
        a[i*inc] += 0.5
    end
    {!interpreted for}
    for i=0..9
        b[i*inc] += 0.5
    end
    check(a, b, "a stride")
end

function [] = corners(p : int, q : int)
    A = zeros(4,4)
    x = ramp(1000)
    for i=0..999
        A[p,q] += x[i]
        A[0,0] += 1
    end
    s = 0.0
    {!interpreted for}
    for i=0..999
        s += x[i]
    end
    if p == 0 && q == 0
        assert(abs(A[0,0] - s - 1000) < 0.01, "two names for one element")
    else
        assert(A[0,0] == 1000, "the first element")
        assert(abs(A[p,q] - s) < 0.01, "the second element")
    end
end

for n=2..3..5
    shift(n)
end
shift(1000)
shift(10007)
for k=-3..3
    offset(500, k)
end
offset(500, 499)
offset(500, -499)
for inc=0..3
    stride(100, inc)
end
corners(1, 2)
corners(0, 0)
corners(0, 3)
for i=0..9
    for j=0..11
        if i > 5 && j < 4
            row = i
            column = j
        end
    end
end
assert(row == 9 && column == 3, "the last match of two loops")
print "done"
% expect: done
