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
k = 1.5
print x[k]
% error Q0301
