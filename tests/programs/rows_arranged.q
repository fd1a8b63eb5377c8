% What makes rows of rows: orders, running sums, places of extremes, rows beside blocks, products.
function [y, r] = compiled(x : mat, m : mat, M : mat)
    n = size(x,0)
    w = size(x,1)
    y = zeros(7*n, w)
    r = zeros(n, 9)
    for i=0..n-8
        y[i,:] = sort(x[i,:])
        y[n+i,:] = cumsum(x[i,:])
        y[2*n+i,:] = fliplr(x[i,:] - mean(x[i,:]))
        y[3*n+i,:] = (x[i,:] - min(x[i,:])) / (max(x[i,:]) - min(x[i,:]))
        y[4*n+i,:] = x[i,:] - m
        v = x[i,:]
        v = v - mean(v)
        v = v / norm(v)
        y[5*n+i,:] = v
        y[6*n+i,:] = v * M
        b = x[i..i+7,:] - m
        r[i,0] = sum(b)
        r[i,1] = argmax(x[i,:])
        r[i,2] = argmin(v)
        [r[i,3], r[i,4]] = max(x[i,:])
        [s, from] = sort(x[i,:])
        r[i,5] = from[2] + s[1]
        q = x[i,:]*transpose(x[i+1,:])
        r[i,6] = q[0]
        u = x[i,:]
        u = sum(u)
        r[i,7] = u
        r[i,8] = sum(cumprod(x[i,:]))
    end
end
function [y, r] = stepped(x : mat, m : mat, M : mat)
    n = size(x,0)
    w = size(x,1)
    y = zeros(7*n, w)
    r = zeros(n, 9)
    {!interpreted for}
    for i=0..n-8
        y[i,:] = sort(x[i,:])
        y[n+i,:] = cumsum(x[i,:])
        y[2*n+i,:] = fliplr(x[i,:] - mean(x[i,:]))
        y[3*n+i,:] = (x[i,:] - min(x[i,:])) / (max(x[i,:]) - min(x[i,:]))
        y[4*n+i,:] = x[i,:] - m
        v = x[i,:]
        v = v - mean(v)
        v = v / norm(v)
        y[5*n+i,:] = v
        y[6*n+i,:] = v * M
        b = x[i..i+7,:] - m
        r[i,0] = sum(b)
        r[i,1] = argmax(x[i,:])
        r[i,2] = argmin(v)
        [r[i,3], r[i,4]] = max(x[i,:])
        [s, from] = sort(x[i,:])
        r[i,5] = from[2] + s[1]
        q = x[i,:]*transpose(x[i+1,:])
        r[i,6] = q[0]
        u = x[i,:]
        u = sum(u)
        r[i,7] = u
        r[i,8] = sum(cumprod(x[i,:]))
    end
end
widths = [3, 16, 17, 40, 300]
for k=0..numel(widths)-1
    w = widths[k]
    x = sin(reshape(float(0..20*w-1) .* 1.7, [20,w]))
    M = cos(reshape(float(0..w*w-1), [w,w]))
    [y, r] = compiled(x, mean(x, 0), M)
    [z, s] = stepped(x, mean(x, 0), M)
    print sum(sum(y != z)), " ", sum(sum(r != s))
end
% expect: 0 0
% expect: 0 0
% expect: 0 0
% expect: 0 0
% expect: 0 0
function [] = __kernel__ normalised(x : mat, y : mat, z : vec, pos : int)
    y[pos,:] = x[pos,:] - mean(x[pos,:])
    z[pos] = argmax(x[pos,:])
end
x = sin(reshape(float(0..799) .* 1.7, [20,40]))
y = zeros(20,40)
z = zeros(20)
parallel_do(20, x, y, z, normalised)
wrong = 0
{!interpreted for}
for i=0..19
    wrong += sum(y[i,:] != x[i,:] - mean(x[i,:])) + (z[i] != argmax(x[i,:]))
end
print wrong
% expect: 0
% Updates: a product that is added is fused.
u = copy(y)
for i=0..19
    y[i,:] += x[i,:] .* sort(x[i,:])
    y[i,:] -= sort(x[i,:])
end
{!interpreted for}
for i=0..19
    u[i,:] += x[i,:] .* sort(x[i,:])
    u[i,:] -= sort(x[i,:])
end
print sum(sum(y != u))
% expect: 0
% NaN is passed over.
x[3,1] = nan
for i=0..19
    [best, at] = max(x[i,:])
    z[i] = at
end
print z[3] == argmax(x[3,:])
% expect: 1
try
    for i=0..19
        z[i] = argmax(x[i,:] + x[3,1])
    end
catch e
    print e
end
% expect: 'argmax' of an array without numbers
