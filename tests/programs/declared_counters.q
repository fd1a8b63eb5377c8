% What a loop counts in a float, or sets to a whole number, is a float behind the loop too; a declared type is kept.
function [a, b, c, d] = counted(n)
    a : half = 2048
    b : float = 7
    c = 7.0
    d : bool = true
    for i=0..n-1
        a += 1
        b += 1
        c -= 3
        d += 1
    end
end
function v = set(x)
    v = 8.0
    for i=0..numel(x)-1
        if x[i] > 2
            v = 3
        end
    end
end
% a place, and used behind the loop; of the loop alone
function [p, y] = placed(x, from)
    p = from/2
    y = zeros(9)
    for i=0..numel(x)-1
        if x[i] > 2
            y[p] = x[i]
            p += 1
        end
    end
end
% a declared type is that of the variable however the loop changes it
function [v, w, d] = declared(x : vec, n)
    v : float = 2.0
    w : float = 0.5
    d : bool = false
    third : double = 1.0
    third /= 3
    for i=0..n-1
        v += third
        w = max(w, third*i)
        d = x[i]
    end
end
[a, b, c, d] = counted(9)
print a, " ", b, " ", c, " ", d, " ", type(a), " ", type(b), " ", type(c), " ", type(d)
print set([1,2,3,4]), " ", type(set([1,2]))
[p, y] = placed([1,2,3,4], 4)
print p, " ", type(p), " ", y
b : double = 7
for i=0..8
    b += 1
end
print b, " ", type(b)
[v, w, d] = declared([4.0,0,3,2], 4)
print v, " ", w, " ", d, " ", type(v), " ", type(w), " ", type(d)
% expect: 2048 16 -20 1 scalar scalar scalar bool
% expect: 3 scalar
% expect: 4 scalar [0,0,3,4,0,0,0,0,0]
% expect: 16 double
% expect: 3.333333 1 1 scalar scalar bool
