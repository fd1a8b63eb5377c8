% Sums whose neighbours read neighbours, x[i+j], have the bits of each sum taken alone, with few and with many of them,
% and of windows of any size.
function y = correlated(x : vec, h : vec, n : int)
    y = zeros(n)
    for i=0..n-1
        for j=0..numel(h)-1
            y[i] += x[i+j]*h[j]
        end
    end
end

function y = convolved(x : vec, h : vec, n : int)
    y = zeros(n)
    m = numel(h)
    for j=0..m-1
        for i=0..n-1
            y[i] += x[i+m-1-j]*h[j]
        end
    end
end

function s = one(x : vec, h : vec, i : int)
    s = 0.0
    for j=0..numel(h)-1
        s += x[i+j]*h[j]
    end
end

function s = one_backwards(x : vec, h : vec, i : int)
    m = numel(h)
    s = 0.0
    for j=0..m-1
        s += x[i+m-1-j]*h[j]
    end
end

function differ = sums_that_differ(n : int, m : int)
    x = rand(n + m) - 0.5
    h = rand(m)
    y = correlated(x, h, n)
    z = convolved(x, h, n)
    differ = 0
    {!interpreted for}
    for i=0..7..n-1
        differ += (y[i] != one(x, h, i)) + (z[i] != one_backwards(x, h, i))
    end
end

function y = filtered(x : mat, mask : mat)
    y = zeros(size(x,0) - size(mask,0) + 1, size(x,1) - size(mask,1) + 1)
    for i=0..size(y,0)-1
        for j=0..size(y,1)-1
            for a=0..size(mask,0)-1
                for b=0..size(mask,1)-1
                    y[i,j] += x[i+a,j+b]*mask[a,b]
                end
            end
        end
    end
end

function [] = main()
    for n = [10, 31, 33, 200]
        print sums_that_differ(n, 300), " ", sums_that_differ(n, 2049)
    end
    % expect: 0 0
    % expect: 0 0
    % expect: 0 0
    % expect: 0 0
    print sums_that_differ(3000, 300), " ", sums_that_differ(40, 9000)
    % expect: 0 0
    x = rand(90, 100) - 0.5
    mask = rand(50, 51)
    y = filtered(x, mask)
    alone = filtered(x[30..79, 20..70], mask)  % one window
    print y[30,20] == alone[0,0], " ", size(alone)
    % expect: 1 [1,1]
end
