% Work arrays of loops whose steps are known when they are reached: the last iteration's content stays, in either direction.
function [t, s, last] = small(x, from, step, to, m)
    t = zeros(8)
    s = 0.0
    last = -1
    {!parallel for}
    for i=from..step..to
        for j=0..min(m,7)
            t[j] = x[i] + j
        end
        for j=0..min(m,7)
            s += t[j]
        end
        last = i
    end
end
% loop 7: reduction + s
function [t, s] = nested(x, step, m)
    t = zeros(8)
    s = 0.0
    {!parallel for}
    for i=0..2
        for k=1..step..numel(x)-1
            for j=1..min(m,7)
                t[j] = x[k] + 100*i + j
                s += t[j]
            end
        end
    end
end
% loop 22: reduction + s
function [t, y] = large(x, step, n)
    t = zeros(n)
    y = zeros(numel(x))
    {!parallel for}
    for i=0..step..numel(x)-1
        for j=0..n-1
            t[j] = x[i] + j
        end
        y[i] = t[n-1] - t[0] + t[mod(i,n)]
    end
end
% loop 36: map
x = 0..99
for step = [1,3,7,99,100,1000]
    [t, s, last] = small(x, 0, step, 99, 3)
    [u, r] = nested(x, step, 5)
    print step, ": ", t, " ", s, " ", last, " ", u, " ", r
end
[t, s, last] = small(x, 99, -7, 0, 20)
print t, " ", s, " ", last
[t, s, last] = small(x, 5, 0, 0, 20)
print t, " ", s, " ", last
for n = [3,300]
    for step = [1,7,98]
        [t, y] = large(x, step, n)
        print t[0], " ", t[n-1], " ", sum(t), " ", sum(y)
    end
end
% expect: 1: [99,100,101,102,0,0,0,0] 20400 99 [0,300,301,302,303,304,0,0] 227205
% expect: 3: [99,100,101,102,0,0,0,0] 6936 99 [0,298,299,300,301,302,0,0] 75240
% expect: 7: [98,99,100,101,0,0,0,0] 3030 98 [0,300,301,302,303,304,0,0] 34425
% expect: 99: [99,100,101,102,0,0,0,0] 408 99 [0,202,203,204,205,206,0,0] 1560
% expect: 100: [0,1,2,3,0,0,0,0] 6 0 [0,202,203,204,205,206,0,0] 1560
% expect: 1000: [0,1,2,3,0,0,0,0] 6 0 [0,202,203,204,205,206,0,0] 1560
% expect: [1,2,3,4,5,6,7,8] 6420 1
% expect: [0,0,0,0,0,0,0,0] 0 -1
% expect: 99 101 300 5249
% expect: 98 100 297 780
% expect: 98 100 297 104
% expect: 99 398 74550 39800
% expect: 98 397 74250 5955
% expect: 98 397 74250 794
% Loops around what is written that run in each iteration or in none.
function [t, s] = around(x, n, m, k)
    t = zeros(8)
    s = 0.0
    {!parallel for}
    for i=0..n-1
        for p=m-1..-1..max(0,m-1-i)
            for j=0..min(k,7)
                t[j] = x[p] + i + j
                s += t[j]
            end
        end
    end
end
function [t, s] = around_in_steps(x, n, m, k)
    t = zeros(8)
    s = 0.0
    {!interpreted for}
    for i=0..n-1
        for p=m-1..-1..max(0,m-1-i)
            for j=0..min(k,7)
                t[j] = x[p] + i + j
                s += t[j]
            end
        end
    end
end
agree = true
for n = [0,1,5,40]
    for m = [0,1,3,50]
        [t, s] = around(x, n, m, 4)
        [u, r] = around_in_steps(x, n, m, 4)
        agree = agree && all(t == u) && s == r
    end
end
print agree
% expect: 1
