% Loops whose bounds are elements of a row: sz = size(x). The launch knows them, as it knows numbers.
function y = doubled(x : mat)
    sz = size(x)
    y = zeros(sz)
    for m=0..sz[0]-1
        for n=0..sz[1]-1
            y[m,n] = 2*x[m,n]
        end
    end
end
print sum(doubled(ones(30,40))), " ", sum(doubled(ones(3,2)))
% expect: 2400 12
% loop 5: map

% Rows of floats, in inner bounds only, beside sums.
function [total, y] = halves(x : cube)
    n = floor(size(x)/2)
    y = zeros(n[0],n[1])
    total = 0.0
    for m=0..n[0]-1
        for k=0..n[1]-1
            for c=0..min(n[2], 5)-1
                y[m,k] += x[2*m,2*k,c]
            end
            total += x[m,k,0]
        end
    end
end
[t, y] = halves(ones(20,30,4))
print t, " ", sum(y)
% expect: 150 300
[t, y] = halves(ones(20,31,2))
print t, " ", sum(y)
% expect: 150 150

% Rows that the nest writes to, by their name, another one, or in a function.
sz = [2,3]
count = 0
for m=0..3
    for n=0..sz[1]-1
        count += 1
    end
    sz[1] += 1
end
print count, " ", sz
% expect: 18 [2,7]
sz = [2,3]
other = sz
count = 0
for m=0..3
    for n=0..sz[1]-1
        count += 1
    end
    other[1] += 1
end
print count, " ", sz
% expect: 18 [2,7]
function [] = grow(v)
    v[1] += 1
end
sz = [2,3]
count = 0
for m=0..3
    for n=0..sz[1]-1
        count += 1
    end
    grow(sz)
end
print count, " ", sz
% expect: 18 [2,7]
% A row that becomes another one between two runs.
for k=1..3
    sz = [2*k, k]
    s = 0
    for m=0..sz[0]-1
        for n=0..sz[1]-1
            s += m*n
        end
    end
    print s
end
% expect: 0
% expect: 6
% expect: 45
