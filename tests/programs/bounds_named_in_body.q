% The bounds of a loop are those of before it, whatever its iterations give the names in them.
v = zeros(12)
n = 2
for m=0..n
    n = 9
    v[m] = n
end
print m, " ", n, " ", v
% expect: 2 9 [9,9,9,0,0,0,0,0,0,0,0,0]

k = 2
for m=0..k..9
    k = 1
    v[m] += 1
end
print m, " ", k, " ", v
% expect: 8 1 [10,9,10,0,1,0,1,0,1,0,0,0]

lo = 8
for m=lo..10
    lo = 1
    v[m] = lo
end
print m, " ", lo, " ", v
% expect: 10 1 [10,9,10,0,1,0,1,0,1,1,1,0]

% Those of an inner loop are read when it is reached.
n = 8
s = 0
for i=0..2
    for j=0..n
        s += 1
        n = 3
    end
end
print s, " ", j, " ", n
% expect: 17 3 3

% Near miss: what an iteration gives first is what its inner loop reads.
c = zeros(4)
n = 100
for i=0..3
    n = i
    for j=0..n
        c[i] += 1
    end
end
print c, " ", n
% expect: [1,2,3,4] 3

% No access is taken to be inside by what an iteration leaves.
w = zeros(3)
n = 100
try
    for m=0..n
        w[m] = 1
        n = 2
    end
catch e
    print e
end
% expect: index 3 is out of range: 'w' has 3 elements along dimension 0

% A field is such a name as well.
p = object()
p.n = 3
t = 0
for i=0..p.n
    p.n = 50
    t += 1
end
print t, " ", i, " ", p.n
% expect: 4 3 50
