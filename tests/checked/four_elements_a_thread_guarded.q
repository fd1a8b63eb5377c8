% finds nothing
function [] = __kernel__ k(x : vec'unchecked, y : vec'unchecked, n : int, pos : int)
    for j=0..3
        if 4*pos+j < n
            y[4*pos+j] = x[4*pos+j]
        end
    end
end
x = ones(1002)
y = zeros(1002)
parallel_do(int((1002+3)/4), x, y, 1002, k)
print sum(y)
