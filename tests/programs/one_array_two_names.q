% Loops that reach one array by two names: judged as loops over one array, and what they leave is what the steps leave.
x = zeros(100)
for i=0..99
    x[i] = mod(i*37,101)/64-0.75
end
function s = compiled(a, b)
    for i=0..98
        a[i] = b[i+1]*2
    end
    s = 0
    for i=0..99
        a[i] = b[i] + i
        s += int(b[i]*64)
    end
    for i=1..99
        b[i] = a[i-1] + 1
    end
    for i=0..9
        a[0] += b[i]
    end
    for i=0..99
        a[i] = b[99-i]
    end
end
function s = stepped(a, b)
    {!interpreted for}
    for i=0..98
        a[i] = b[i+1]*2
    end
    s = 0
    {!interpreted for}
    for i=0..99
        a[i] = b[i] + i
        s += int(b[i]*64)
    end
    {!interpreted for}
    for i=1..99
        b[i] = a[i-1] + 1
    end
    {!interpreted for}
    for i=0..9
        a[0] += b[i]
    end
    {!interpreted for}
    for i=0..99
        a[i] = b[99-i]
    end
end
y = copy(x)
z = y
v = copy(x)
w = v
print compiled(y, z) == stepped(v, w)
% expect: 1
print max(abs(y-v)) == 0
% expect: 1
y = copy(x)
v = copy(x)
print compiled(y, copy(x)) == stepped(v, copy(x))
% expect: 1
n = copy(x)
same = n
for i=1..99
    same[i] = n[i-1] + 1
end
% loop 63: scan + same
print n[0..3]
% expect: [-0.75,0.25,1.25,2.25]
r = object()
r.a = 1.0
q = r
for i=0..9
    r.a += x[i]
    q.a *= 0.5
end
% loop 72: interpreted R904
m = object()
m.a = 1.0
for i=0..9
    r.a += x[i]
    m.a *= 0.5
end
% loop 79: reduction + r.a, * m.a
print m.a == 0.5^10
% expect: 1
% What brings a nest into its form takes two names for two arrays: an element is a variable while a loop sums it up, the
% best element beside its place, what the iteration before had is computed again. Where they are one, it is not.
function [] = compiled_nests(a, b, r)
    for i=0..99
        a[i] = 1
        for j=0..99
            a[i] += b[j]/64
        end
    end
    for i=0..9
        best = 0
        for j=0..99
            if a[j] < a[best]
                best = j
            end
            b[j] = mod(i*31+j*57,101)
        end
        r[i] = best
    end
    q = 0.5
    before = 0.25
    for i=0..99
        t = a[i]
        b[i] = a[i]/128 + before
        before = t
        q = q*q/2 + b[i]
    end
    r[0] += q
end
function [] = stepped_nests(a, b, r)
    {!interpreted for}
    for i=0..99
        a[i] = 1
        {!interpreted for}
        for j=0..99
            a[i] += b[j]/64
        end
    end
    {!interpreted for}
    for i=0..9
        best = 0
        {!interpreted for}
        for j=0..99
            if a[j] < a[best]
                best = j
            end
            b[j] = mod(i*31+j*57,101)
        end
        r[i] = best
    end
    q = 0.5
    before = 0.25
    {!interpreted for}
    for i=0..99
        t = a[i]
        b[i] = a[i]/128 + before
        before = t
        q = q*q/2 + b[i]
    end
    r[0] += q
end
function same : int = of_two(x, other)
    y = copy(x)
    v = copy(x)
    r = zeros(10)
    u = zeros(10)
    compiled_nests(y, other ? copy(x) : y, r)
    stepped_nests(v, other ? copy(x) : v, u)
    same = max(abs(y-v)) == 0 && max(abs(r-u)) == 0
end
for k=0..1
    print of_two(x, 0), of_two(x, 1)
end
% expect: 11
% expect: 11
