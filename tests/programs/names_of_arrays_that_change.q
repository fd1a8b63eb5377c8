% `a = x` makes a another name of x. Where a condition or an iteration decides which array it is, loops are stepped and kernels refused.
x = 1..5
y = 11..15

function r = under_condition(x, y, p)
    a = x
    if p > 2
        a = y
    end
    r = a[p]
end
z = zeros(5)
for i = 0..4
    z[i] = under_condition(x, y, i)
end
print z
% expect: [1,2,3,14,15]

function r = in_iterations(x, y, p)
    a = x
    r = 0
    for k = 0..2
        r += a[p]
        a = y
    end
end
for i = 0..4
    z[i] = in_iterations(x, y, i)
end
print z
% expect: [23,26,29,32,35]

function r = goes_on(x, y, p)
    a = x
    r = 0
    for k = 0..3
        if mod(k, 2) == p
            a = y
            continue
        end
        r += a[p]
    end
end
for i = 0..4
    z[i] = goes_on(x, y, i)
end
print z
% expect: [22,14,12,16,20]

function r = exchanged(x, y, p)
    a = x
    b = y
    r = 0
    k = 0
    while k < 3
        r += a[p]*(k + 1)
        t = a
        a = b
        b = t
        k += 1
    end
end
for i = 0..4
    z[i] = exchanged(x, y, i)
end
print z
% expect: [26,32,38,44,50]

function r = chosen(x, y, p)
    if p > 2
        r = x
    else
        r = y
    end
end
for i = 0..4
    c = chosen(x, y, i)
    z[i] = c[i]
end
print z
% expect: [11,12,13,4,5]

function r = early(x, y, p)
    r = x
    if p > 2
        r = y
        return
    end
    p = p + 1
end
for i = 0..4
    c = early(x, y, i)
    z[i] = c[i]
end
print z
% expect: [1,2,3,14,15]

% Not these.
function r = in_its_arm(x, y, p)
    if p > 2
        a = x
        r = a[p]
    else
        a = y
        r = a[p]
    end
    a = x
    r += a[0]
end
function r = returned(x, y, p)
    a = x
    if p > 2
        a = y
        r = a[p]
        return
    end
    r = a[p]
end
function [] = __kernel__ known(x : vec[int], y : vec[int], z : vec, pos : int)
    z[pos] = in_its_arm(x, y, pos) + 100*returned(x, y, pos)
    a = x
    for k = 0..1
        z[pos] += a[pos]
    end
    a = y
    for k = 0..1
        b = a
        z[pos] += b[pos]
        b = x
    end
    match pos with
    | 0 -> a = x; z[pos] += a[0]
    | _ -> a = x; z[pos] -= a[0]
    end
    if pos == 4
        a = y
        z[pos] += a[0]
        return
    end
    a = x
    z[pos] += 10000*a[pos]
end
parallel_do(5, x, y, z, known)
print z
% expect: [10137,20240,30345,41440,1556]
for i = 0..4
    z[i] = in_its_arm(x, y, i) + 100*returned(x, y, i)
end
print z
% expect: [112,213,314,1405,1506]

% The same name of two boundary modes, and names of names.
function [] = __kernel__ modes(x : vec[int], z : vec, pos : int)
    a : vec[int]'clamped = x
    b = a
    c = b
    z[pos] = c[pos - 1]*10 + x[pos - 1]
end
parallel_do(5, x, z, modes)
print z
% expect: [10,11,22,33,44]

type plane : mutable class
    data : vec
    gain : scalar
end
function [] = __kernel__ record(p : plane, y : vec, pos : int)
    q = p
    r = q
    r.data[pos] = 5 + pos
    y[pos] = p.data[pos]*q.gain
end
p = plane(data:=zeros(4), gain:=2)
y = zeros(4)
parallel_do(4, p, y, record)
print y, p.data
% expect: [10,12,14,16][5,6,7,8]
