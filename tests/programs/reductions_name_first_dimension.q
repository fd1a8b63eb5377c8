% What a reduction of a slice of computed length says of wrong places: the first dimension in which the slice leaves the
% array, also where another of its ranges is empty, as its steps do.
function s = message(f)
    s = ""
    try
        f()
    catch e
        s = e.message
    end
end
function [] = same(name, a, b)
    if a != b
        print name, ": ", a, " stepped ", b
    end
end
function [] = total(X, e, y)
    for i=0..0
        y[i] = sum(X[e[i,0]..e[i,1], e[i,2]..e[i,3]])
    end
end
function [] = total_stepped(X, e, y)
    {!interpreted for}
    for i=0..0
        y[i] = sum(X[e[i,0]..e[i,1], e[i,2]..e[i,3]])
    end
end
function [] = greatest(X, e, y)
    for i=0..0
        y[i] = max(X[e[i,0]..e[i,1], e[i,2]..e[i,3]])
    end
end
function [] = greatest_stepped(X, e, y)
    {!interpreted for}
    for i=0..0
        y[i] = max(X[e[i,0]..e[i,1], e[i,2]..e[i,3]])
    end
end
function [] = average(X, e, y)
    for i=0..0
        y[i] = mean(X[e[i,0]..e[i,1], e[i,2]..e[i,3]])
    end
end
function [] = average_stepped(X, e, y)
    {!interpreted for}
    for i=0..0
        y[i] = mean(X[e[i,0]..e[i,1], e[i,2]..e[i,3]])
    end
end
function [] = some(X, e, y)
    for i=0..0
        y[i] = any(X[e[i,0]..e[i,1], e[i,2]..e[i,3]] > 0)
    end
end
function [] = some_stepped(X, e, y)
    {!interpreted for}
    for i=0..0
        y[i] = any(X[e[i,0]..e[i,1], e[i,2]..e[i,3]] > 0)
    end
end
function [] = column(X, e, y)
    for i=0..0
        y[i] = sum(X[e[i,0]..e[i,1], e[i,2]])
    end
end
function [] = column_stepped(X, e, y)
    {!interpreted for}
    for i=0..0
        y[i] = sum(X[e[i,0]..e[i,1], e[i,2]])
    end
end
function [] = place(X, e, y)
    for i=0..0
        y[i] = argmax(X[e[i,0]..e[i,1], e[i,2]..e[i,3]])
    end
end
function [] = place_stepped(X, e, y)
    {!interpreted for}
    for i=0..0
        y[i] = argmax(X[e[i,0]..e[i,1], e[i,2]..e[i,3]])
    end
end
function [] = products(X, e, y)
    for i=0..0
        y[i] = sum(X[e[i,0]..e[i,1], e[i,2]..e[i,3]].*X[e[i,0]..e[i,1], e[i,2]..e[i,3]])
    end
end
function [] = products_stepped(X, e, y)
    {!interpreted for}
    for i=0..0
        y[i] = sum(X[e[i,0]..e[i,1], e[i,2]..e[i,3]].*X[e[i,0]..e[i,1], e[i,2]..e[i,3]])
    end
end
function [] = length(X, e, y)
    for i=0..0
        y[i] = norm(X[e[i,0]..e[i,1], e[i,2]..e[i,3]])
    end
end
function [] = length_stepped(X, e, y)
    {!interpreted for}
    for i=0..0
        y[i] = norm(X[e[i,0]..e[i,1], e[i,2]..e[i,3]])
    end
end
function [] = cut(X, e, y)
    for i=0..0
        y[i] = sum(X[max(e[i,0],0)..min(e[i,1],size(X,0)-1), max(e[i,2],0)..min(e[i,3],size(X,1)-1)])
    end
end
function [] = cut_stepped(X, e, y)
    {!interpreted for}
    for i=0..0
        y[i] = sum(X[max(e[i,0],0)..min(e[i,1],size(X,0)-1), max(e[i,2],0)..min(e[i,3],size(X,1)-1)])
    end
end
X = zeros(3,4); y = zeros(1)
from = {-2, 0, 2, 3, 9}; to = {-2, -1, 0, 3, 4, 9}
for a = from
    for b = to
        for c = from
            for d = to
                e = int([a,b,c,d;0,0,0,0])
                same("total", message(() -> total(X, e, y)), message(() -> total_stepped(X, e, y)))
                same("greatest", message(() -> greatest(X, e, y)), message(() -> greatest_stepped(X, e, y)))
                same("average", message(() -> average(X, e, y)), message(() -> average_stepped(X, e, y)))
                same("some", message(() -> some(X, e, y)), message(() -> some_stepped(X, e, y)))
                same("column", message(() -> column(X, e, y)), message(() -> column_stepped(X, e, y)))
                same("place", message(() -> place(X, e, y)), message(() -> place_stepped(X, e, y)))
                same("products", message(() -> products(X, e, y)), message(() -> products_stepped(X, e, y)))
                same("length", message(() -> length(X, e, y)), message(() -> length_stepped(X, e, y)))
                same("cut", message(() -> cut(X, e, y)), message(() -> cut_stepped(X, e, y)))
            end
        end
    end
end
print message(() -> total(X, int([0,5,-2,1;0,0,0,0]), y))
% expect: index 3 is out of range: 'X' has 3 elements along dimension 0
print message(() -> greatest(X, int([2,1,9,9;0,0,0,0]), y))
% expect: index 9 is out of range: 'X' has 4 elements along dimension 1
