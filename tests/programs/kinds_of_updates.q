% The kind of a sum, product or extreme is that of its start value where no iteration has updated it, as after steps
% (decision 091): `s = 0` stays an int. Each function stands here twice, once stepped.
function [] = same(name, t, limit, a, b)
    for k=0..numel(a)-1
        if a[k] != b[k]
            print name, " of ", t, ", ", limit, ", item ", k, ": ", a[k], " stepped ", b[k]
        end
    end
end
% Its value, and `not` where it is no float.
function c = facts(t)
    kind = type(t)
    c = {kind, sprintf("%g", real(t)/2), kind == "int" || kind == "bool" ? sprintf("%d", not(t)) : "none"}
end

% A sum, a product, extremes in both forms.
function c = total(t, x, k, limit)
    for i=0..numel(x)-1
        if x[i] > limit
            t += x[i]
        end
    end
    c = facts(t)
end
function c = total_stepped(t, x, k, limit)
    {!interpreted for}
    for i=0..numel(x)-1
        if x[i] > limit
            t += x[i]
        end
    end
    c = facts(t)
end

function c = product(t, x, k, limit)
    for i=0..numel(x)-1
        if x[i] > limit
            t *= 0.5
        end
    end
    c = facts(t)
end
function c = product_stepped(t, x, k, limit)
    {!interpreted for}
    for i=0..numel(x)-1
        if x[i] > limit
            t *= 0.5
        end
    end
    c = facts(t)
end

function c = greatest(t, x, k, limit)
    for i=0..numel(x)-1
        if x[i] > t && k[i] > limit
            t = x[i]
        end
    end
    c = facts(t)
end
function c = greatest_stepped(t, x, k, limit)
    {!interpreted for}
    for i=0..numel(x)-1
        if x[i] > t && k[i] > limit
            t = x[i]
        end
    end
    c = facts(t)
end

function c = least(t, x, k, limit)
    for i=0..numel(x)-1
        if k[i] < limit
            t = min(t, x[i])
        end
    end
    c = facts(t)
end
function c = least_stepped(t, x, k, limit)
    {!interpreted for}
    for i=0..numel(x)-1
        if k[i] < limit
            t = min(t, x[i])
        end
    end
    c = facts(t)
end

% Floats before, ints inside.
function c = least_int(t, x, k, limit)
    for i=0..numel(x)-1
        if k[i] < t
            t = k[i]
        end
    end
    c = facts(t)
end
function c = least_int_stepped(t, x, k, limit)
    {!interpreted for}
    for i=0..numel(x)-1
        if k[i] < t
            t = k[i]
        end
    end
    c = facts(t)
end

% Updates of two kinds.
function c = both(t, x, k, limit)
    for i=0..numel(x)-1
        if k[i] > 3
            t += k[i]
        end
        if x[i] > limit
            t += x[i]
        end
    end
    c = facts(t)
end
function c = both_stepped(t, x, k, limit)
    {!interpreted for}
    for i=0..numel(x)-1
        if k[i] > 3
            t += k[i]
        end
        if x[i] > limit
            t += x[i]
        end
    end
    c = facts(t)
end

% A sum that each row begins anew: that of the last row is left.
function c = last_row(t, x, k, limit)
    for i=0..4
        t = 0
        for j=0..numel(x)-1
            if x[j]*i > limit
                t += x[j]
            end
        end
    end
    c = facts(t)
end
function c = last_row_stepped(t, x, k, limit)
    {!interpreted for}
    for i=0..4
        t = 0
        {!interpreted for}
        for j=0..numel(x)-1
            if x[j]*i > limit
                t += x[j]
            end
        end
    end
    c = facts(t)
end

% Inner loops that may be empty.
function c = sometimes_empty(t, x, k, limit)
    for i=0..numel(x)-1
        for j=0..int(x[i])-limit
            t += 0.5
        end
    end
    c = facts(t)
end
function c = sometimes_empty_stepped(t, x, k, limit)
    {!interpreted for}
    for i=0..numel(x)-1
        {!interpreted for}
        for j=0..int(x[i])-limit
            t += 0.5
        end
    end
    c = facts(t)
end

% Something else than updates.
function c = set_between(t, x, k, limit)
    for i=0..numel(x)-1
        if x[i] > limit
            t += x[i]
        end
        if i == 30
            t = k[i]
        end
    end
    c = facts(t)
end
function c = set_between_stepped(t, x, k, limit)
    {!interpreted for}
    for i=0..numel(x)-1
        if x[i] > limit
            t += x[i]
        end
        if i == 30
            t = k[i]
        end
    end
    c = facts(t)
end

% Another name has it.
function c = copied(t, x, k, limit)
    u = 1
    for i=0..numel(x)-1
        if x[i] > limit
            t += x[i]
        end
        u = t
    end
    c = facts(u)
end
function c = copied_stepped(t, x, k, limit)
    u = 1
    {!interpreted for}
    for i=0..numel(x)-1
        if x[i] > limit
            t += x[i]
        end
        u = t
    end
    c = facts(u)
end

% A loop that is left.
function c = left_early(t, x, k, limit)
    for i=0..numel(x)-1
        if k[i] > 3
            break
        end
        if x[i] > limit
            t += x[i]
        end
    end
    c = facts(t)
