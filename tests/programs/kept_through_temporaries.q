% What is kept beside an extreme may be computed in steps.
function d = nearer(a, b)
    d = a > b ? a : b - a
end
function [m, k, s, t] = greatest(x, z)
    m = 0.0
    k = -1
    s = 0.0
    t = 0.0
    for i = 0..numel(x)-1
        if x[i] >= m
            m = x[i]
            k = i
            s = nearer(0.5, z[i])
            half = z[i]/2
            t = half*half + half*x[i]
        end
    end
end
function [m, t] = failing(x, z, k)
    m = 0.0
    t = 0.0
    for i = 0..numel(x)-1
        if x[i] >= m
            m = x[i]
            v = z[k[i]]
            t = v*v
        end
    end
end
n = 6000
x = mod((0..n-1)*37, 1009)/1009.0
z = mod((0..n-1)*11, 97)/97.0
[m, k, s, t] = greatest(x, z)
print m, " ", k, " ", s, " ", t
[m, k, s, t] = greatest(-x-1, z)
print m, " ", k, " ", s, " ", t
places = 0..n-1
[m, t] = failing(x, z, places)
print m, " ", t
places[4500] = n
[m, t] = failing(x, z, places)
print m, " ", t
places[3] = -1
try
    [m, t] = failing(x, z, places)
catch e
    print e
end
% expect: 0.9990089 5754 0.015463889 0.32390225
% expect: 0 -1 0 0
% expect: 0.9990089 0.26570302
% expect: 0.9990089 0.26570302
% expect: index -1 is out of range: 'z' has 6000 elements along dimension 0
