% A parameter without a type takes the boundary mode of the variable that it is given, in stepped functions, loops, device functions and
% kernels; one with a type has its own. Expected numbers: indices worked out by hand.
function y = tap(x, k)
    y = x[k]
end
function y = __device__ tap2(x, k)
    y = x[k] + x[k+1]
end
function y = __device__ typed(x : vec, k : int)
    y = x[k]
end
tap3 = (x, k) -> x[k]
x : vec'circular = [1,2,4,8]
m : mat'mirror = [[1,2],[3,4]]
c : vec'clamped = [1,2,4,8]
print tap(x, -1), " ", tap2(x, -2), " ", tap(m, [-1,2]), " ", tap(c, 9), " ", tap3(x, 5), " ", typed(x, -1)
% expect: 8 12 4 8 2 0
y = zeros(6)
for i=0..5
    y[i] = tap(x, i-3) + 10*tap2(c, i-2) + 100*tap3(m, [i-3,0])
end
print y
% expect: [122,324,338,161,422,464]
z = zeros(6)
function [] = __kernel__ k(x, c : vec'clamped, m : mat'mirror, z : vec, pos : int)
    z[pos] = tap2(x, pos-3) + 10*tap2(c, pos-2) + 100*m[pos-3,0] + 1000*typed(x, pos-3)
end
parallel_do(6, x, c, m, z, k)
print z
% expect: [126,332,339,1163,2426,4472]
