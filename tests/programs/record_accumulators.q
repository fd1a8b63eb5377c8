% Fields of records as accumulators: sums, counts, minima, running values; near misses where the record is used otherwise.
x = zeros(1000)
for i=0..999
    x[i] = mod(i*37, 101)/64 - 0.75
end

% expect: 31.40625 515 0.8125 -0.75 42
acc = object()
acc.sum = 0.0
acc.count = 0
acc.high = -inf
acc.low = inf
acc.kept = 42
% loop 16: reduction + acc.sum, + acc.count, max acc.high, min acc.low
#pragma force_parallel
for i=0..999
    acc.sum += x[i]
    if x[i] > 0
        acc.count += 1
    end
    acc.high = max(acc.high, x[i])
    if x[i] < acc.low
        acc.low = x[i]
    end
end
print acc.sum, " ", acc.count, " ", acc.high, " ", acc.low, " ", acc.kept

% expect: 3 1000 7
type stats : mutable class
    total : scalar
    hits : int
end
s = stats()
s.total = 3
s.hits = 0
t = object()
t.inner = object()
t.inner.last = 0
for i=0..999
    s.hits += 1
end
for i=0..7
    t.inner.last = i
end
print s.total, " ", s.hits, " ", t.inner.last

% Two names for one record; a function that is handed the record.
% expect: 20 20
a = object()
a.n = 0
b = a
for i=0..9
    a.n += 1
    b.n += 1
end
print a.n, " ", b.n

function y = peek(r)
    y = r.n
end
% expect: 45 10
c = object()
c.n = 0
u = 0
for i=0..9
    u += peek(c)
    c.n += 1
end
print u, " ", c.n

% A field that does not exist before the loop.
% expect: 9
d = object()
for i=0..9
    d.last = i
end
print d.last
