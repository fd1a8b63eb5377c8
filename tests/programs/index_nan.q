% A float that is not a number is no index, whatever rounds it: in compiled loops as in steps, in device functions that a loop
% of the host calls, and of fixed-size values.
function y = __device__ at(x, i)
    y = x[i]
end
function y = of_floor(x, k)
    y = zeros(numel(k))
    for i=0..numel(k)-1
        y[i] = x[floor(k[i])]
    end
end
function y = of_device(x, k)
    y = zeros(numel(k))
    for i=0..numel(k)-1
        y[i] = at(x, k[i])
    end
end
function y = mirrored(x : vec'mirror, k)
    y = zeros(numel(k))
    for i=0..numel(k)-1
        y[i] = x[round(k[i])]
    end
end
function y = of_fixed(v : vec3, k)
    y = zeros(numel(k))
    for i=0..numel(k)-1
        y[i] = v[floor(k[i])]
    end
end
function [] = stored(y, k)
    for i=0..numel(k)-1
        y[ceil(k[i])] = i
    end
end
function [] = try_of(f)
    try
        print f()
    catch e
        print e
    end
end
x = [1.0, 2, 3]
nan = 0.0/0
cases = {[0.5, 2.9], [1, nan], [1, -nan], [inf, 1], [1e21, 0], [-0.0, 2]}
for c=0..numel(cases)-1
    k = cases[c]
    try_of(() -> of_floor(x, k))
    try_of(() -> of_device(x, k))
    try_of(() -> mirrored(x, k))
    try_of(() -> of_fixed([1.0, 2, 3], k))
    y = zeros(4)
    try
        stored(y, k)
        print y
    catch e
        print e
    end
end
% expect: [1,3]
% expect: an index of 'x' is not whole
% expect: [2,3]
% expect: [1,3]
% expect: [0,0,0,1]
% expect: an index of 'x' is not whole
% expect: an index of 'x' is not whole
% expect: an index of 'x' is not whole
% expect: an index of 'v' is not whole
% expect: an index of 'y' is not whole
% expect: an index of 'x' is not whole
% expect: an index of 'x' is not whole
% expect: an index of 'x' is not whole
% expect: an index of 'v' is not whole
% expect: an index of 'y' is not whole
% expect: index 9223372036854775807 is out of range: 'x' has 3 elements along dimension 0
% expect: [0,2]
% expect: [2,2]
% expect: index 9223372036854775807 is out of range: 'v' has 3 elements along dimension 0
% expect: index 9223372036854775807 is out of range: 'y' has 4 elements along dimension 0
% expect: index 9223372036854775807 is out of range: 'x' has 3 elements along dimension 0
% expect: [0,1]
% expect: [2,1]
% expect: index 9223372036854775807 is out of range: 'v' has 3 elements along dimension 0
% expect: index 9223372036854775807 is out of range: 'y' has 4 elements along dimension 0
% expect: [1,3]
% expect: [1,3]
% expect: [1,3]
% expect: [1,3]
% expect: [0,0,1,0]
