% A loop inside an iteration ends where a function with branches says, of numbers that no iteration changes: whether it
% runs, and so which elements of a work array the iteration writes, is then known when the loop is reached.
% loop 19: reduction + s
function y = early(n, m)
    if n > m
        y = m
    elseif n < 0
        y = n*2
    else
        y = n + 1
    end
end
function [s, w] = forced(x, n, m, q)
    s = -2.25
    w = zeros(8)
    w[1] = 7
    w[6] = 9
    {!parallel for}
    for k=0..n-1
        for j=0..m-1
            for i=0..min(early(q, 2), m-1)/2
                for t=1..min(m, 5)
                    w[t] = x[i+t] + mod(k,7) - j
                    s += w[t]
                end
            end
        end
    end
end
function [s, w] = judged(x, n, m, q)
    s = -2.25
    w = zeros(8)
    w[1] = 7
    w[6] = 9
    for k=0..n-1
        for j=0..m-1
            for i=0..min(early(q, 2), m-1)/2
                for t=1..min(m, 5)
                    w[t] = x[i+t] + mod(k,7) - j
                    s += w[t]
                end
            end
        end
    end
end
% of the iteration: the last one that writes is not the last one
function [s, w] = of_iteration(x, n, m)
    s = 0.5
    w = zeros(8)
    for k=0..n-1
        for i=0..early(7-k, 2)
            for t=1..min(m, 5)
                w[t] = x[i+t] + k*2
                s += w[t]
            end
        end
    end
end
x = ones(20)
for i=0..19
    x[i] = mod(i*7, 5)/4
end
for q=[-1,0,1,2,3,9]
    {!interpreted for}
    for once=0..0
        [s0, w0] = judged(x, 400, 9, q)
    end
    [s, w] = judged(x, 400, 9, q)
    print s, " ", w, " ", s == s0 && sum(abs(w - w0)) == 0
    if q >= 0
        [s, w] = forced(x, 400, 9, q)
        print s == s0 && sum(abs(w - w0)) == 0
    end
end
[s, w] = of_iteration(x, 12, 4)
print s, " ", w
% expect: -2.25 [0,7,0,0,0,0,9,0] 1
% expect: -9137.25 [0,-7.5,-7,-7.75,-7.25,-8,9,0] 1
% expect: 1
% expect: -18272.25 [0,-7,-7.75,-7.25,-8,-7.5,9,0] 1
% expect: 1
% expect: -18272.25 [0,-7,-7.75,-7.25,-8,-7.5,9,0] 1
% expect: 1
% expect: -18272.25 [0,-7,-7.75,-7.25,-8,-7.5,9,0] 1
% expect: 1
% expect: -18272.25 [0,-7,-7.75,-7.25,-8,-7.5,9,0] 1
% expect: 1
% expect: 705.25 [0,15,14.25,14.75,14,0,0,0]
