% Nests that run in order are cut between statements that are in no circle of dependences, and run as one loop after
% another where that takes less time: the values are those of steps. Sums are of whole numbers and halves, which are
% exact in any order.
function [y, t] = rows_and_columns(x, n, w)
    y = zeros(w)
    t = zeros(n)
    for i = 0..n-1
        t[i] = 1
        for j = 0..w-1
            t[i] += x[i,j]
        end
        for j = 0..w-1
            y[j] += x[i,j]*t[i]
        end
    end
end
function [y, t] = rows_and_columns_in_steps(x, n, w)
    y = zeros(w)
    t = zeros(n)
    {!interpreted for}
    for i = 0..n-1
        t[i] = 1
        {!interpreted for}
        for j = 0..w-1
            t[i] += x[i,j]
        end
        {!interpreted for}
        for j = 0..w-1
            y[j] += x[i,j]*t[i]
        end
    end
end
function [y, t] = both_at_once(x, n, w)
    y = zeros(w)
    t = zeros(n)
    for i = 0..n-1
        t[i] = 0
        for j = 0..w-1
            d = 2*x[i,j]
            y[j] += d*i
            t[i] += d
        end
    end
end
function [y, t] = both_at_once_in_steps(x, n, w)
    y = zeros(w)
    t = zeros(n)
    {!interpreted for}
    for i = 0..n-1
        t[i] = 0
        {!interpreted for}
        for j = 0..w-1
            d = 2*x[i,j]
            y[j] += d*i
            t[i] += d
        end
    end
end
function [y, t] = running(x, n, w)
    y = zeros(n, w)
    t = zeros(2)
    r = 0.0
    best = -inf
    for i = 0..n-1
        r += x[i,0]
        s = 0.0
        for j = 0..w-1
            y[i,j] = x[i,j] + r
            s += y[i,j]
        end
        best = max(best, s)
    end
    t[0] = r
    t[1] = best
end
function [y, t] = running_in_steps(x, n, w)
    y = zeros(n, w)
    t = zeros(2)
    r = 0.0
    best = -inf
    {!interpreted for}
    for i = 0..n-1
        r += x[i,0]
        s = 0.0
        {!interpreted for}
        for j = 0..w-1
            y[i,j] = x[i,j] + r
            s += y[i,j]
        end
        best = max(best, s)
    end
    t[0] = r
    t[1] = best
end
function [y, t] = from_the_row_before(x, n, w)
    y = zeros(n, w)
    t = zeros(w)
    for i = 1..n-1
        for j = 0..w-1
            t[j] += y[i-1,j]
        end
        for j = 0..w-1
            y[i,j] = x[i,j]*i
        end
    end
end
function [y, t] = from_the_row_before_in_steps(x, n, w)
    y = zeros(n, w)
    t = zeros(w)
    {!interpreted for}
    for i = 1..n-1
        {!interpreted for}
        for j = 0..w-1
            t[j] += y[i-1,j]
        end
        {!interpreted for}
        for j = 0..w-1
            y[i,j] = x[i,j]*i
        end
    end
end
function [y, t] = in_a_circle(x, n, w)
    y = zeros(n, w)
    t = zeros(w)
    for i = 0..n-1
        for j = 0..w-1
            t[j] = x[i,j] - t[j]
        end
        for j = 0..w-1
            y[i,j] = t[j]
        end
    end
end
function [y, t] = in_a_circle_in_steps(x, n, w)
    y = zeros(n, w)
    t = zeros(w)
    {!interpreted for}
    for i = 0..n-1
        {!interpreted for}
        for j = 0..w-1
            t[j] = x[i,j] - t[j]
        end
        {!interpreted for}
        for j = 0..w-1
            y[i,j] = t[j]
        end
    end
end
% a product of matrices, whose sums of floats have the bits of the whole loop
function c = product(a, b, n, q, w)
    c = ones(n, w)
    for i = 0..n-1
        for j = 0..w-1
            c[i,j] *= 0.1
        end
        for k = 0..q-1
            for j = 0..w-1
                c[i,j] += a[i,k]*b[k,j]/3
            end
        end
    end
end
function c = product_in_steps(a, b, n, q, w)
    c = ones(n, w)
    {!interpreted for}
    for i = 0..n-1
        {!interpreted for}
        for j = 0..w-1
            c[i,j] *= 0.1
        end
        {!interpreted for}
        for k = 0..q-1
            {!interpreted for}
            for j = 0..w-1
                c[i,j] += a[i,k]*b[k,j]/3
            end
        end
    end
end
function [] = into(x, y, t, n, w)
    for i = 0..n-1
        for j = 0..w-1
            y[j] += x[i,j]
        end
        t[i] = 0
        for j = 0..w-1
            t[i] += x[i,j]
        end
    end
end
function count = differences(a, b)
    count = 0
    for k = 0..numel(a)-1
        count += a[k] != b[k]
    end
end
function x = made(n, w)
    x = zeros(n, w)
    for i = 0..n-1
        for j = 0..w-1
            x[i,j] = mod(i*37 + j*11, 13)/2 - 3
        end
    end
end
for k = 0..4
    n = [1, 2, 70, 400, 7][k]
    w = [1, 3, 50, 90, 3000][k]
    x = made(n, w)
    wrong = 0
    [y, t] = rows_and_columns(x, n, w)
    [ys, ts] = rows_and_columns_in_steps(x, n, w)
    wrong += differences(y, ys) + differences(t, ts)
    [y, t] = both_at_once(x, n, w)
    [ys, ts] = both_at_once_in_steps(x, n, w)
    wrong += differences(y, ys) + differences(t, ts)
    [y, t] = running(x, n, w)
    [ys, ts] = running_in_steps(x, n, w)
    wrong += differences(y, ys) + differences(t, ts)
    [y, t] = from_the_row_before(x, n, w)
    [ys, ts] = from_the_row_before_in_steps(x, n, w)
    wrong += differences(y, ys) + differences(t, ts)
    [y, t] = in_a_circle(x, n, w)
    [ys, ts] = in_a_circle_in_steps(x, n, w)
    wrong += differences(y, ys) + differences(t, ts)
    print n, " ", w, " ", wrong, " ", sum(y), " ", sum(t)
end
% one array for both: in order
x = made(300, 300)
y = zeros(300)
into(x, y, y, 300, 300)
print sum(y), " ", y[0], " ", y[299]
t = zeros(300)
y = zeros(300)
into(x, y, t, 300, 300)
print sum(y), " ", sum(t), " ", y[0], " ", t[299]
% what fails does so where it does in order
try
    into(x, y, t, 301, 300)
catch err
    print err
end
print y[299], " ", t[299]
x = made(60, 60)
print differences(product(x, x, 60, 31, 57), product_in_steps(x, x, 60, 31, 57))
% expect: 1 1 0 -3 -3
% expect: 2 3 0 4.5 3.5
% expect: 70 50 0 0.5 -1.5
% expect: 400 90 0 2.5 5
% expect: 7 3000 0 2.5 -1
% expect: -3 -3 -3
% expect: -3 -3 -3 -3
% expect: index 300 is out of range: 'x' has 300 elements along dimension 0
% expect: -6 -3
% expect: 0
