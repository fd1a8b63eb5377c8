% finds nothing
function [] = __kernel__ k(x : vec, y : vec, pos : int)
    w = zeros(4)
    for j=0..2
        w[j] = x[pos+j]
    end
    y[pos] = w[0] + w[3]
end
x = ones(100)
y = zeros(100)
parallel_do(96, x, y, k)
print sum(y)
