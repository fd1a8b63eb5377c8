% Maps whose iterations hold several loops run as one loop after another where that takes less time, and along memory:
% the values are those of steps. Sums are of whole numbers and halves, which are exact in any order.
function [y, m] = centred(x, n, w)
    y = zeros(n, w)
    m = zeros(n)
    for i = 0..n-1
        s = 0.0
        for j = 0..w-1
            s += x[i,j]
        end
        m[i] = s
        for j = 0..w-1
            y[i,j] = 2*x[i,j] - s
        end
    end
end
function [y, m] = centred_in_steps(x, n, w)
    y = zeros(n, w)
    m = zeros(n)
    {!interpreted for}
    for i = 0..n-1
        s = 0.0
        {!interpreted for}
        for j = 0..w-1
            s += x[i,j]
        end
        m[i] = s
        {!interpreted for}
        for j = 0..w-1
            y[i,j] = 2*x[i,j] - s
        end
    end
end
function y = ranked(x, n, w)
    y = zeros(n, w)
    #pragma force_parallel
    for i = 0..n-1
        top = -inf
        for j = 0..w-1
            top = max(top, x[i,j])
        end
        count = 0
        for j = 0..w-1
            y[i,j] = top - x[i,j]
            count += y[i,j] < 2
        end
        for j = 0..w-1
            y[i,j] = y[i,j]*count
        end
    end
end
function y = ranked_in_steps(x, n, w)
    y = zeros(n, w)
    {!interpreted for}
    for i = 0..n-1
        top = -inf
        {!interpreted for}
        for j = 0..w-1
            top = max(top, x[i,j])
        end
        count = 0
        {!interpreted for}
        for j = 0..w-1
            y[i,j] = top - x[i,j]
            count += y[i,j] < 2
        end
        {!interpreted for}
        for j = 0..w-1
            y[i,j] = y[i,j]*count
        end
    end
end
function y = columns(x, n, w)
    y = zeros(n, w)
    for j = 0..w-1
        for i = 0..n-1
            y[i,j] = x[i,j]*i - j
        end
    end
end
function y = columns_in_steps(x, n, w)
    y = zeros(n, w)
    {!interpreted for}
    for j = 0..w-1
        {!interpreted for}
        for i = 0..n-1
            y[i,j] = x[i,j]*i - j
        end
    end
end
function [s, top, count] = totals(x, n, w)
    s = 0.0
    top = -inf
    count = 0
    for j = 0..w-1
        for i = 0..n-1
            s += x[i,j]
            top = max(top, x[i,j]*j)
            count += x[i,j] > 7
        end
    end
end
function [s, top, count] = totals_in_steps(x, n, w)
    s = 0.0
    top = -inf
    count = 0
    {!interpreted for}
    for j = 0..w-1
        {!interpreted for}
        for i = 0..n-1
            s += x[i,j]
            top = max(top, x[i,j]*j)
            count += x[i,j] > 7
        end
    end
end
function y = far(x, n, w)
    y = zeros(n, w)
    for j = 0..w-1
        for i = 0..n-1
            y[i,j] = x[i+1,j]
        end
    end
end
function x = numbers(n, w)
    x = zeros(n, w)
    for i = 0..n-1
        for j = 0..w-1
            x[i,j] = mod(7*i + 3*j, 61) - 20.5
        end
    end
end

function [] = main()
    for sizes = {[1,2000], [3,1025], [5,600], [2,4096], [40,700], [1000,20], [700,17]}
        n = sizes[0]
        w = sizes[1]
        x = numbers(n, w)
        [y, m] = centred(x, n, w)
        [y_steps, m_steps] = centred_in_steps(x, n, w)
        print sum(sum(y != y_steps)) + sum(m != m_steps), sum(sum(ranked(x, n, w) != ranked_in_steps(x, n, w))),
              sum(sum(columns(x, n, w) != columns_in_steps(x, n, w)))
        [a, b, c] = totals(x, n, w)
        [d, e, f] = totals_in_steps(x, n, w)
        print a == d, b == e, c == f
        % expect: 000
        % expect: 111
        % expect: 000
        % expect: 111
        % expect: 000
        % expect: 111
        % expect: 000
        % expect: 111
        % expect: 000
        % expect: 111
        % expect: 000
        % expect: 111
        % expect: 000
        % expect: 111
    end
    % nothing is lost where an iteration fails: the message is that of the order of the text
    try
        far(numbers(30, 40), 30, 40)
    catch e
        print e.message
    end
    % expect: index 30 is out of range: 'x' has 30 elements along dimension 0
end
