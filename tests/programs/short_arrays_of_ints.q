% Elements of a short array of ints that is given floats in the loop are ints where no iteration has given it any, as
% after steps: also where a function or a cell takes the array. Each function stands here twice, once stepped.
function [] = same(name, a, b)
    for k=0..numel(a)-1
        if a[k] != b[k]
            print name, ", item ", k, ": ", a[k], " stepped ", b[k]
        end
    end
end
function c = facts(t)
    kind = type(t)
    c = {kind, sprintf("%g", t/2), kind == "int" ? sprintf("%d", not(t)) : "none"}
end
function s = total(v)
    s = v[0] + v[1]
end

function c = one(x, limit, v)
    u = 0
    for i=0..numel(x)-1
        if x[i] > limit
            v = [x[i], 0.5]
        end
        u = v[1]
    end
    c = facts(u)
end
function c = one_stepped(x, limit, v)
    u = 0
    {!interpreted for}
    for i=0..numel(x)-1
        if x[i] > limit
            v = [x[i], 0.5]
        end
        u = v[1]
    end
    c = facts(u)
end
function c = passed(x, limit, v)
    u = 0
    for i=0..numel(x)-1
        if x[i] > limit
            v = [x[i], 1]
        end
        u = total(v)
    end
    c = facts(u)
end
function c = passed_stepped(x, limit, v)
    u = 0
    {!interpreted for}
    for i=0..numel(x)-1
        if x[i] > limit
            v = [x[i], 1]
        end
        u = total(v)
    end
    c = facts(u)
end
function c = stored(x, limit, v)
    q = {0}
    for i=0..numel(x)-1
        if x[i] > limit
            v = [x[i], 1]
        end
        q[0] = v
    end
    c = facts(q[0][0])
end
function c = stored_stepped(x, limit, v)
    q = {0}
    {!interpreted for}
    for i=0..numel(x)-1
        if x[i] > limit
            v = [x[i], 1]
        end
        q[0] = v
    end
    c = facts(q[0][0])
end
function c = left(x, limit, v)
    for i=0..numel(x)-1
        if x[i] > limit
            v = [x[i], 0.5]
        end
    end
    c = facts(v[0])
end
function c = left_stepped(x, limit, v)
    {!interpreted for}
    for i=0..numel(x)-1
        if x[i] > limit
            v = [x[i], 0.5]
        end
    end
    c = facts(v[0])
end
function c = added(x, limit, v)
    for i=0..numel(x)-1
        if x[i] > limit
            v = v + [x[i], 1]
        end
    end
    c = facts(v[1])
end
function c = added_stepped(x, limit, v)
    {!interpreted for}
    for i=0..numel(x)-1
        if x[i] > limit
            v = v + [x[i], 1]
        end
    end
    c = facts(v[1])
end
function c = kept(x, limit, v)
    m = limit
    for i=0..numel(x)-1
        if x[i] > m
            m = x[i]
            v = [i+0.5, i]
        end
    end
    c = facts(v[1])
end
function c = kept_stepped(x, limit, v)
    m = limit
    {!interpreted for}
    for i=0..numel(x)-1
        if x[i] > m
            m = x[i]
            v = [i+0.5, i]
        end
    end
    c = facts(v[1])
end

x = [1.0, 2, 3, 2]
for limit = {0, 2, 9}
    for v = {[0,0], [7,8], [0.0,0], [1.5,2]}
        same("one", one(x, limit, v), one_stepped(x, limit, v))
        same("passed", passed(x, limit, v), passed_stepped(x, limit, v))
        same("stored", stored(x, limit, v), stored_stepped(x, limit, v))
        same("left", left(x, limit, v), left_stepped(x, limit, v))
        same("added", added(x, limit, v), added_stepped(x, limit, v))
        same("kept", kept(x, limit, v), kept_stepped(x, limit, v))
    end
end
print one(x, 9, [0,0]), one(x, 2, [0,0])
% expect: `int, "0", "-1"'`scalar, "0.25", "none"'
