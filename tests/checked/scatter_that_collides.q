% finds Q0801 Q0802
function [] = __kernel__ k(p : vec[int], y : vec[int], pos : int)
    y[p[pos]] = pos
end
p = ivec(500)
for i=0..499
    p[i] = mod(i*4, 500)
end
y = ivec(500)
parallel_do(500, p, y, k)
print sum(y) > 0
