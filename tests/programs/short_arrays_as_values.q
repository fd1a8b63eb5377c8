% Short arrays that a loop only treats as values are variables of it, of whatever length they are when it is reached.
x = zeros(40,60)
for m=0..39
    for n=0..59
        x[m,n] = mod(m*37+n*91, 101)/8 - (m == 17 && n == 23 ? 30 : 0)
    end
end
best = inf
at = [0,0]
first = at
for m=0..39
    for n=0..59
        if x[m,n] < best
            best = x[m,n]
            at = [m,n]
        end
    end
end
print at, x[at] == best, first, type(at)
% expect: [17,23]1[0,0]vec[int]
% Ints that become floats in the loop; the tree's value.
s = [0,0,0]
t = s
for m=0..39
    for n=0..59
        s = s + [m, x[m,n], 1]
    end
end
r = [0,0,0]
for m=0..39
    for n=0..59
        r += [m, 0, 1]
    end
end
print s[0] == r[0], s[2], t, type(s)
% expect: 12400[0,0,0]vec
total = 0.0
for m=0..39
    for n=0..59
        total += x[m,n]
    end
end
print s[1] == total
% expect: 1
% Read as a whole: a mean colour that is taken away.
img = reshape(mod((0..5*7*3-1)*29, 64)/16, [5,7,3])
mu = [1.5,2,0.25]
out = zeros(5,7,3)
for m=0..4
    for n=0..6
        d = img[m,n,0..2] - mu
        out[m,n,0..2] = d*dotprod(d, d)
    end
end
worst = 0.0
{!interpreted for}
for m=0..4
    for n=0..6
        d = img[m,n,0..2] - mu
        worst = max(worst, max(abs(out[m,n,0..2] - d*dotprod(d, d))))
    end
end
print worst
% expect: 0
% Another length in the same place; and lengths that change, which are stepped.
function y = last_of(v : vec, n : int)
    y = v
    for k=1..n
        y = y*0.5 + v
    end
end
print last_of([1,2], 3), last_of([1,2,4], 2), last_of(0..19, 1)[19]
% expect: [1.875,3.75][1.75,3.5,7]28.5
list = [1,2]
for k=0..3
    list = [list, k]
end
print list
% expect: [1,2,0,1,2,3]
% A second name and writes to elements keep the meaning of references.
a = [1,2]
for k=1..3
    b = a
    b[0] += k
    a = a*1
end
print a, b
% expect: [7,2][7,2]
c = [1,2]
keep = c
for k=1..3
    c[0] = c[0] + k
    z = c*2
end
print c, keep, z
% expect: [7,2][7,2][14,4]
function [] = twice(v : vec)
    v[0] *= 2
end
e = [1.0,2.0]
for k=1..3
    twice(e)
    e = e + 1
end
print e
% expect: [15,5]
M = [[1,1],[1,0]]
P = eye(2)
for k=1..10
    P = P*M
end
print P
% expect: [89,55]
% expect: [55,34]
