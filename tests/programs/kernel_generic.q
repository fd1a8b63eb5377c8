% T of several arrays of one element type is that type, of any width
function [] = __kernel__ scaled[T](x : vec[T], y : vec[T], n : int, pos : int)
    s = shared[T](numel(x))
    s[pos] = x[pos]
    syncthreads
    v : T = s[numel(x)-1-pos]
    y[pos] = v*n
end
function y = through[T](x : vec[T])
    y = vec[T](numel(x))
    parallel_do([4,4], x, y, 3, scaled)
end
x = [1, 2, 100, 4]
print through(x), through(cast(x, vec[int8])), through(cast(x, vec[uint8])), through(cast(x, vec[int16])), through(cast(x, vec[int32]))
print type(through(cast(x, vec[uint8]))), " ", through(x/8), through(cast(x, vec[half])), through(cast(x, vec[double])/8)
% expect: [12,300,6,3][12,44,6,3][12,44,6,3][12,300,6,3][12,300,6,3]
% expect: vec[uint8] [1.5,37.5,0.75,0.375][12,300,6,3][1.5,37.5,0.75,0.375]
