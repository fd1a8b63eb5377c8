% An instance of a mutable class goes by a name of its own and is an item of a cell: what a loop changes by one of them it reads
% by the other.
type pt : mutable class
    x : scalar
    n : int
end
function s = by_name(q, c)
    s = 0
    for i=0..1
        q.n += 10
        s += c[i].n
    end
end
function s = of_field(o, c)
    s = 0
    for i=0..1
        o.p.n += 1
        o.p.x = i
        s += c[i].n + c[i].x
    end
end
function c : vec[pt] = three()
    c = {pt(1,2), pt(2,3), pt(3,4)}
end
c = three()
% The same code for records that are apart and for one of the items.
print by_name(pt(0,0), c), " ", by_name(c[1], c), " ", by_name(c[2], c), " ", by_name(c[0], c)
print c[0].n, " ", c[1].n, " ", c[2].n
o = object()
o.p = pt(5,5)
print of_field(o, c)
o.p = c[1]
print of_field(o, c), " ", c[1].n, " ", c[1].x
d : vec[pt]
d = {c[2], c[0]}
print by_name(c[0], d), " ", by_name(d[0], c), " ", c[2].n
% expect: 5 25 25 35
% expect: 22 23 24
% expect: 48
% expect: 49 25 1
% expect: 66 67 44
