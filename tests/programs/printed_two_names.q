% What --emit=kernel prints asks whether an array goes by two names, and runs the loop as written where it does.
function [] = both(x : vec, y : vec, n : int)
    for i=0..n-1
        x[i] = 1 + i
        y[i] = 2*x[0] + i
    end
end
function [] = chain(x : vec[int], y : vec[int], n : int)
    for i=1..n-1
        y[i] = x[i-1] + 1
    end
end
a = zeros(4)
b = zeros(4)
both(a, b, 4)
print b
% expect: [2,3,4,5]
both(a, a, 4)
print a
% expect: [2,5,6,7]
u = vec[int](5)
v = vec[int](5)
chain(u, v, 5)
print v
% expect: [0,1,1,1,1]
chain(u, u, 5)
print u, " ", shares_data(u, u), " ", shares_data(u, v)
% expect: [0,1,2,3,4] 1 0
