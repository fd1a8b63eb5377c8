% An iteration that fails does not go on for ever where what failed would have ended its loop; the message is that of the lowest iteration.
x = [1,2,3,9]
function k = __device__ place_of(x : vec[int]'checked, least : int)
    k = 0
    while x[k] < least
        k += 1
    end
end
y = zeros(200)
try
    for i = 0..199
        y[i] = place_of(x, i)
    end
catch e
    print e
end
% loop 11: map
% expect: index 4 is out of range: 'x' has 4 elements along dimension 0
try
    for i = 0..199
        if i > 6
            error("%d is too large", i)
        end
        k = i > 6 ? 3 : 1
        repeat
            k = 2*k
        until k == 1024
        y[i] = k
    end
catch e
    print e
end
% expect: 7 is too large
try
    parallel_do(200, x, y, __kernel__ (x : vec[int], y : vec, pos : int) -> y[pos] = place_of(x, pos))
catch e
    print e
end
% expect: index 4 is out of range: 'x' has 4 elements along dimension 0
try
    print nextpow2([1,inf])
catch e
    print e
end
% expect: nextpow2: beyond 2^62
