% Items of a cell of arrays at places that a kernel computes: loops over images of a stack, the level of a pyramid by pixel, items that
% device functions are given, and elements that are written.
function [] = __kernel__ merge(stack : vec[mat], w : vec, y : mat, pos : ivec2)
    s = 0.0
    for k=0..numel(stack)-1
        s += w[k]*stack[k][pos]
    end
    y[pos] = s
end
stack = vec[mat](3)
for k=0..2
    stack[k] = ones(2,3)*(k+1)
end
y = zeros(2,3)
parallel_do(size(y), stack, [1.0,0.5,0.25], y, merge)
print y
% expect: [2.75,2.75,2.75]
% expect: [2.75,2.75,2.75]
stack = vec[mat](4)
for k=0..3
    stack[k] = ones(2,3)*10^k
end
parallel_do(size(y), stack, [1,2,3,4], y, merge)
print y[1,2]
% expect: 4321

function v = __device__ between(x : mat'clamped, r : scalar, c : scalar)
    i = int(floor(r))
    j = int(floor(c))
    v = (1-r+i)*x[i,j] + (r-i)*x[i+1,j] + 100*size(x,0) + 1000*numel(x)
end
function [] = __kernel__ sample(pyramid : cell, level : imat, y : mat, pos : ivec2)
    l = level[pos]
    y[pos] = between(pyramid[l], pos[0]/2^l + 0.5, pos[1]/2^l)
end
pyramid = `reshape((0..15)*1.0, [4,4]), 20.0*ones(2,3), 30.0*ones(1,1)'
level = [[0,0,0,0],[1,1,1,1],[2,2,2,2],[0,0,0,0]]
y = zeros(4,4)
parallel_do(size(y), pyramid, level, y, sample)
print y
% expect: [16402,16403,16404,16405]
% expect: [ 6220, 6220, 6220, 6220]
% expect: [ 1130, 1130, 1130, 1130]
% expect: [16412,16413,16414,16415]
function [] = __kernel__ tally(pyramid : cell, pos : int)
    if pos < 3
        pyramid[pos][0,0] = -pos
    end
    pyramid[mod(pos,2)][0,1] += pos
end
parallel_do(10, pyramid, tally)
print pyramid[2][0,0], " ", pyramid[1][0,0], " ", pyramid[0][0,1], " ", pyramid[1][0,1]
% expect: -2 -1 21 45

% Outside the cell elements are 0, as outside an array.
function [] = __kernel__ outside(c : cell, y : vec, pos : int)
    y[pos] = c[pos-1][0]
end
c = `[5,6], [7,8]'
y = ones(4)
parallel_do(4, c, y, outside)
print y
% expect: [0,5,7,0]
% Of no items there are none.
function [] = __kernel__ count(c : cell, y : vec, pos : int)
    y[pos] = numel(c)
end
parallel_do(4, cell(0), y, count)
print y
% expect: [0,0,0,0]
