% Windows that are cut off at borders and other slices whose length each iteration finds out: sums, means, spreads, medians and sorted
% rows of them, and of what is computed from them, have the bits that they have step by step.
function x : mat = pattern(h : int, w : int)
    x = zeros(h, w)
    for i=0..h-1
        for j=0..w-1
            x[i,j] = mod(i*37 + j*j*11, 101)/64 - 0.75
        end
    end
end

function d : int = differ(a : mat, b : mat)
    d = sum(!(a == b || (isnan(a) && isnan(b))))
end

function y : mat = windows(x : mat, n : int)
    [h, w] = size(x)
    y = zeros(h, w)
    for r=0..h-1
        for c=0..w-1
            s = sum(x[max(r-n,0)..min(r+n,h-1),max(c-n,0)..min(c+n,w-1)])
            y[r,c] = s + mean(x[max(r-n,0)..min(r+n,h-1),c]) - norm(x[r,max(c-n,0)..min(c+n,w-1)])
        end
    end
end

function y : mat = windows_stepped(x : mat, n : int)
    [h, w] = size(x)
    y = zeros(h, w)
    {!interpreted for}
    for r=0..h-1
        {!interpreted for}
        for c=0..w-1
            s = sum(x[max(r-n,0)..min(r+n,h-1),max(c-n,0)..min(c+n,w-1)])
            y[r,c] = s + mean(x[max(r-n,0)..min(r+n,h-1),c]) - norm(x[r,max(c-n,0)..min(c+n,w-1)])
        end
    end
end

function y : mat = named(x : mat, n : int)
    [h, w] = size(x)
    y = zeros(h, w)
    for r=0..h-1
        for c=0..w-1
            top = max(0, r-n)
            bottom = min(h-1, r+n)
            left = max(c-n, 0)
            right = min(c+n, w-1)
            p = x[top..bottom,left..right]
            m = mean(p)
            q = p - m
            e = q.^2
            m = 3.0
            y[r,c] = mean(e) + 2*std(p) + var(q) + sum(abs(p - x[r,c])) - max(p)*min(q) + sum(p > 0.1) + prod(1 + p/8) + (any(p > 0.7) ? 1 : 0) + (all(p < 0.7) ? m : 1) + sum(2*p + p.*q - 0.5*q)
        end
    end
end

function y : mat = named_stepped(x : mat, n : int)
    [h, w] = size(x)
    y = zeros(h, w)
    {!interpreted for}
    for r=0..h-1
        {!interpreted for}
        for c=0..w-1
            top = max(0, r-n)
            bottom = min(h-1, r+n)
            left = max(c-n, 0)
            right = min(c+n, w-1)
            p = x[top..bottom,left..right]
            m = mean(p)
            q = p - m
            e = q.^2
            m = 3.0
            y[r,c] = mean(e) + 2*std(p) + var(q) + sum(abs(p - x[r,c])) - max(p)*min(q) + sum(p > 0.1) + prod(1 + p/8) + (any(p > 0.7) ? 1 : 0) + (all(p < 0.7) ? m : 1) + sum(2*p + p.*q - 0.5*q)
        end
    end
end

function y : mat = weights(x : mat, n : int)
    [h, w] = size(x)
    y = zeros(h, w)
    g = pattern(2*n+1, 2*n+1)
    for r=0..h-1
        for c=0..w-1
            top = max(r-n, 0)
            bottom = min(r+n, h-1)
            left = max(c-n, 0)
            right = min(c+n, w-1)
            k = exp(-(x[top..bottom,left..right] - x[r,c]).^2) .* g[top-r+n..bottom-r+n,left-c+n..right-c+n]
            y[r,c] = sum(k.*x[top..bottom,left..right])/sum(k)
        end
    end
end

function y : mat = weights_stepped(x : mat, n : int)
    [h, w] = size(x)
    y = zeros(h, w)
    g = pattern(2*n+1, 2*n+1)
    {!interpreted for}
    for r=0..h-1
        {!interpreted for}
        for c=0..w-1
            top = max(r-n, 0)
            bottom = min(r+n, h-1)
            left = max(c-n, 0)
            right = min(c+n, w-1)
            k = exp(-(x[top..bottom,left..right] - x[r,c]).^2) .* g[top-r+n..bottom-r+n,left-c+n..right-c+n]
            y[r,c] = sum(k.*x[top..bottom,left..right])/sum(k)
        end
    end
