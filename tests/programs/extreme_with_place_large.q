% The extreme of a large array and its first place, by one loop where the elements are on a GPU.
function [] = show(x)
    [m, k] = max(x)
    [n, l] = min(x)
    print m, " ", k, " ", n, " ", l, " ", type(m), " ", type(k), " ", argmax(x), " ", argmin(x)
end
x = mod((0..1048575)*7919, 10007)/10007.0
show(x+1)
show(reshape(x, [1024,1024])-2)
show(cast(x, double)+3)
show(x)
show(-x)
z = x+1
z[100] = nan
show(z)
z[0] = nan
z[5] = inf
z[7] = -inf
show(z)
show(0*x+inf)
show(0*x-inf)
try
    show(x+nan)
catch e
    print e
end
% expect: 1.9999001 1040 1 0 scalar int 1040 0
% expect: -1.0000999 1040 -2 0 scalar int 1040 0
% expect: 3.9999000430107117 1040 3 0 double int 1040 0
% expect: 0.99990004 1040 0 0 scalar int 1040 0
% expect: -0 0 -0.99990004 1040 scalar int 0 1040
% expect: 1.9999001 1040 1 0 scalar int 1040 0
% expect: inf 5 -inf 7 scalar int 5 7
% expect: inf 0 inf 0 scalar int 0 0
% expect: -inf 0 -inf 0 scalar int 0 0
% expect: 'argmax' of an array without numbers
