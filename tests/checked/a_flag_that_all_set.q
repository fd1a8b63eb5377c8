% finds nothing
function [] = __kernel__ k(x : vec, y : vec[int], pos : int)
    if x[pos] > 0.5
        y[0] = 1
    end
end
x = linspace(0, 1, 512)
y = ivec(1)
parallel_do(512, x, y, k)
print y[0]
