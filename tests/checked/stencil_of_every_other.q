% finds nothing
% Writes even elements, reads odd ones.
function [] = __kernel__ smooth(x : vec, pos : int)
    x[2*pos] = 0.5*x[2*pos+1] + 0.5*x[2*pos]
end
x = ones(2000)
parallel_do(1000, x, smooth)
print sum(x)