end

function y : mat = order(x : mat, n : int)
    [h, w] = size(x)
    y = zeros(h, w)
    for r=0..h-1
        for c=0..w-1
            p = x[max(r-n,0)..min(r+n,h-1),max(c-n,0)..min(c+n,w-1)]
            v = sort(reshape(p, 1, numel(p)))
            y[r,c] = median(p) + v[int(numel(v)/4)] + 3*v[0] - p[0,0]*p[size(p,0)-1,size(p,1)-1] + sum(v) + median(x[r,c..min(c+n,w-1)])
        end
    end
end

function y : mat = order_stepped(x : mat, n : int)
    [h, w] = size(x)
    y = zeros(h, w)
    {!interpreted for}
    for r=0..h-1
        {!interpreted for}
        for c=0..w-1
            p = x[max(r-n,0)..min(r+n,h-1),max(c-n,0)..min(c+n,w-1)]
            v = sort(reshape(p, 1, numel(p)))
            y[r,c] = median(p) + v[int(numel(v)/4)] + 3*v[0] - p[0,0]*p[size(p,0)-1,size(p,1)-1] + sum(v) + median(x[r,c..min(c+n,w-1)])
        end
    end
end

function y : mat = clamped(x : mat, n : int)
    [h, w] = size(x)
    y = zeros(h, w)
    g = pattern(2*n+1, 2*n+1)
    for r=0..h-1
        for c=0..w-1
            rows = clamp(r-n, 0, h-1)
            below = clamp(r+n, 0, h-1)
            left = max(c-n, 0)
            right = min(c+n, w-1)
            p = x[rows..below,left..right]
            f = exp(-(p - x[r,c]).^2) .* g[(rows..below)-r+n,n+(left..right)-c]
            y[r,c] = sum(f.*p)/sum(f) + median(p) + mean(x[clamp(r-n, 0, h-1)..r,c])
        end
    end
end

function y : mat = clamped_stepped(x : mat, n : int)
    [h, w] = size(x)
    y = zeros(h, w)
    g = pattern(2*n+1, 2*n+1)
    {!interpreted for}
    for r=0..h-1
        {!interpreted for}
        for c=0..w-1
            rows = clamp(r-n, 0, h-1)
            below = clamp(r+n, 0, h-1)
            left = max(c-n, 0)
            right = min(c+n, w-1)
            p = x[rows..below,left..right]
            f = exp(-(p - x[r,c]).^2) .* g[(rows..below)-r+n,n+(left..right)-c]
            y[r,c] = sum(f.*p)/sum(f) + median(p) + mean(x[clamp(r-n, 0, h-1)..r,c])
        end
    end
end

function y : mat = prefixes(x : mat, n : int)
    [h, w] = size(x)
    y = zeros(h, w)
    for r=0..h-1
        for c=0..w-1
            a = int(mod(r*7 + c, 13))
            y[r,c] = sum(x[r,0..c]) + mean(x[a..r,c]) + std(x[0..r,0..c]) + norm(x[r,a..c]) + dotprod(x[r,0..c], x[r,0..c])
        end
    end
end

function y : mat = prefixes_stepped(x : mat, n : int)
    [h, w] = size(x)
    y = zeros(h, w)
    {!interpreted for}
    for r=0..h-1
        {!interpreted for}
        for c=0..w-1
            a = int(mod(r*7 + c, 13))
            y[r,c] = sum(x[r,0..c]) + mean(x[a..r,c]) + std(x[0..r,0..c]) + norm(x[r,a..c]) + dotprod(x[r,0..c], x[r,0..c])
        end
    end
end

x = pattern(14, 11)
x[3,4] = nan
x[9,2] = inf
for n=1..2
    print "windows ", differ(windows(x, n), windows_stepped(x, n))
    print "named ", differ(named(x, n), named_stepped(x, n))
    print "weights ", differ(weights(x, n), weights_stepped(x, n))
    print "order ", differ(order(x, n), order_stepped(x, n))
    print "clamped ", differ(clamped(x, n), clamped_stepped(x, n))
end
print "prefixes ", differ(prefixes(x, 1), prefixes_stepped(x, 1))
% expect: windows 0
% expect: named 0
% expect: weights 0
% expect: order 0
% expect: clamped 0
% expect: windows 0
% expect: named 0
% expect: weights 0
% expect: order 0
% expect: clamped 0
% expect: prefixes 0
