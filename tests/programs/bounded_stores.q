% Boundary modes move what is read; a write outside is an error, so stores into such arrays are where their subscripts say.
function [] = fill(x : vec'mirror, y : vec, n : int)
    for i=0..n-1
        x[i] = 2*y[i+1]
    end
end
function [] = update(x : mat'circular, n : int, m : int)
    for i=0..n-1
        for j=0..m-1
            x[i,j] += 10*i + j
        end
    end
end
function [] = smooth(x : vec'clamped, n : int)
    for i=0..n-1
        x[i] = x[i-1] + 1
    end
end
function s = rows(x : mat'mirror, n : int, m : int)
    s = zeros(n)
    for i=0..n-1
        for j=0..m-1
            x[i,0] += x[i,j-m]
        end
    end
end
function [] = outside(x : vec'mirror, n : int)
    for i=0..n
        x[i+1] = i
    end
end
x = zeros(4)
fill(x, [1,2,3,4,5], 4)
print x
% expect: [4,6,8,10]
a = ones(2,3)
update(a, 2, 3)
print a[1,:]
% expect: [11,12,13]
smooth(x, 4)
print x
% expect: [5,6,7,8]
b = ones(2,3)
rows(b, 2, 3)
print b[0,:]
% expect: [4,1,1]
try
    outside(x, 4)
catch e
    print "outside"
end
% expect: outside
% loop 3: map
% loop 8: map
% loop 15: serial R011
% loop 21: serial R012
