% Loops over the items of arrays, cells and texts: for x = v. The nests are judged as those over places.
v = [1.5,2.5,4]
s = 0.0
for x = v
    s += x
end
print s
% expect: 8
% loop 4: reduction + s
for w = strsplit("a b c", " ")
    printf("%s-", w)
end
print ""
% expect: a-b-c-
for x = v
    v = [v, x]
end
print v
% expect: [1.5,2.5,4,1.5,2.5,4]
m = [[1,2],[3,4]]
t = 0
for x = m
    for y = v
        t += x*y
    end
end
print t
% expect: 160
for e = `1, "two", [3,3]'
    print e
end
% expect: 1
% expect: two
% expect: [3,3]
function [] = __kernel__ weigh(y : vec, pos : int)
    s = 0.0
    for w = [1,2,4]
        s += w*pos
    end
    y[pos] = s
end
y = zeros(4)
parallel_do(4, y, weigh)
print y
% expect: [0,7,14,21]
{!parallel for}
for q = (0..9)*2
    t += q
end
print t
% expect: 250
for z = []
    print "never"
end
% Cells are continued as rows are, from [] on.
names = []
names = [names, "a"]
names = [names, "b"]
names = [names, 5]
print numel(names), names
% expect: 3`"a", "b", 5'
% Fixed matrices by their short names.
function y : mat2x2 = turn(x : mat2x2)
    y = [[x[0,1],x[0,0]],[x[1,1],x[1,0]]]
end
B : cube2x3x2 = zeros(2,3,2)
print turn([[1,2],[3,4]]), size(B)
% expect: [2,1]
% expect: [4,3][2,3,2]
% Fields by a text.
o = object()
o["a"] = 1
o["b c"] = [1,2]
o["a"] += 4
for f = fieldnames(o)
    print f, " ", o[f], isfield(o, f)
end
% expect: a 51
% expect: b c [1,2]1
reduction (x : scalar) -> abs(x) = x where x >= 0
% warning Q0107
print("abs ", abs(-2))
% expect: abs 2
% Positions and indices.
c = rand(4,5)
[best, k] = max(c)
print c[ind2pos(size(c), k)] == best, pos2ind([3,4,5], ind2pos([3,4,5], 59))
% expect: 159
% A cell that only its variable holds grows in place; a second name keeps what it had.
c = []
for k=0..3000
    c = [c, "x"]
end
kept = c
c = [c, 1, c]
print numel(c), " ", numel(kept)
% expect: 6003 3001
