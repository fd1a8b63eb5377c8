% Fields of records that functions called in loops change: compiled loops do what steps do.
type counter : mutable class
    n : int
    total : scalar
    small : uint8
    at : vec3
    values : vec
end
type pair : class
    a : int
    b : int
end
type holder : mutable class
    inner : pair
    other : ^counter
end

function k = count(c : counter, step : int)
    c.n += step
    k = c.n
end
function [] = add(c : counter, x : scalar)
    c.total += x
    c.small += 100
    c.at[1] += 0.5
    c.values[mod(c.n, 4)] += x
end
function [] = twice(c : counter, n)
    c.n += 1
    c.n += n
end
function [] = of_its_own(p : pair)
    p.a += 1
end
function [] = inside(h : holder)
    h.inner.a += 1
    h.other.n += 2
end

c = counter(values := zeros(4))
t = 0
for i = 0..999
    t += count(c, i)
end
print t, " ", c.n
% expect: 166666500 499500

k = 0
while k < 20000 && c.n > 0
    add(c, 0.25)
    count(c, 1)
    k += 1
end
print c.n, " ", c.total, " ", c.small, " ", c.at, " ", c.values
% expect: 519500 5000 128 [0,10000,0] [1250,1250,1250,1250]

% The argument is the field as it was before the call.
for i = 1..10
    twice(c, c.n)
end
print c.n
% expect: 531969023

% A field keeps its type at each step.
c.n = 3
for i = 0..9
    c.n += 0.5
end
print c.n
% expect: 3
for i = 0..9
    c.at[2] += i
    c.at += [1,0,1]
end
print c.at
% expect: [10,10000,55]

% An instance of a plain class is the function's own.
p = pair(1, 2)
for i = 0..99
    of_its_own(p)
    p.b += p.a
end
print p.a, " ", p.b
% expect: 1 102

% Fields inside fields, and two names for one record.
h = holder(p, c)
c.n = 0
for i = 0..99
    inside(h)
end
print h.inner.a, " ", p.a, " ", c.n
% expect: 101 1 200
s = 0
for i = 0..99
    inside(h)
    s += c.n
end
print s, " ", c.n
% expect: 30100 400

% A heap that orders numbers.
type heap : mutable class
    keys : vec
    n : int
end
function [] = push(h : heap, key : scalar)
    i = h.n
    h.n += 1
    h.keys[i] = key
    while i > 0
        up = int((i-1)/2)
        if h.keys[up] <= h.keys[i]
            break
        end
        [h.keys[up], h.keys[i]] = [h.keys[i], h.keys[up]]
        i = up
    end
end
function key = pop(h : heap)
    key = h.keys[0]
    h.n -= 1
    h.keys[0] = h.keys[h.n]
    i = 0
    while 2*i + 1 < h.n
        down = 2*i + 1
        if down + 1 < h.n && h.keys[down+1] < h.keys[down]
            down += 1
        end
        if h.keys[i] <= h.keys[down]
            return
        end
        [h.keys[down], h.keys[i]] = [h.keys[i], h.keys[down]]
        i = down
    end
end
q = heap(zeros(6000), 0)
for i = 0..5999
    push(q, mod(i*7919, 6007))
end
before = -1
sorted = 0
while q.n > 0
    key = pop(q)
    sorted += key > before
    before = key
end
print sorted, " ", before
% expect: 6000 6006
