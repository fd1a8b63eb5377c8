% Fields and items that grow and shrink where they are, copies that must not, what the same statements do to values of classes.
type point : class
    xs : vec
    n : int
end
type node : mutable class
    name : string
    count : int
    left : ^node
    items : cell
    weights : vec
end
function [] = add(h, x)
    h.items = [h.items, x]
    h.row = [h.row, x]
end
function [] = drop(h)
    h.items = h.items[0..numel(h.items)-2]
    h.row = h.row[0..numel(h.row)-2]
end
h = object()
h.items = cell(0)
h.row = [10]
for k = 0..9
    add(h, k)
end
other = h.items          % another name for the cell, which stays as it is
row = h.row
add(h, 99)
drop(h)
drop(h)
print numel(other), " ", numel(h.items), " ", h.items[8], " ", numel(row), " ", h.row[9], " ", row[10]
% expect: 10 9 8 11 8 9
% buckets
table = cell(3)
for k = 0..2
    table[k] = cell(0)
end
first = table[0]
k = 0
while k < 12
    b = mod(k, 3)
    table[b] = [table[b], k*k]
    k += 1
end
print numel(first), " ", numel(table[0]), " ", table[1][3], " ", table[2][0]
% expect: 0 4 100 4
k = 0
while k < 3
    table[k] = table[k][0..1]
    k += 1
end
print numel(table[0]), " ", table[0][1], " ", table[2][1]
% expect: 2 9 25
% an item that is the cell itself
c = cell(1)
k = 0
while k < 2
    c = [c, c]
    k += 1
end
print numel(c)
% expect: 4
% instances of plain classes are values
function q = longer(p, x)
    q = p
    q.xs = [q.xs, x]
    q.n += 1
end
p = point(xs := [1.0], n := 1)
q = p
k = 0
while k < 3
    q = longer(q, k)
    k += 1
end
print numel(p.xs), " ", p.n, " ", numel(q.xs), " ", q.n
% expect: 1 1 4 4
% fields of classes keep their types
t = node(name := "a", count := 1)
t.weights = [0.5]
u = node(name := "b", count := 7)
k = 0
while k < 4
    t.count += 1.0
    t.count = k + 0.75
    t.items = [t.items, u]
    t.weights = [t.weights, k]
    t.left = k == 3 ? nullptr : u
    k += 1
end
print t.count, " ", type(t.count), " ", numel(t.items), " ", t.items[3].count, " ", t.weights, " ", type(t.weights), " ", t.left == nullptr
% expect: 3 int 4 7 [0.5,0,1,2,3] vec 1
% stacks that empty and fill again
s = cell(0)
depth = 0
most = 0
k = 0
while k < 200
    if mod(k*7, 5) < 3
        s = [s, k]
    elseif numel(s) > 1
        s = s[0..numel(s)-2]
    end
    most = max(most, numel(s))
    k += 1
end
print numel(s), " ", most, " ", s[0], " ", s[numel(s)-1]
% expect: 40 41 0 195
message = ""
try
    s = s[0..numel(s)]
catch e
    message = "outside"
end
print message, " ", numel(s)
% expect: outside 40
% the same field names at other places of the records
function r = wide()
    r = object()
    r.z = 1
    r.y = 2
    r.x = 3
end
function r = narrow()
    r = object()
    r.x = 30
    r.y = 20
end
total = 0
k = 0
while k < 6
    r = mod(k, 2) == 0 ? wide() : narrow()
    total += 100*r.x + r.y
    r.y = r.x
    total += r.y
    k += 1
end
print total
% expect: 10065
% texts in order, remainders and extremes of floats and ints
words = ["pear", "apple", "fig"]
least = words[0]
k = 1
while k < 3
    if words[k] < least
        least = words[k]
    end
    k += 1
end
a = mod(7, 2.5)
b = mod(-7.5, 2)
m = max(3, 2.5)
print least, " ", "b" >= "ab", " ", a, " ", b, " ", m, " ", type(m), " ", type(a)
% expect: apple 1 2 -1.5 3 scalar scalar
