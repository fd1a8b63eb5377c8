% What a slice of computed length says of wrong places: the first dimension in which it leaves the array, also where
% another of its ranges is empty, as its steps do.
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
function [] = number(X, e, y)
    for i=0..0
        y[i] = numel(X[e[i,0]..e[i,1], e[i,2]..e[i,3]])
    end
end
function [] = number_stepped(X, e, y)
    {!interpreted for}
    for i=0..0
        y[i] = numel(X[e[i,0]..e[i,1], e[i,2]..e[i,3]])
    end
end
function [] = one_of(X, e, y)
    for i=0..0
        y[i] = X[e[i,0]..e[i,1], e[i,2]..e[i,3]][0,0]
    end
end
function [] = one_of_stepped(X, e, y)
    {!interpreted for}
    for i=0..0
        y[i] = X[e[i,0]..e[i,1], e[i,2]..e[i,3]][0,0]
    end
end
function [] = row(X, e, y)
    for i=0..0
        p = X[e[i,0], e[i,2]..e[i,3], e[i,1]..e[i,1]]
        y[i] = numel(p)
    end
end
function [] = row_stepped(X, e, y)
    {!interpreted for}
    for i=0..0
        p = X[e[i,0], e[i,2]..e[i,3], e[i,1]..e[i,1]]
        y[i] = numel(p)
    end
end
X = zeros(3,4); Z = zeros(3,4,2); y = zeros(1)
from = {-2, 0, 2, 3, 9}; to = {-2, -1, 0, 3, 4, 9}
for a = from
    for b = to
        for c = from
            for d = to
                e = int([a,b,c,d;0,0,0,0])
                same("number", message(() -> number(X, e, y)), message(() -> number_stepped(X, e, y)))
                same("one_of", message(() -> one_of(X, e, y)), message(() -> one_of_stepped(X, e, y)))
                same("row", message(() -> row(Z, e, y)), message(() -> row_stepped(Z, e, y)))
            end
        end
    end
end
print message(() -> number(X, int([0,5,-2,1;0,0,0,0]), y))
% expect: index 3 is out of range: 'X' has 3 elements along dimension 0
print message(() -> number(X, int([2,1,9,9;0,0,0,0]), y))
% expect: index 9 is out of range: 'X' has 4 elements along dimension 1
