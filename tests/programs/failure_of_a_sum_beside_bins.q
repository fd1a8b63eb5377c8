% A sum beside bins is a kernel of its own: its failures count like those of the bins, and the lowest iteration is told.
function f1 = f(e : vec, g : vec[int], r : vec, N : int, L : int)
    f1 = 1.0
    for i=0..N-1
        e[g[i]] = max(e[g[i]], 1.0)
        f1 = f1 + 0.7 - r[2*i+L-8]
    end
end
function n = count(h : vec[int], g : vec[int], r : vec[int])
    n = 0
    for i=0..9
        h[g[i]] += 1
        n += r[i]
    end
end
try
    print f(zeros(38), ivec(38), zeros(38), 5, 38)
catch e
    print e
end
% expect: index 38 is out of range: 'r' has 38 elements along dimension 0
g = ivec(10)
g[7] = 20
try
    print count(ivec(10), g, ivec(7))
catch e
    print e
end
% expect: index 20 is out of range: 'h' has 10 elements along dimension 0
print count(ivec(10), g, ivec(6))
% error Q0401 at 13:16
