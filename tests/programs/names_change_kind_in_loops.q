% What a loop computes is what its steps compute, also where a name is an int, a float or a truth value in turn. Each
% function stands here twice, once stepped; `same` compares.
function [] = same(a, b)
    for k=0..numel(a)-1
        if numel(a[k]) != numel(b[k])
            print "other extents: ", k
        elseif any(a[k] != b[k])
            print "loop ", k, ": ", a[k], " stepped ", b[k]
        end
    end
end

% An int until a statement gives it a float: two variables, so that the int is not rounded.
function [] = straight(a, x, z, w)
    for i=0..numel(a)-1
        y = a[i]
        z[i] = mod(y, 1000)
        y = y/2.0
        w[i] = y
    end
end
function [] = straight_stepped(a, x, z, w)
    {!interpreted for}
    for i=0..numel(a)-1
        y = a[i]
        z[i] = mod(y, 1000)
        y = y/2.0
        w[i] = y
    end
end
% Where a condition decides, a float as long as the ints fit; otherwise the loop is stepped.
function [] = either(a, x, z, w)
    for i=0..numel(a)-1
        y = a[i]
        if x[i] > 0
            y = x[i]/2
        end
        z[i] = y
        v = x[i] > 1 ? 0.5 : a[i]
        w[i] = v
    end
end
function [] = either_stepped(a, x, z, w)
    {!interpreted for}
    for i=0..numel(a)-1
        y = a[i]
        if x[i] > 0
            y = x[i]/2
        end
        z[i] = y
        v = x[i] > 1 ? 0.5 : a[i]
        w[i] = v
    end
end
a = int([123456789, 3, 20000001, 7])
x = [1, -2, 3, 0]
z = int(zeros(4)); w = int(zeros(4)); p = int(zeros(4)); q = int(zeros(4))
for b = {a, int([1, 2, 3, 4])}
    straight(b, x, z, w)
    straight_stepped(b, x, p, q)
    same({z, w}, {p, q})
    either(b, x, z, w)
    print z, w
    either_stepped(b, x, p, q)
    same({z, w}, {p, q})
end
% expect: [0,3,1,7][123456789,3,0,7]
% expect: [0,2,1,4][1,2,0,4]

% Extremes of ints that start at a float, and the place of one.
function m = greatest(a, m)
    for i=0..numel(a)-1
        if a[i] > m
            m = a[i]
        end
    end
end
print greatest(a, 0.0), " ", greatest(a, 0.5), " ", greatest(int([5, 6]), 5.5), " ", greatest(a, 123456789)
% expect: 123456789 123456789 6 123456789

% An int that was there before the loop, which may leave it.
function s = from(s, x)
    for i=0..numel(x)-1
        if x[i] > 5
            s += 0.5
        end
    end
end
print from(123456789, x), " ", from(123456789, [6, 7]), " ", from(3, [6, 7])
% expect: 123456789 123456792 4

% A truth value where others are ints: `not` of it is another one.
function r = truth(x, q)
    for i=0..numel(x)-1
        r = 5
        if x[i] > 0
            r = x[i] > 2
        end
        q[i] = not(r)
        t = x[i] > 0 ? x[i] > 2 : 7
        q[i] += 10*not(t)
        u = 1
        u = x[i] > 0
        q[i] += 100*not(u)
    end
end
q = zeros(4)
r = truth(x, q)
print q, not(r)
% expect: [11,14,0,14]-6

% An int wraps to few bits, and a float saturates.
function [] = stored(x, n, w)
    for i=0..numel(x)-1
        v = n
        if x[i] > 0
            v = 300.5
        end
        w[i] = v
    end
end
w = uint8(zeros(4))
stored(x, 300, w)
print w
% expect: [255,44,255,44]

% A break between the two kinds: what stands behind the loop reads either.
n = zeros(3); m = zeros(3)
for i=0..2
    for j=0..3
        p = [1, 2]
        y = 16777217
        if j > i
            break
        end
        p = [1, 2, 3]
        y = y + 0.5
    end
    n[i] = numel(p)
    m[i] = mod(y, 10)
end
print n, m
% expect: [2,2,2][7,7,7]

% The last one is what the name is afterwards.
function r = last()
    for k=0..0
        r = 1 > 2
        r += -3
    end
end
print last(), " ", type(last())
% expect: -3 int
