% $target is answered alike on every target, on the host and in kernels.
function [] = __kernel__ k(y : mat, pos : ivec2)
    if $target("gpu")
        y[pos] = 1
    else
        y[pos] = 2
    end
end
y = zeros(2,3)
parallel_do(size(y), y, k)
print sum(y), " ", $target("cpu"), $target("gpu")
% expect: 12 10
for i=0..1
    y[i,0] = $target("cpu") ? 5 : 6
end
print y[:,0]
% expect: [5]
% expect: [5]
