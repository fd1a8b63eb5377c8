% Nothing but the last loop of a function without results reads what an earlier loop leaves.
function [] = counters(g : mat, n : int)
    for i = 0..2
        if i <= 1
            for j = 0..n-1
                for k = 0..n-1
                    g[j,k] = 0
                end
            end
        end
    end
    for c = 0..0
        print k, " ", j, " ", i
    end
end

function [] = private_value(x : vec, y : vec)
    t = 5.0
    for i = 0..numel(x)-1
        t = x[i]*2
        y[i] = t + 1
    end
    for i = 0..numel(x)-1
        y[i] += t
    end
end

function [] = in_while(x : vec, y : vec)
    t = 5.0
    for i = 0..numel(x)-1
        t = x[i]*2
        y[i] = t + 1
    end
    n = 2
    while n > 0
        y[n] = t
        n -= 1
    end
end

% expect: 3 3 2
counters(ones(4, 4), 4)
x = [1.0, 2.0, 3.0, 4.0]
y = zeros(4)
private_value(x, y)
% expect: [11,13,15,17]
print y
in_while(x, y)
% expect: [3,8,8,9]
print y
