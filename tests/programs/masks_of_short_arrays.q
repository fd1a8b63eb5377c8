% v[v < 0] = e of short arrays in loops and kernels; expected numbers: NumPy.
function r = __device__ cut(a : scalar, b : int)
    v = [a, -a, 0.5, 2*a]
    v[v < 0] = 7
    v[v == 0.5] += a
    v[v > 6] *= 2
    n = [b, 3, -b]
    n[n > 2] = 2
    m = [[a, 1.0],[0.0, a]]
    m[m == a] = v[0]
    r = v[0] + 10*v[1] + 100*v[2] + 1000*v[3] + n[0] + n[1] + n[2] + m[0,0]*m[1,1] + m[0,1]
end
y = zeros(4)
for i=0..3
    y[i] = cut(i-1.5, i)
end
print y
% expect: [14128,14213,1245,3345.75]
z = zeros(4)
parallel_do(4, __kernel__ (pos) -> (z[pos] = cut(pos-1.5, pos)))
print z
% expect: [14128,14213,1245,3345.75]
