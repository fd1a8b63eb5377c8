% A barrier makes whole blocks run, also threads past the dimensions; they touch nothing outside, 'unchecked or not.
function [] = __kernel__ shift(x : mat'unchecked, y : mat'unchecked, pos : ivec2)
    v = x[pos]
    syncthreads
    y[pos] = v + 1
end
for n = 1..3
    x = ones(64*n + 1, 32*n + 1)
    y = zeros(size(x))
    before = ones(1000)
    z = zeros(size(x))
    after = ones(1000)
    parallel_do(size(x), x, y, shift)
    parallel_do(size(x), y, z, shift)
    print min(y), max(y), min(z), max(z), " ", sum(before), " ", sum(after)
end
% expect: 2233 1000 1000
% expect: 2233 1000 1000
% expect: 2233 1000 1000
function [] = __kernel__ count(x : vec'unchecked, y : vec'unchecked, pos : int)
    syncthreads
    y[0] += x[pos]
end
y = zeros(1)
parallel_do(1000, ones(1000), y, count)
print y[0]
% expect: 1000
