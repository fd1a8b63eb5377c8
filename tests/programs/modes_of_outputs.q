% A boundary mode that an output is declared with holds in the body of the function: in host code, kernels, loops and steps alike.
function y : vec'circular = f(x)
    y = x*1
    y[0] = y[-1] + y[-2]
end
function y : mat'mirror = g(x)
    y = zeros(3,3)
    y[:,:] = x
    s = 0.0
    for k=-2..-1
        s += y[k,0]
    end
    y[0,0] = s
end
function [s, y : mat'clamped] = two(x)
    y = 2*x
    s = y[-1,-5]
end
function y : vec'mirror = same(x : vec)
    y = x
    y[0] = y[-2]
end
function y : vec'clamped = __device__ d(v : vec3)
    y = v*1
    y[0] = y[7] + y[-3]
end
function [y : vec3'circular, s] = __device__ d2(v : vec3)
    y = v*1
    s = y[4]
    y[0] = y[-1]
end
function y : vec3'circular = __device__ zeros_first(v : scalar)
    y[2] = v
    y[0] = y[-1]
end
function y : 'clamped = __device__ late(v, n)
    for k = 0..n
        y = [v,v+1]
        y[0] = y[k+5]
    end
end
function [y : vec'circular, s] = __device__ passed(x : vec)
    y = x
    s = y[-1]
end
function [y : vec, s] = __device__ unset(x : vec)   % none: 0 outside in device functions
    y = x
    s = y[-1]
end
print f([1.0,2,3])
% expect: [5,2,3]
x = reshape(0..8,[3,3])*1.0
print g(x)
% expect: [9,1,2]
% expect: [3,4,5]
% expect: [6,7,8]
[s,y] = two(x+1)
print s, " ", y[2,2], " ", d([1.0,2,3])
% expect: 2 18 [4,2,3]
v = [1.0,2,3]
print same(v), v
% expect: [3,2,3][3,2,3]
[a,b] = d2([1.0,2,3])
print a, b, zeros_first(7), late(1,2)
% expect: [3,2,3]2[7,0,7][2,2]
function [] = __kernel__ all_of_them(o : mat, v : vec, pos : int)
    [a,b] = d2([1.0,2,3])
    o[pos,3..5] = a
    o[pos,6] = b
    o[pos,0..2] = d([1.0,2,3])
    o[pos,7..9] = zeros_first(7)
    o[pos,10..11] = late(1,2)
    [p,q] = passed(v)
    [p,r] = unset(v)
    o[pos,12] = q + 10*r
end
o = zeros(2,13)
v = (0..29)*1.0
parallel_do(2,o,v,all_of_them)
print o
% expect: [ 4, 2, 3, 3, 2, 3, 2, 7, 0, 7, 2, 2,29]
% expect: [ 4, 2, 3, 3, 2, 3, 2, 7, 0, 7, 2, 2,29]
o2 = zeros(2,13)
for i=0..1
    [a,b] = d2([1.0,2,3])
    o2[i,3..5] = a
    o2[i,6] = b
    o2[i,0..2] = d([1.0,2,3])
    o2[i,7..9] = zeros_first(7)
    o2[i,10..11] = late(1,2)
    [p,q] = passed(v)
    [p,r] = unset(v)
    o2[i,12] = q + 10*r
end
print max(abs(o-o2))
% expect: 0
{!interpreted for}
for i=0..1
    [a,b] = d2([1.0,2,3])
    o2[i,3..5] = a
    o2[i,6] = b
    o2[i,0..2] = d([1.0,2,3])
    o2[i,7..9] = zeros_first(7)
    o2[i,10..11] = late(1,2)
    [p,q] = passed(v)
    [p,r] = unset(v)
    o2[i,12] = q + 10*r
end
print max(abs(o-o2))
% expect: 0
