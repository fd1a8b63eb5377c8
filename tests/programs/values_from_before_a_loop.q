% A number that some iterations of a loop set still holds what it held before the loop in the others: no index is taken for
% one in range, and no int for a short one, that is not.
function y = at_a_place(b, x, k : int)
    y = zeros(numel(b))
    for i = 0..numel(b)-1
        if b[i] > 0
            k = 3
        end
        y[i] = x[k]
    end
end
function y = at_a_local_place(b, x)
    y = zeros(numel(b))
    k = 100000000
    for i = 0..numel(b)-1
        if b[i] > 0
            k = 3
        end
        y[i] = x[k]
    end
end
function y = far(b, q : vec[uint32])
    y = zeros(numel(b))
    t = 0
    for i = 0..1
        t -= q[i]
    end
    for i = 0..numel(b)-1
        if b[i] > 0
            t = 1
        end
        y[i] = t
    end
end
function y = after_an_inner_loop(x, n, m)
    y = zeros(n)
    j = 100000000
    for i = 0..n-1
        for j = 0..m-1
            y[i] += 1
        end
        y[i] += x[j]
    end
end
function [] = main()
    x = [1.5, 2, 3, 4]
    print at_a_place([0,0,1,0], x, 1), at_a_place([1,0,0,0], x, 100000000)
    % expect: [2,2,4,4][4,4,4,4]
    try
        at_a_place([0,0,1,0], x, 100000000)
    catch e
        print e.message
    end
    % expect: index 100000000 is out of range: 'x' has 4 elements along dimension 0
    try
        at_a_local_place([0,0,0,0], x)
    catch e
        print e.message
    end
    % expect: index 100000000 is out of range: 'x' has 4 elements along dimension 0
    print far([0,0,0], [1776091392, 1776091392]), far([0,1,0], [1776091392, 1776091392])
    % expect: [-3552182784,-3552182784,-3552182784][-3552182784,1,1]
    try
        print after_an_inner_loop(x, 3, 2), after_an_inner_loop(x, 3, 0)
    catch e
        print e.message
    end
    % expect: index 100000000 is out of range: 'x' has 4 elements along dimension 0
end
