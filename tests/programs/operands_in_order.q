% Operands are evaluated from left to right: what an earlier one reads is read before a function that is called further right,
% or an atomic step, writes to it. Functions that write to arrays are called inside expressions.
function y = __device__ next(s)
    s[0] = mod(s[0]*16807, 2147483647)
    y = s[0]
end
function y = __device__ taken(x : vec, i : int)
    y = x[i]
    x[i] = -1
end
function [] = __kernel__ draws(y : mat, pos : int)
    s = [pos+1]
    y[pos,0] = s[0] + next(s)
    y[pos,1] = next(s) - s[0]
    y[pos,2] = next(s)/next(s)
    v = [s[0], next(s), s[0]]
    y[pos,3] = v[1] - v[0]
    y[pos,4] = v[2] - v[1]
    y[pos,5] = max(s[0], next(s)) - min(s[0], next(s))
    y[pos,6] = (next(s) > s[0]) + 2*(s[0] > next(s) && next(s) > 0) + 4*(next(s) > 2^30 ? next(s) : s[0])
end
function [] = __kernel__ elements(x : vec, y : vec, pos : int)
    y[0] = x[0] + 10*atomic_add(x[0], 1)
    y[1] = 10*atomic_add(x[0], 1) + x[0]
    y[2] = x[1]*100 + taken(x, 1) + x[1]
    y[3] = taken(x, int(x[2])) - taken(x, 2)
end
function y = last_of_block(s, i : int, v : scalar)
    syncthreads
    s[i] = v
    syncthreads
    y = s[numel(s)-1]
end
function [] = __kernel__ exchanged(y : vec, pos : int)
    s = shared(64)
    s[pos] = pos
    syncthreads
    y[pos] = s[63-pos] - last_of_block(s, pos, 2*pos)
end
y = zeros(2,7)
{!interpreted for}
for m=0..1
    s = [m+1]
    y[m,0] = s[0] + next(s)
    y[m,1] = next(s) - s[0]
    y[m,2] = next(s)/next(s)
    v = [s[0], next(s), s[0]]
    y[m,3] = v[1] - v[0]
    y[m,4] = v[2] - v[1]
    y[m,5] = max(s[0], next(s)) - min(s[0], next(s))
    y[m,6] = (next(s) > s[0]) + 2*(s[0] > next(s) && next(s) > 0) + 4*(next(s) > 2^30 ? next(s) : s[0])
end
z = zeros(2,7)
parallel_do(2, z, draws)
print y[0,0..1], " ", sum(y != z)
% expect: [16808,0] 0
for m=0..1
    s = [m+1]
    z[m,0] = s[0] + next(s)
    z[m,1] = next(s) - s[0]
    z[m,2] = next(s)/next(s)
    v = [s[0], next(s), s[0]]
    z[m,3] = v[1] - v[0]
    z[m,4] = v[2] - v[1]
    z[m,5] = max(s[0], next(s)) - min(s[0], next(s))
    z[m,6] = (next(s) > s[0]) + 2*(s[0] > next(s) && next(s) > 0) + 4*(next(s) > 2^30 ? next(s) : s[0])
end
print sum(y != z)
% expect: 0
x = [1.0, 7, 3, 5]
y = zeros(4)
parallel_do(1, x, y, elements)
print y, x
% expect: [11,23,706,2][3,-1,-1,-1]
y = zeros(64)
parallel_do([64,64], y, exchanged)
print y[0], " ", y[63]
% expect: -63 -126
