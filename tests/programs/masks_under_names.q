% A short array that is given a mask, ints or floats under a condition has, after a loop, the elements that steps give it
% (decision 078).
function [] = same(name, a, b)
    if numel(a) != numel(b) || any(a != b) || type(a) != type(b)
        print name, ": ", a, " ", type(a), " stepped ", b, " ", type(b)
    end
end
function v = masked(v, x, limit)
    for i=0..numel(x)-1
        if x[i] > limit
            v = [x[i], 1, 2] > 1
        end
    end
end
function v = masked_stepped(v, x, limit)
    {!interpreted for}
    for i=0..numel(x)-1
        if x[i] > limit
            v = [x[i], 1, 2] > 1
        end
    end
end
% Either of two, and what is computed of it.
function [v, w] = arms(v, x, limit)
    w = 0
    for i=0..numel(x)-1
        if x[i] > limit
            v = vec3(x[i], 1, 2) > 1
        else
            v = vec3(0.5, x[i], 2)
        end
        w = -v
    end
end
function [v, w] = arms_stepped(v, x, limit)
    w = 0
    {!interpreted for}
    for i=0..numel(x)-1
        if x[i] > limit
            v = vec3(x[i], 1, 2) > 1
        else
            v = vec3(0.5, x[i], 2)
        end
        w = -v
    end
end
% One element of it, and a choice.
function [s, c] = element(x, limit)
    v = vec3(1, 2, 3)
    s = 0
    c = 0
    for i=0..numel(x)-1
        if x[i] > limit
            v = vec3(x[i], 1, 2) > 1
        end
        s = v[1]
        c = x[i] > 0 ? v : vec3(1, 2, 3)
    end
end
function [s, c] = element_stepped(x, limit)
    v = vec3(1, 2, 3)
    s = 0
    c = 0
    {!interpreted for}
    for i=0..numel(x)-1
        if x[i] > limit
            v = vec3(x[i], 1, 2) > 1
        end
        s = v[1]
        c = x[i] > 0 ? v : vec3(1, 2, 3)
    end
end
x = zeros(300)
for i=0..299
    x[i] = mod(7*i, 5)-1
end
for limit = {-5, 0, 2, 9}
    for v = {[1.5, 2, 3], [1, 2, 3], vec3(1, 2, 3), vec3(1, 2, 3) > 1}
        same("masked", masked(copy(v), x, limit), masked_stepped(copy(v), x, limit))
    end
    [a, b] = arms(vec3(1, 2, 3), x, limit)
    [c, d] = arms_stepped(vec3(1, 2, 3), x, limit)
    same("arms", a, c)
    same("opposite", b, d)
    [a, b] = element(x, limit)
    [c, d] = element_stepped(x, limit)
    same("element", a, c)
    same("choice", b, d)
end
print masked(vec3(1.5, 2, 3), x, 2), " ", masked(vec3(1.5, 2, 3), x, 9)
% expect: [1,0,1] [1.5,2,3]
