% Positions of four and five dimensions, and sizes of blocks that a program asks for.
function [] = __kernel__ patches(B : mat, A : mat, n : int, w : int, pos : ivec4)
    B[pos[2]*w + pos[3], pos[0]*n + pos[1]] = A[pos[0]+pos[2], pos[1]+pos[3]]
end
A = zeros(5,6)
for i = 0..4
    for j = 0..5
        A[i,j] = 10*i + j
    end
end
B = zeros(4, 20)
parallel_do([4,5,2,2], B, A, 5, 2, patches)
print B[3,0..4], B[1,7]
% expect: [11,12,13,14,15]13
C = zeros(4, 20)
serial_do([4,5,2,2], C, A, 5, 2, patches)
print sum(abs(B - C))
% expect: 0

function [] = __kernel__ number(y : vec[int], pos : vec(5))
    y[(((pos[0]*2 + pos[1])*3 + pos[2])*4 + pos[3])*5 + pos[4]] = 1 + pos[0] + 10*pos[1] + 100*pos[2] + 1000*pos[3] + 10000*pos[4]
end
y = vec[int](3*2*3*4*5)
parallel_do([3,2,3,4,5], y, number)
print y[359], " ", min(y), " ", sum(y)
% expect: 43213 1 7778520

% A kernel that knows only its place in the block runs as the one block that it asks for.
function [] = __kernel__ meet(y : vec, x : vec, blkpos : int, blkdim : int)
    s = shared(blkdim)
    s[blkpos] = 0
    k = blkpos
    while k < numel(x)
        s[blkpos] += x[k]
        k += blkdim
    end
    syncthreads
    if blkpos == 0
        total = 0.0
        for t = 0..blkdim-1
            total += s[t]
        end
        y[0] += total
        y[1] = blkdim
    end
end
y = zeros(2)
parallel_do(max_block_size(meet, 128), y, ones(1000), meet)
print y
% expect: [1000,128]
print max_block_size(meet, [16,32]), max_block_size(meet, [64,64]), max_block_size(meet, [5000])
% expect: [16,32][32,32][1024]
print opt_block_size(meet, [100,100]), opt_block_size(meet, 1000)
% expect: [8,32][256]
% Without a kernel; dims and block as two rows, whose third extents are 1.
print max_block_size([64,64,1]), opt_block_size([5,7])
% expect: [32,32,1][5,7]
function [] = __kernel__ blocks(y : mat, x : cube, pos : ivec2, blkdim : ivec2)
    y[pos] = x[pos] + blkdim[0]*100 + blkdim[1]
end
y = zeros(20, 40)
x = ones(20, 40)
parallel_do([size(x,0..2), max_block_size([16,32,1])], y, x, blocks)
print y[19,39], " ", min(y)
% expect: 1633 1633
% A position without a type: one extent makes it a number, for any array; else its use tells, or the launch.
function [] = __device__ put(y, p, v)
    y[p] = v
end
y = zeros(2,3)
parallel_do(size(y), __kernel__ (pos) -> put(y, pos, 3))
print y
% expect: [3,3,3]
% expect: [3,3,3]
parallel_do(numel(y), __kernel__ (pos) -> y[pos] = pos)
print y
% expect: [0,1,2]
% expect: [3,4,5]
function [] = __kernel__ fill(y, pos)
    y[pos] = 7
end
parallel_do(4, y, fill)
parallel_do([1,2], y, fill)
print y
% expect: [7,7,7]
% expect: [7,4,5]
parallel_do(size(y), y, fill)
v = zeros(3)
parallel_do(size(v), v, fill)
print y, v
% expect: [7,7,7]
% expect: [7,7,7][7,7,7]
parallel_do([2,2], (pos) -> print(pos))
% expect: [0,0]
% expect: [0,1]
% expect: [1,0]
% expect: [1,1]

% serial_do runs the positions in order: each sees what those before it wrote.
function [] = __kernel__ fibonacci(f : vec[int], pos : int)
    f[pos] = pos < 2 ? 1 : f[pos-1] + f[pos-2]
end
f = vec[int](50)
serial_do(50, f, fibonacci)
print f[9], " ", f[49]
% expect: 55 12586269025
function [] = __kernel__ paths(p : mat, pos : ivec2)
    p[pos] = pos[0] == 0 || pos[1] == 0 ? 1 : mod(p[pos-[1,0]] + p[pos-[0,1]], 1000)
end
p = zeros(30,70)
serial_do(size(p), p, paths)
print p[3,3], " ", p[5,4], " ", p[29,1]
% expect: 20 126 30
