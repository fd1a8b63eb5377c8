% An instance of a plain class that a loop gives anew, s = update(s, v[i]), is compiled as its fields.
type stats : class
    mean : scalar
    spread : scalar
    n : int
end
function s : stats = update(s : stats, x : scalar)
    n = s.n + 1
    d = x - s.mean
    m = s.mean + 0.5*d
    s = stats(m, s.spread + d*(x - m), n)
end
v = mod(7*(0..99), 13)
s = stats(0.0, 0.0, 0)
for i = 0..numel(v)-1
    s = update(s, v[i])
end
print s.n, " ", floor(1000*s.mean), " ", floor(s.spread)
% expect: 100 5675 1073
type body : class
    at : vec2
    v : vec2
    hits : int
end
function b : body = moved(b : body, dt : scalar)
    b.at += dt*b.v
    if b.at[0] > 4
        b.v = [-b.v[0], b.v[1]]
        b.hits += 1
    end
end
b = body(at := [0.0, 1], v := [1.0, 0.5], hits := 0)
first = b
for k = 1..40
    if mod(k, 7) == 3
        continue
    end
    c = moved(b, 0.25)
    if c.hits > 1
        break
    end
    b = c
    b.at[1] -= 0.125
end
print b.at, b.v, b.hits, first.at, first.hits
% expect: [0,1][-1,0.5]1[0,1]0
type pair : class
    p : int
    q : int
end
a = pair(0, 1)
z = pair(5, 7)
for k = 1..20
    t = a
    a = z
    z = pair(t.q, mod(t.p + t.q + a.q, 1000))
    if k == 10
        a.p = 100
    end
end
print a.p, " ", a.q, " ", z.p, " ", z.q
% expect: 695 356 463 145
function x : pair = fib(n : int)
    x = pair(0, 1)
    for k = 1..n
        x = pair(x.q, x.p + x.q)
    end
end
print fib(40).p
% expect: 102334155
best = stats(-1.0, 0.0, 0)
for i = 0..99
    now = stats(v[i], i, i)
    best = now.mean > best.mean ? now : best
end
print best.mean, " ", best.n
% expect: 12 11

% What a function does with its parameter stays there; an instance of another class stays one.
type q : class
    v : scalar
end
type r : class
    w : scalar
end
function s = upd(s, i)
    s = q(s.v + i)
end
x = zeros(12)
for i = 0..11
    s = q(i)
    a1 = upd(s, i)
    a2 = upd(s, i)
    x[i] = s.v + 100*a1.v + 10000*a2.v
end
print x[0..2]
% expect: [0,20201,40402]
s = q(1.0)
a1 = s
for i = 0..11
    a1 = upd(s, i)
    s = upd(s, i)
end
print s.v, " ", a1.v
% expect: 67 67
type pos3 : class
    v : vec3
end
c = vec[pos3](2)
for i = 0..1
    c[i] = pos3([i,2,3])
end
x = zeros(2)
for i = 0..1
    a1 = q(i)
    f = s -> (s = q(s.v+1); s.v)
    w = c[i].v
    u = w
    u[0] = 50
    x[i] = f(a1) + 10*f(a1) + 100*a1.v + 1000*w[0]
end
print x
% expect: [11,1122]
