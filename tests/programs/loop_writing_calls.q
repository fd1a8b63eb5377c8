% Calls that change fields or elements inside expressions, as those of a generator of random numbers: made where the expression stands, from
% left to right, and what is read before them is read before them. Compiled loops do what steps do.
type gen : mutable class
    s : int
    k : scalar
end
function y = next(g : gen)
    g.s = and(g.s*1103515245 + 12345, 2147483647)
    y = g.s
end
function y = uniform(g : gen)
    y = shr(next(g), 7) / 16777216.0
end
function y = counted(g : gen)
    g.k += 1
    y = 2*uniform(g) + g.k
end
function y = first_doubled(v)
    v[0] *= 2
    y = 1
end

function [n, s, x] = compiled(g : gen, v)
    n = 0
    s = 0.0
    x = zeros(50)
    for i = 0..49
        r = 2*uniform(g) - 1
        if uniform(g) < 0.5
            r += uniform(g)*uniform(g)
        elseif uniform(g)*uniform(g) < 0.3
            r = -r
        end
        x[i] = g.k + r*uniform(g) - 0.5*x[max(i-1,0)] + counted(g) + g.k - counted(g)
        s += uniform(g)*x[i] + g.s*1e-12
        n += int(10*uniform(g)) + mod(next(g), 7)
        while uniform(g)*2 < 0.7
            n += 100
        end
        x[mod(g.s, 50)] = uniform(g) - g.k
        v[1] = v[0] + min(first_doubled(v) + 0, v[0]) - v[0]/2
        v[0] = mod(v[0], 1000)
    end
end
function [n, s, x] = stepped(g : gen, v)
    n = 0
    s = 0.0
    x = zeros(50)
    {!interpreted for}
    for i = 0..49
        r = 2*uniform(g) - 1
        if uniform(g) < 0.5
            r += uniform(g)*uniform(g)
        elseif uniform(g)*uniform(g) < 0.3
            r = -r
        end
        x[i] = g.k + r*uniform(g) - 0.5*x[max(i-1,0)] + counted(g) + g.k - counted(g)
        s += uniform(g)*x[i] + g.s*1e-12
        n += int(10*uniform(g)) + mod(next(g), 7)
        while uniform(g)*2 < 0.7
            n += 100
        end
        x[mod(g.s, 50)] = uniform(g) - g.k
        v[1] = v[0] + min(first_doubled(v) + 0, v[0]) - v[0]/2
        v[0] = mod(v[0], 1000)
    end
end
a = gen(s := 1)
b = gen(s := 1)
v = [3.0, 0.0]
w = [3.0, 0.0]
[n, s, x] = compiled(a, v)
[m, t, y] = stepped(b, w)
print n == m, " ", s == t, " ", all(x == y), " ", a.s == b.s, " ", a.k, " ", all(v == w)
% loop 27: serial R005
% loop 50: interpreted R018
% expect: 1 1 1 1 100 1

% What might not run is called when it does.
g = gen(s := 1)
c = 0
for i = 0..9
    if i > 4 && uniform(g) < 0.5
        c += 1
    end
end
print c, " ", g.s
% loop 82: serial R005
% expect: 2 2035015474

% In kernels as well.
function y = __device__ put(x : vec, i : int)
    x[i] = 2*i
    y = i
end
function y = __device__ drawn(s)
    s[0] = mod(s[0]*16807, 2147483647)
    y = s[0]
end
function [] = __kernel__ numbers(x : vec, y : vec, pos : int)
    s = [pos+1, 0]
    y[pos] = 1 + put(x, pos) + x[pos] - mod(drawn(s), 7)*(s[0] > 1000 ? 1 : 2) - mod(drawn(s), 5)
    while mod(drawn(s), 4) != 0
        y[pos] += 100
    end
end
x = zeros(40)
y = zeros(40)
parallel_do(40, x, y, numbers)
print sum(x), " ", sum(y)
% expect: 1560 12201
