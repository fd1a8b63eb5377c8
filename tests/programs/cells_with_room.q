% Loops of few and of many iterations beside a cell of records that has room for more: stepped and compiled, with the same numbers.
type item : class
    a : int
    alive : bool
end
type table : mutable class
    items : vec[item]
    n : int
end

function [removed, total] = sweep(t : table, k : int)
    removed = 0
    total = 0
    for i = 0..t.n-1
        p = t.items[i]
        if !p.alive
            continue
        end
        if mod(p.a, 7) == k
            t.items[i].alive = false
            removed += 1
        else
            total += p.a
        end
    end
end

t = table(items:=vec[item](3000), n:=0)
sizes = [3, 60, 200, 900]
for step = 0..3
    while t.n < sizes[step]
        t.items[t.n] = item(a:=t.n, alive:=true)
        t.n += 1
    end
    [removed, total] = sweep(t, step)
    print removed, " ", total
end
left = 0
for i = 0..t.n-1
    left += t.items[i].alive ? 1 : 0
end
print left
% expect: 1 3
% expect: 9 1509
% expect: 29 16739
% expect: 129 343210
% expect: 732
