% finds Q0803
function [] = __kernel__ k(x : vec, n : vec[int], y : vec, pos : int)
    if x[pos] > 0.5
        n[0] += 1
    end
    y[pos] = n[0]
end
x = linspace(0, 1, 300)
n = ivec(1)
y = zeros(300)
parallel_do(300, x, n, y, k)
print n[0] > 0
