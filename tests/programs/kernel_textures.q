% 'hwtex_linear reads between the elements at indices that are no ints, 'hwtex_nearest at the nearest one; the boundary mode is
% that of the parameter.
function [] = __kernel__ linear_clamped(x : mat'hwtex_linear'clamped, y : mat, a : scalar, b : scalar, pos : ivec2)
    y[pos] = x[pos[0] + a, pos[1] + b]
end
function [] = __kernel__ linear_zero(x : mat'hwtex_linear, y : mat, pos : ivec2)
    y[pos] = x[pos + [0.5, 0]]
end
function [] = __kernel__ nearest(x : mat'hwtex_nearest(1)'circular, y : mat, s : scalar, pos : ivec2)
    y[pos] = x[s*pos]
end
function v = __device__ between(x : cube[uint8]'hwtex_linear, p : vec2)
    v = x[p[0], p[1], 0..1]
end
function [] = __kernel__ channels(x : cube[uint8]'hwtex_linear(2), y : cube, pos : ivec2)
    y[pos[0], pos[1], :] = between(x, pos*0.5)
end
x = [[0, 1, 4], [10, 11, 14], [40, 41, 44]]
y = zeros(3,3)
parallel_do(size(y), x, y, 0.5, 0.25, linear_clamped)
print y
parallel_do(size(y), x, y, 0, 0, linear_clamped)
assert(sum(abs(y - x)) == 0)
parallel_do(size(y), x, y, linear_zero)
print y
parallel_do(size(y), x, y, 1.5, nearest)
print y
c = cube[uint8](2,2,2)
c[1,1,:] = [200, 100]
z = zeros(3,3,2)
parallel_do([3,3], c, z, channels)
print z[:,:,0]
print z[1,1,:]
% expect: [ 5.25, 6.75,    9]
% expect: [25.25,26.75,   29]
% expect: [40.25,41.75,   44]
% expect: [   5,   6,   9]
% expect: [  25,  26,  29]
% expect: [  20,20.5,  22]
% expect: [ 0, 4, 0]
% expect: [40,44,40]
% expect: [ 0, 4, 0]
% expect: [  0,  0,  0]
% expect: [  0, 50,100]
% expect: [  0,100,200]
% expect: [50,25]
