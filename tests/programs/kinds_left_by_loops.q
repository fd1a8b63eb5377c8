% A name of several kinds of numbers has, after a loop, the kind of the last value that it was given, as after steps
% (decision 078). Each function stands here twice, once stepped.
function [] = same(name, a, b)
    for k=0..numel(a)-1
        if a[k] != b[k]
            print name, ", item ", k, ": ", a[k], " stepped ", b[k]
        end
    end
end
% Its value, what ints divide and wrap to, and `not` where it is no float.
function c = facts(t)
    kind = type(t)
    c = {kind, sprintf("%g", real(t)/2), kind == "int" || kind == "bool" ? sprintf("%d", not(t)) : "none"}
end

% Each iteration leaves one kind, whatever was there before and is read first.
function c = always(t, x, y)
    for i=0..numel(x)-1
        y[i] = real(t)
        t = x[i] > 1
    end
    c = facts(t)
end
function c = always_stepped(t, x, y)
    {!interpreted for}
    for i=0..numel(x)-1
        y[i] = real(t)
        t = x[i] > 1
    end
    c = facts(t)
end

% Under a condition that holds never, at times or always.
function c = if_any(t, x, limit)
    for i=0..numel(x)-1
        if x[i] > limit
            t = x[i]
        end
    end
    c = facts(t)
end
function c = if_any_stepped(t, x, limit)
    {!interpreted for}
    for i=0..numel(x)-1
        if x[i] > limit
            t = x[i]
        end
    end
    c = facts(t)
end

% One kind in each arm.
function c = arms(t, x, limit, y)
    for i=0..numel(x)-1
        if x[i] > limit
            t = i
        else
            t = x[i] > 0
        end
        y[i] = t
    end
    c = facts(t)
end
function c = arms_stepped(t, x, limit, y)
    {!interpreted for}
    for i=0..numel(x)-1
        if x[i] > limit
            t = i
        else
            t = x[i] > 0
        end
        y[i] = t
    end
    c = facts(t)
end

% Read before it is given another kind under a condition.
function c = carried(t, x, limit, y)
    for i=0..numel(x)-1
        y[i] = real(t)
        if x[i] > limit
            t = i
        end
    end
    c = facts(t)
end
function c = carried_stepped(t, x, limit, y)
    {!interpreted for}
    for i=0..numel(x)-1
        y[i] = real(t)
        if x[i] > limit
            t = i
        end
    end
    c = facts(t)
end

% A break between the two, and an inner loop that may be empty.
function c = inner(t, x, limit)
    for i=0..numel(x)-1
        for j=0..int(x[i])
            if j > limit
                break
            end
            t = 0.5*j
        end
        u = t
    end
    c = facts(u)
end
function c = inner_stepped(t, x, limit)
    {!interpreted for}
    for i=0..numel(x)-1
        {!interpreted for}
        for j=0..int(x[i])
            if j > limit
                break
            end
            t = 0.5*j
        end
        u = t
    end
    c = facts(u)
end

% The kind of another name, which is a sum, in an inner loop.
function c = copied(t, u, x)
    for i=0..numel(x)-1
        v = x[i]
        if i == 2
            v = true
            u = u + v
        end
        t = i
        for j=0..i-1
            t = u
        end
    end
    c = facts(t)
end
function c = copied_stepped(t, u, x)
    {!interpreted for}
    for i=0..numel(x)-1
        v = x[i]
        if i == 2
            v = true
            u = u + v
        end
        t = i
        {!interpreted for}
        for j=0..i-1
            t = u
        end
    end
    c = facts(t)
end

% A sum of what may be complex.
function s = added(t, x, limit)
    s = 0
    for i=0..numel(x)-1
        if x[i] > limit
            t = x[i]
        end
        s += t
    end
end
function s = added_stepped(t, x, limit)
    s = 0
    {!interpreted for}
    for i=0..numel(x)-1
        if x[i] > limit
            t = x[i]
        end
        s += t
    end
end

x = zeros(500)
for i=0..499
    x[i] = mod(7*i, 5)-1
end
y = zeros(500); z = zeros(500)
for t = {true, 3, 1.5, 1+2j, int8(5)}
    for part = {x, x[0..0], zeros(0)}
        same("copied", copied(t, 1.5, part), copied_stepped(t, 1.5, part))
        same("always", always(t, part, y), always_stepped(t, part, z))
        for limit = {-5, 0, 2, 9}
            same("if_any", if_any(t, part, limit), if_any_stepped(t, part, limit))
            same("arms", arms(t, part, limit, y), arms_stepped(t, part, limit, z))
            same("carried", carried(t, part, limit, y), carried_stepped(t, part, limit, z))
            if t == 1+2j
                same("added", facts(added(t, part, limit)), facts(added_stepped(t, part, limit)))
            end
            if numel(part) > 0
                same("inner", inner(t, part, limit), inner_stepped(t, part, limit))
            end
        end
    end
end
print any(y != z)
% expect: 0
print always(3, x, y), if_any(3, x, 9), if_any(3, x, 2)
% expect: `bool, "0.5", "0"'`int, "1.5", "-4"'`scalar, "1.5", "none"'
