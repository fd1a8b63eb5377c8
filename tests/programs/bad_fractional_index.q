% An index in host code is whole, in compiled loops as well.
function s = at(x, step)
    s = 0
    for i = 0..9
        s += x[i*step]
    end
end
function [] = put(x, step)
    for i = 0..9
        x[i*step, 0] = i
    end
end
function [] = try_it(f)
    try
        f()
    catch e
        print e
    end
end
x = 0..9
print at(x, 1.0), " ", at(x, 0.0), " ", x[floor(2.7)], " ", x[4/2]
% expect: 45 0 2 2
try_it(() -> print(at(x, 0.5)))
% expect: an index of 'x' is not whole
try_it(() -> put(zeros(10,2), 0.3))
% expect: an index of 'x' is not whole
y : vec'circular = x
try
    s = 0
    for i = 0..9
        s += y[i*1.5]
    end
catch e
    print e
end
% expect: an index of 'y' is not whole
% Counts of measured values that are whole.
v = floor(linspace(0, 3.99, 100))
h = zeros(4)
for i = 0..99
    h[v[i]] += 1
end
print h
% expect: [25,25,25,25]
s = 0
try
    for i = 0..3
        s += [1,2,3,4][i*0.5]
    end
catch e
    print e
end
% expect: an index of 'the array' is not whole
% Elements of complex matrices by one index, and numbers that no array has a place for.
function s = picked(m, places)
    s = 0j
    for i = 0..numel(places)-1
        s += m[places[i]]
    end
end
m = [[1,2],[3,4]] + 1j
print picked(m, [0.0,3]), " ", picked(real(m), [0.0,3])
% expect: 5+2i 5+0i
for bad = [0.5, 2.5, 7]
    try_it(() -> print(picked(m, [0,bad])))
    try_it(() -> print(picked(real(m), [0,bad])))
end
% expect: an index of 'm' is not whole
% expect: an index of 'm' is not whole
% expect: an index of 'm' is not whole
% expect: an index of 'm' is not whole
% expect: index 7 is out of range: 'm' has 4 elements along dimension 0
% expect: index 7 is out of range: 'm' has 4 elements along dimension 0
for far = [-1e30, -2^62, 2^62, 1e30]
    try
        print picked(m, [0,far])
    catch e
        print "no place"
    end
end
% expect: no place
% expect: no place
% expect: no place
% expect: no place
try_it(() -> print(picked(real(m), [0,-1e30])))
% expect: index -9223372036854775808 is out of range: 'm' has 4 elements along dimension 0
function s = between(x, lo, hi)
    s = zeros(2)
    for i = 0..1
        s[i] = sum(x[lo[i]..hi[i]])
    end
end
function s = between_stepped(x, lo, hi)
    s = zeros(2)
    {!interpreted for}
    for i = 0..1
        s[i] = sum(x[lo[i]..hi[i]])
    end
end
% Ranges of indices begin at whole numbers, if they have any, and end before a fraction.
for f = [between, between_stepped]
    print f(x, [1.0,4.5], [3.5,4.25]), " ", f(x, [1.0,nan], [2.0,3]), " ", f(x, [7.5,2], [7.0,nan])
    try_it(() -> print(f(x, [1.0,0.5], [3.0,3])))
    try_it(() -> print(f(x, [1.0,1+2^-20], [3.0,3])))
end
% expect: [6,0] [3,0] [0,0]
% expect: the ends of a range of indices are not whole
% expect: the ends of a range of indices are not whole
% expect: [6,0] [3,0] [0,0]
% expect: the ends of a range of indices are not whole
% expect: the ends of a range of indices are not whole
k = 1.5
print x[k]
% error Q0301
