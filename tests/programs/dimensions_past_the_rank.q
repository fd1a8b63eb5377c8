% Dimensions past those of an array, up to the 16th, have the extent 1: functions along them leave totals as they are,
% in loops and kernels too.
M = [[4,1,3],[0,5,9]]
v = [3.5,0,-2]
C = reshape(0..7, 2, 2, 2)
print sum(M, 2), " ", prod(M, 3), " ", size(sum(M, 2))
% expect: [4,1,3]
% expect: [0,5,9] [4,1,3]
% expect: [0,5,9] [2,3]
print mean(v, 2), median(v, 2), var(v, 2), std(v, 0, 5), size(median(v, 4))
% expect: [3.5,  0, -2][3.5,  0, -2][0,0,0][0,0,0][1,3]
print any(v, 2), all(v, 3), type(any(v, 2), mat[bool])
% expect: [1,0,1][1,0,1]1
print cumsum(v, 2), cumprod(v, 3), cummax(v, 2), cummin(v, 15), size(cumsum(C, 3))
% expect: [3.5,0,-2][3.5,0,-2][3.5,0,-2][3.5,0,-2][2,2,2]
print max(v, [], 2), min(v, [], 3), argmax(v, 2), argmin(v, 3)
% expect: [3.5,  0, -2][3.5,  0, -2][0,0,0][0,0,0]
[m, at] = max(M, [], 2)
print m[1,2], " ", sum(at), " ", size(at)
% expect: 9 0 [2,3]
[s, at] = sort(v, 2)
print s, at, sort(v, 2, "descend")
% expect: [3.5,0,-2][0,0,0][3.5,0,-2]
print mode(M, 2)[1,1], fliplr(flip(v, 5)), circshift(v, 1, 2)
% expect: 5[-2,0,3.5][3.5,0,-2]
try
    x = sum(v, 16)
catch e
    print e
end
% expect: dimension 16 does not exist: there are 0 to 15
try
    x = cumsum(v, -1)
catch e
    print e
end
% expect: dimension -1 does not exist: there are 0 to 15

% Differences there are none, in loops neither; a second argument 2 of a vector would often be an order.
function y : vec = second(x : mat, n : int)
    y = zeros(n)
    for i = 0..n-1
        y[i] = sum(diff([x[i,0], x[i,1], x[i,2]], 2))
    end
end
for f = `() -> diff(v, 2), () -> diff(M, 2), () -> second(M, 2), () -> diff(v, 0, 1)'
    try
        f()
    catch e
        print e
    end
end
% expect: there are no differences along dimension 2 of an array of 2 dimensions
% expect: there are no differences along dimension 2 of an array of 2 dimensions
% expect: there are no differences along dimension 2 of an array of 2 dimensions
% expect: differences of order 0; the order is 1 or more
print diff([1,4,9,16,25], 2, 1), diff([1,4,9,16], [], 1), size(diff(M, 2, 0)), diff(C, 1, 2)[:,:,0] == 1, size(diff(C, 2, 2)), diff(reshape([1,8,27,64], [4,1]), 2, 0)
% expect: [2,2,2][3,5,7][0,3][1,1]
% expect: [1,1][2,2,0][12]
% expect: [18]

% Large arrays, and short ones in loops and kernels.
L = ones(100, 100)
L[99,99] = 0
print sum(sum(L, 2) - L), " ", sum(all(L, 3)), " ", sum(median(L, 2)), " ", sum(cumsum(1*L, 2)), " ", size(std(L, 0, 2))
% expect: 0 9999 9999 9999 [100,100]

function y : vec = __device__ lines(a : ivec3)
    y = zeros(12)
    y[0..2] = any(a, 2)
    y[3..5] = mean(a, 3)
    y[6..8] = cumsum(a, 2) + median(a, 2)
    y[9..11] = sort(a, 2, "descend") + max(a, [], 2) + std(a, 0, 2)
end

function y : mat = rows(x : imat)
    y = zeros(size(x,0), 12)
    for i = 0..size(x,0)-1
        a = [x[i,0], x[i,1], x[i,2]]
        y[i,0..2] = any(a, 2)
        y[i,3..5] = mean(a, 3)
        y[i,6..8] = cumsum(a, 2) + median(a, 2)
        y[i,9..11] = sort(a, 2, "descend") + max(a, [], 2) + std(a, 0, 2)
    end
end
print rows(M)
% expect: [ 1, 1, 1, 4, 1, 3, 8, 2, 6, 8, 2, 6]
% expect: [ 0, 1, 1, 0, 5, 9, 0,10,18, 0,10,18]

function [] = __kernel__ each(x : imat, y : mat, pos : int)
    a = [x[pos,0], x[pos,1], x[pos,2]]
    b = any(a, 2)
    s = cumsum(a, 2) + median(a, 2) + mean(a, 3)
    t = sort(a, 2) + std(a, 0, 2)
    for k = 0..2
        y[pos,k] = b[k]
        y[pos,3+k] = s[k]
        y[pos,6+k] = t[k]
    end
end
y = zeros(2, 9)
parallel_do(2, M, y, each)
print y
% expect: [ 1, 1, 1,12, 3, 9, 4, 1, 3]
% expect: [ 0, 1, 1, 0,15,27, 0, 5, 9]
