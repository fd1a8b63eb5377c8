% Short arrays that a call makes are references in the function that is given them, as arrays that have a name are: what functions that they are handed on to write is there.
function [] = __device__ put(p : vec[int], k : int)
    p[k] = 5
end
function [] = __device__ put_untyped(p, k)
    p[k] = 7
end
function [] = __device__ writes_and_hands_on(p : vec[int], y : vec)
    p[0] = 3
    put(p, 1)
    y[0..1] = [p[0], p[1]]
end
function [] = __device__ hands_on(p : vec[int], y : vec)
    put(p, 1)
    y[0..1] = [p[0], p[1]]
end
function [] = __device__ untyped(p, y : vec)
    put_untyped(p, 1)
    y[0..1] = [p[0], p[1]]
end
function [] = __device__ twice(p : vec[int], y : vec)
    hands_on(p, y)
    put_untyped(p, 0)
    y[0] = p[0]
end
function [] = __device__ of_size(p : ivec2, y : vec)
    put(p, 1)
    y[0..1] = [p[0], p[1]]
end
function [] = once(p : vec[int], y : vec)
    {!serial for}
    for k = 0..0
        writes_and_hands_on(p, y)
    end
end
function y : vec = __device__ pair(way : int, a : int)
    y = [0.0, 0.0]
    match way with
    | 0 -> writes_and_hands_on(ivec(4), y)
    | 1 -> hands_on(ivec(4), y)
    | 2 -> untyped([a, a, a], y)
    | 3 -> twice([a, a+1, 0], y)
    | 4 -> of_size([a, a], y)
    | _ -> hands_on([0, 0], y)
    end
end
function y : vec = by_loop(a : int)
    y = [0.0, 0.0]
    once(ivec(4), y)
    y[0] += a
end
function [] = __kernel__ in_kernel(Y : mat, way : int, pos : int)
    Y[pos,:] = pair(way, pos)
end
for way = 0..4
    Y = zeros(3, 2)
    for i = 0..2
        Y[i,:] = pair(way, i)
    end
    Z = zeros(3, 2)
    {!interpreted for}
    for i = 0..2
        Z[i,:] = pair(way, i)
    end
    W = zeros(3, 2)
    parallel_do(3, W, way, in_kernel)
    print reshape(Y, [6]), isequal(Y, Z), isequal(Y, W)
end
Y = zeros(3, 2)
for i = 0..2
    Y[i,:] = by_loop(i)
end
print reshape(Y, [6])
A = [[1.5,-2,0.25,4],[7,3,-1,2]]
L = zeros(2, 4)
for i = 0..1
    L[i,:] = watershed(A[i,:])
end
print L, watershed(A[0,:]), watershed(A[1,:])
% expect: [3,5,3,5,3,5]11
% expect: [0,5,0,5,0,5]11
% expect: [0,7,1,7,2,7]11
% expect: [7,5,7,5,7,5]11
% expect: [0,0,1,1,2,2]11
% expect: [3,5,4,5,5,5]
% expect: [1,1,1,1]
% expect: [1,1,1,1][1,1,1,1][1,1,1,1]
