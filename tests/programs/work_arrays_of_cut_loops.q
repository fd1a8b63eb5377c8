% Work arrays in a loop that ends with the counter of a loop that ends at the least of several numbers. What stays is
% what the last iteration leaves in which the inner loop runs for some value of that counter.
% loop 8: reduction + s
function [s, w] = cut(x, n, m, k)
    s = 0.0
    w = zeros(8)
    {!parallel for}
    for i=0..n-1
        for j=0..min(i,m)
            for q=0..j-1
                for t=0..min(k,5)
                    w[t] = x[j+t] + 3*i - q
                    s += w[t]
                end
            end
        end
    end
end
% loop 24: reduction + s
function [s, w] = falling(x, n, m, k)
    s = 0.0
    w = zeros(8)
    {!parallel for}
    for i=0..n-1
        for j=1..min(n-3-2*i,m,k)
            for q=2..j
                for t=0..6
                    w[t] = x[j+t] + 3*i - q
                    s += w[t]
                end
            end
        end
    end
end
% loop 40: reduction + s
function [s, w] = downwards(x, n, m, k)
    s = 0.0
    w = zeros(8)
    {!parallel for}
    for i=0..n-1
        for j=k..-1..max(i,m)
            for q=0..k-2-j
                for t=0..6
                    w[t] = x[j+t] + 3*i - q
                    s += w[t]
                end
            end
        end
    end
end
% steps of 2: the last value is no number that is known, but the inner loop runs where two steps lie before the end
% loop 57: reduction + s
function [s, w] = stepped(x, n, m, k)
    s = 0.0
    w = zeros(8)
    {!parallel for}
    for i=0..n-1
        for j=0..2..min(i,m)
            for q=0..j-1
                for t=0..min(k,5)
                    w[t] = x[j+t] + 3*i - q
                    s += w[t]
                end
            end
        end
    end
end
% loop 73: reduction + s
function [s, w] = stepped_down(x, n, m, k)
    s = 0.0
    w = zeros(8)
    {!parallel for}
    for i=0..n-1
        for j=k..-3..max(n-i,m)
            for q=j..k-5
                for t=0..6
                    w[t] = x[j+t] + 3*i - q
                    s += w[t]
                end
            end
        end
    end
end
% where the inner loop begins to run hangs on the iteration, and in steps
% loop 89: serial R009
function [s, w] = stepped_far(x, n, m, k)
    s = 0.0
    w = zeros(8)
    for i=0..n-1
        for j=0..2..min(i,m)
            for q=0..j-k
                for t=0..min(k,5)
                    w[t] = x[j+t] + 3*i - q
                    s += w[t]
                end
            end
        end
    end
end
function [s, w] = in_steps(x, n, m, k, way)
    s = 0.0
    w = zeros(8)
    {!interpreted for}
    for i=0..n-1
        if way == 0
            for j=0..min(i,m)
                for q=0..j-1
                    for t=0..min(k,5)
                        w[t] = x[j+t] + 3*i - q
                        s += w[t]
                    end
                end
            end
        elseif way == 1
            for j=1..min(n-3-2*i,m,k)
                for q=2..j
                    for t=0..6
                        w[t] = x[j+t] + 3*i - q
                        s += w[t]
                    end
                end
            end
        elseif way == 3
            for j=0..2..min(i,m)
                for q=0..j-1
                    for t=0..min(k,5)
                        w[t] = x[j+t] + 3*i - q
                        s += w[t]
                    end
                end
            end
        elseif way == 4
            for j=k..-3..max(n-i,m)
                for q=j..k-5
                    for t=0..6
                        w[t] = x[j+t] + 3*i - q
                        s += w[t]
                    end
                end
            end
        else
            for j=k..-1..max(i,m)
                for q=0..k-2-j
                    for t=0..6
                        w[t] = x[j+t] + 3*i - q
                        s += w[t]
                    end
                end
            end
        end
    end
end
x = zeros(60)
{!serial for}
for i=0..59
    x[i] = mod(i*7, 5)/4
end
for n=[0,1,2,5,14]
    for m=[-1,0,1,3,20]
        for k=[0,1,4,9]
            [s, w] = cut(x, n, m, k)
            [r, v] = in_steps(x, n, m, k, 0)
            if s != r || any(w != v)
                print "cut ", n, " ", m, " ", k, ": ", s, " ", w, " not ", r, " ", v
            end
            [s, w] = falling(x, n, m, k)
            [r, v] = in_steps(x, n, m, k, 1)
            if s != r || any(w != v)
                print "falling ", n, " ", m, " ", k, ": ", s, " ", w, " not ", r, " ", v
            end
            [s, w] = downwards(x, n, m, k)
            [r, v] = in_steps(x, n, m, k, 2)
            if s != r || any(w != v)
                print "downwards ", n, " ", m, " ", k, ": ", s, " ", w, " not ", r, " ", v
            end
            [s, w] = stepped(x, n, m, k)
            [r, v] = in_steps(x, n, m, k, 3)
            if s != r || any(w != v)
                print "stepped ", n, " ", m, " ", k, ": ", s, " ", w, " not ", r, " ", v
            end
            [s, w] = stepped_down(x, n, m, k)
            [r, v] = in_steps(x, n, m, k, 4)
            if s != r || any(w != v)
                print "stepped down ", n, " ", m, " ", k, ": ", s, " ", w, " not ", r, " ", v
            end
        end
    end
end
[s, w] = cut(x, 14, 3, 4)
print s, " ", w
[s, w] = falling(x, 14, 3, 4)
print s, " ", w
[s, w] = downwards(x, 5, 3, 9)
print s, " ", w
[s, w] = stepped(x, 14, 3, 4)
print s, " ", w
[s, w] = stepped_down(x, 5, 3, 9)
print s, " ", w
[s, w] = stepped_far(x, 14, 3, 1)
print s, " ", w
% expect: 7975 [37.25,37.75,37,37.5,38,0,0,0]
% expect: 438.75 [9.25,9.75,9,9.5,10,9.25,9.75,0]
% expect: 2338.75 [9.75,9,9.5,10,9.25,9.75,9,0]
% expect: 2700 [39,38.25,38.75,38,38.5,0,0,0]
% expect: 252 [8.25,8.75,8,8.5,9,8.25,8.75,0]
% expect: 1086 [39,38.25,0,0,0,0,0,0]
