% finds Q0801 Q0802
function [] = __kernel__ count(x : vec[int], h : vec[int], pos : int)
    b = x[pos]
    h[b] = h[b] + 1
end
x = ivec(2000)
h = ivec(4)
parallel_do(2000, x, h, count)
print h[0] > 0
