% finds Q0805
function [] = __kernel__ k(x : vec[int], y : vec[int], pos : int)
    v = x[pos]
    for i=0..v
        v = v + shfl_down(v, 1)
    end
    y[pos] = v
end
x = ivec(64)
for i=0..63
    x[i] = mod(i, 5)
end
y = ivec(64)
parallel_do(64, x, y, k)
print sum(y) > 0
