% What is kept beside an extreme or a match is computed by loops, branches and arrays of the iteration that is kept. Where
% another iteration may fail at it, the loop runs in order.
n = 400
x = zeros(n)
w = zeros(n,8)
{!interpreted for}
for i=0..n-1
    x[i] = mod(i*37,101)
    for j=0..7
        w[i,j] = mod(i*13 + j*29,97)
    end
end

% An extreme, with a sum of a length that moves.
function [best, at, s] = with_sum(x : vec, w : mat)
    best = inf
    at = -1
    s = 0.0
    {!parallel for}
    for i=0..numel(x)-1
        if x[i] < best
            best = x[i]
            t = 0.0
            for j=0..mod(i,8)
                t += w[i,j]
            end
            at = i
            s = t*2
        end
    end
end
[best, at, s] = with_sum(x, w)
print best, " ", at, " ", s
% expect: 0 0 0
[best, at, s] = with_sum(x[5..n-1], w[5..n-1,:])
print best, " ", at, " ", s
% expect: 0 96 104

% The greatest, by a call of several lines with a branch; an array of the iteration.
function y = odd_sum(x : vec, i : int)
    y = 0.0
    for k=max(i-3,0)..i
        if mod(k,2) == 1
            y += x[k]
        else
            y = y - 1
        end
    end
end
function [best, s, t] = with_call(x : vec)
    best = -1.0
    s = 0.0
    t = 0.0
    {!parallel for}
    for i=0..numel(x)-1
        if x[i] >= best
            best = x[i]
            s = odd_sum(x, i)
            t = cumsum(x[max(i-2,0)..i])[0]
        end
    end
end
[best, s, t] = with_call(x)
print best, " ", s, " ", t
% expect: 100 124 26

% The last match, and the first one.
function [at, s] = last_one(x : vec, w : mat)
    at = -1
    s = 0.0
    {!parallel for}
    for i=0..numel(x)-1
        if mod(x[i],10) == 3
            at = i
            t = 0.0
            for j=0..mod(i,8)
                t += w[i,j]
            end
            s = t
        end
    end
end
[at, s] = last_one(x, w)
print at, " ", s
% expect: 341 261
function [at, s] = first_one(x : vec, w : mat)
    at = -1
    s = 0.0
    {!parallel for}
    for i=0..numel(x)-1
        if mod(x[i],10) == 3
            if at < 0
                at = i
                t = 0.0
                for j=0..mod(i,8)
                    t += w[i,j]
                end
                s = t
            end
        end
    end
end
[at, s] = first_one(x, w)
print at, " ", s
% expect: 11 164

% The best of each row.
function r = of_rows(w : mat)
    r = zeros(size(w,0),2)
    {!parallel for}
    for i=0..size(w,0)-1
        best = inf
        s = 0.0
        for j=0..7
            if w[i,j] < best
                best = w[i,j]
                t = 0.0
                for k=0..j
                    t += w[i,k]
                end
                s = t
            end
        end
        r[i,0] = best
        r[i,1] = s
    end
end
r = of_rows(w)
print sum(r[:,0]), " ", sum(r[:,1])
% expect: 2470 85973

% An iteration that is not kept in the end fails at what it would keep, or reads outside.
function [best, s] = may_fail(x : vec, p : vec[int])
    best = inf
    s = 0.0
    for i=0..numel(p)-1
        if p[i] < best
            best = p[i]
            t = 0.0
            for k=0..p[i]
                t += x[k]
            end
            s = t
        end
    end
end
[best, s] = may_fail(x, [9,3,5])
print best, " ", s
% expect: 3 121
try
    [best, s] = may_fail(x, [900,3,5])
catch e
    print e.message
end
% expect: index 400 is out of range: 'x' has 400 elements along dimension 0
function [best, s] = may_divide(p : vec[int])
    best = 1000000
    s = 0
    for i=0..numel(p)-1
        if p[i] < best
            best = p[i]
            t = 0
            for k=1..3
                t += mod(12, p[i]-k)
            end
            s = t
        end
    end
end
[best, s] = may_divide([9,-3,5])
print best, " ", s
% expect: -3 2
try
    [best, s] = may_divide([2,-3,5])
catch e
    print e.message
end
% expect: integer division by zero
% loop 20: argreduce argmin best
% loop 55: argreduce argmax best
% loop 72: argreduce last at
% loop 90: argreduce first at
% loop 111: partial argmin best
% loop 159: argreduce argmin best
