% Sums and the like of fixed-size matrices along a dimension, with the bits that they have outside.
function [] = __kernel__ folds(x : mat, y : cube, pos : int)
    m = x[pos..pos+1, 0..2]
    y[pos,0,0..2] = sum(m, 0)
    y[pos,1,0..1] = squeeze(mean(m, 1))
    y[pos,2,:] = prod(m, 0).*all(m > 0.2, 0) + any(m > 0.9, 0)
    y[pos,3,0] = sum(x[pos,0..2], 1)
    y[pos,3,1..2] = sum(m, 0)[1..2] - sum(sum(m, 2), 0)[1..2]
end
seed(2)
x = rand(6,3)
y = zeros(5,4,3)
parallel_do(5, x, y, folds)
expected = zeros(5,4,3)
for p = 0..4
    m = x[p..p+1,:]
    expected[p,0,:] = sum(m, 0)
    expected[p,1,0..1] = transpose(mean(m, 1))
    expected[p,2,:] = prod(m, 0).*all(m > 0.2, 0) + any(m > 0.9, 0)
    expected[p,3,0] = sum(x[p,:])
end
print max(abs(y - expected)), " ", sum(y) > 10
% expect: 0 1