end
function c = left_early_stepped(t, x, k, limit)
    {!interpreted for}
    for i=0..numel(x)-1
        if k[i] > 3
            break
        end
        if x[i] > limit
            t += x[i]
        end
    end
    c = facts(t)
end

% The loop overwrites what the condition reads, once.
function c = overwritten(t, x, k, limit)
    a = 1*x
    for i=0..numel(a)-1
        if a[i] > limit
            t += 0.0*a[i]
        end
        a[i] = 10 - 20*a[i]
    end
    c = facts(t)
end
function c = overwritten_stepped(t, x, k, limit)
    a = 1*x
    {!interpreted for}
    for i=0..numel(a)-1
        if a[i] > limit
            t += 0.0*a[i]
        end
        a[i] = 10 - 20*a[i]
    end
    c = facts(t)
end

% The same through another name.
function c = overwritten_by_another(t, x, k, limit)
    a = 1*x
    b = a
    for i=0..numel(a)-1
        if b[i] > limit
            t += 0.0
        end
        a[i] = 10 - 20*a[i]
    end
    c = facts(t)
end
function c = overwritten_by_another_stepped(t, x, k, limit)
    a = 1*x
    b = a
    {!interpreted for}
    for i=0..numel(a)-1
        if b[i] > limit
            t += 0.0
        end
        a[i] = 10 - 20*a[i]
    end
    c = facts(t)
end

% Beside a running value, bins and what is stored.
function c = beside_running(t, x, k, limit)
    a = zeros(numel(x))
    h = zeros(9)
    r = 0.0
    for i=0..numel(x)-1
        r += x[i]
        a[i] = r
        h[k[i]] += 1
        if x[i] > limit
            t -= x[i]
        end
    end
    c = facts(t)
end
function c = beside_running_stepped(t, x, k, limit)
    a = zeros(numel(x))
    h = zeros(9)
    r = 0.0
    {!interpreted for}
    for i=0..numel(x)-1
        r += x[i]
        a[i] = r
        h[k[i]] += 1
        if x[i] > limit
            t -= x[i]
        end
    end
    c = facts(t)
end

% A condition on numbers that are drawn.
function c = drawn(t, x, k, limit)
    seed(7)
    for i=0..numel(x)-1
        if 9*rand() > limit
            t += 0.0
        end
    end
    c = facts(t)
end
function c = drawn_stepped(t, x, k, limit)
    seed(7)
    {!interpreted for}
    for i=0..numel(x)-1
        if 9*rand() > limit
            t += 0.0
        end
    end
    c = facts(t)
end

% Elements of a short array.
function c = one_of_three(t, x, k, limit)
    v = [t, t, t]
    for i=0..numel(x)-1
        if x[i] > limit
            v += [x[i], 1, 2]
        end
    end
    t = v[0]
    c = facts(t)
end
function c = one_of_three_stepped(t, x, k, limit)
    v = [t, t, t]
    {!interpreted for}
    for i=0..numel(x)-1
        if x[i] > limit
            v += [x[i], 1, 2]
        end
    end
    t = v[0]
    c = facts(t)
end

x = zeros(500); k = int(zeros(500))
for i=0..499
    x[i] = mod(7*i, 5)-1
    k[i] = mod(3*i, 5)
end
for t = {true, 0, 3, 0.0, 1.5, double(0), double(1.5)}
    for part = {x, -abs(x), x[0..0], zeros(0)}
        for limit = {-5, 0, 2, 9}
            same("total", t, limit, total(t, part, k, limit), total_stepped(t, part, k, limit))
            same("product", t, limit, product(t, part, k, limit), product_stepped(t, part, k, limit))
            same("greatest", t, limit, greatest(t, part, k, limit), greatest_stepped(t, part, k, limit))
            same("least", t, limit, least(t, part, k, limit), least_stepped(t, part, k, limit))
            same("least_int", t, limit, least_int(t, part, k, limit), least_int_stepped(t, part, k, limit))
            same("both", t, limit, both(t, part, k, limit), both_stepped(t, part, k, limit))
            same("last_row", t, limit, last_row(t, part, k, limit), last_row_stepped(t, part, k, limit))
            same("sometimes_empty", t, limit, sometimes_empty(t, part, k, limit), sometimes_empty_stepped(t, part, k, limit))
            same("set_between", t, limit, set_between(t, part, k, limit), set_between_stepped(t, part, k, limit))
            same("copied", t, limit, copied(t, part, k, limit), copied_stepped(t, part, k, limit))
            same("left_early", t, limit, left_early(t, part, k, limit), left_early_stepped(t, part, k, limit))
            same("overwritten", t, limit, overwritten(t, part, k, limit), overwritten_stepped(t, part, k, limit))
            same("overwritten_by_another", t, limit, overwritten_by_another(t, part, k, limit), overwritten_by_another_stepped(t, part, k, limit))
            same("beside_running", t, limit, beside_running(t, part, k, limit), beside_running_stepped(t, part, k, limit))
            same("drawn", t, limit, drawn(t, part, k, limit), drawn_stepped(t, part, k, limit))
            same("one_of_three", t, limit, one_of_three(t, part, k, limit), one_of_three_stepped(t, part, k, limit))
        end
    end
end
print total(0, x, k, 9), total(0, x, k, 0)
% expect: `int, "0", "-1"'`scalar, "300", "none"'
