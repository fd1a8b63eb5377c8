% finds Q0801 Q0802
function [] = __kernel__ k(x : mat, c : int, pos : ivec2)
    if c >= 0
        x[pos] = 0.25*(x[pos[0]-1,pos[1]] + x[pos[0]+1,pos[1]] + x[pos[0],pos[1]-1] + x[pos[0],pos[1]+1])
    end
end
x = ones(20, 30)
parallel_do([20, 30], x, 0, k)
parallel_do([20, 30], x, 1, k)
print sum(x) > 0
