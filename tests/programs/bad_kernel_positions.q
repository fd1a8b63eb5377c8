% The positions of a kernel have as many dimensions.
function [] = __kernel__ k(y : mat, pos : ivec2, blkpos : int)
    y[pos] = blkpos
end
y = zeros(16,16)
parallel_do([16,16], y, k)
% error Q0301 at 2:50
