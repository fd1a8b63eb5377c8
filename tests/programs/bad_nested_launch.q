% A kernel that needs its block cannot be started inside a kernel.
function [] = __kernel__ child(x : vec, blkpos : int)
    x[blkpos] = 1
end
function [] = __kernel__ parent(x : vec, pos : int)
    parallel_do(4, x, child)
end
parallel_do(4, zeros(4), parent)
% error Q0503 at 6:5
