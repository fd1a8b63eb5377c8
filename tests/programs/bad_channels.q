% An image with channels where a matrix is taken.
function y = energy(x : mat)
    y = sum(x.*x)
end
print energy(ones(4,5,3))
% error Q0301 at 5:7
