% A kernel's slices may have lengths that each thread finds out.
function [] = __kernel__ local_means(x : vec, y : mat, pos : int)
    lo = max(pos-3, 0)
    hi = min(pos+3, numel(x)-1)
    y[pos,0] = mean(x[lo..hi])
    y[pos,1] = sum(x[max(pos-3,0)..pos])
    y[pos,2] = median(x[lo..hi])
    y[pos,3] = max(x[lo..pos])
    y[pos,4] = std(x[0..pos])
end
n = 100
x = sin(float(0..n-1) .* 1.7)
y = zeros(n,5)
z = zeros(n,5)
parallel_do(n, x, y, local_means)
{!interpreted for}
for i=0..n-1
    lo = max(i-3, 0)
    hi = min(i+3, n-1)
    z[i,0] = mean(x[lo..hi])
    z[i,1] = sum(x[max(i-3,0)..i])
    z[i,2] = median(x[lo..hi])
    z[i,3] = max(x[lo..i])
    z[i,4] = std(x[0..i])
end
print sum(sum(y != z))
% expect: 0
