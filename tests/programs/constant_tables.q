% Tables in functions that loops and kernels call: literals whose elements are computed places of, one that is written to, one of few.
function y = __device__ lut(k : int)
    T = [0,37,74,111,148,185,222,8,45,82,119,156,193,230,16,53,90,127,164,201]
    y = T[k]
end
function y : scalar = __device__ changed(k : int)
    T = [0.5,1.5,2.5,3.5,4.5,5.5,6.5,7.5,8.5,9.5,10.5,11.5,12.5,13.5,14.5,15.5,16.5]
    T[mod(k, 17)] += 100
    y = T[3] + T[mod(k + 1, 17)]
end
function y = __device__ truth(k : int)
    T = [1,1,0,1,0,1,0,0,0,1,0,1,0,0,0,0,1] == 1
    y = T[k] ? -1 : 1
end
x = mod(reshape(0..399, [20,20])*79, 20)
y = zeros(20,20)
z = zeros(20,20)
w = zeros(20,20)
for m = 0..19
    for n = 0..19
        y[m,n] = lut(x[m,n]) + lut(19 - x[m,n])
        z[m,n] = changed(x[m,n])
        w[m,n] = truth(mod(x[m,n], 17))
    end
end
print sum(y), " ", sum(z), " ", sum(w)
% expect: 90440 6440 40
function [] = __kernel__ look(x : imat, y : mat, pos : ivec2)
    C = [[0,1,2,3,4,5,6,7],[10,11,12,13,14,15,16,17],[20,21,22,23,24,25,26,27]]
    y[pos] = C[mod(x[pos], 3), mod(x[pos], 8)] + lut(x[pos])
end
v = zeros(20,20)
parallel_do(size(v), x, v, look)
print sum(v)
% expect: 50260
