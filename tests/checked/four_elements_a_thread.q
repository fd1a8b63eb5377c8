% finds Q0807
function [] = __kernel__ k(x : vec'unchecked, y : vec'unchecked, pos : int)
    for j=0..3
        y[4*pos+j] = x[4*pos+j]
    end
end
x = ones(1002)
y = zeros(1002)
parallel_do(int((1002+3)/4), x, y, k)
print sum(y)
