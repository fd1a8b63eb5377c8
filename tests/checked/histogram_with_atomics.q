% finds nothing
function [] = __kernel__ count(x : vec[int], h : vec[int], pos : int)
    h[x[pos]] += 1
end
x = ivec(2000)
h = ivec(4)
parallel_do(2000, x, h, count)
print h
