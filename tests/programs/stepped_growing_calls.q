% Calls that change what grows: it is the one that there was before them.
function v = later(h, k)
    v = 10*k
    if k == 2
        h.items = [h.items, 77]
    elseif k == 3
        h.items = cell(0)
    elseif k == 4
        h.items[0] = 5
    end
end
function [] = grow(h)
    for k = 0..5
        h.items = [h.items, later(h, k)]
        h.row = [h.row, later(h, 1), k]
    end
end
h = object()
h.items = cell(0)
h.row = [1]
grow(h)
print h.items, " ", h.row
% expect: `5, 10, 20, 30, 40, 50' [1,10,0,10,1,10,2,10,3,10,4,10,5]
c = cell(3)
print size(c), size(cell(0)), numel(c)
% expect: [1,3][1,0]3
function c = g(n)
    c = cell(n)
end
k = 0
while k < 3
    d = g(k)
    k += 1
end
print size(d), " ", d[0] == nullptr
% expect: [1,2] 1
c = cell(0)
k = 0
while k < 3
    c = [c, g(2)]
    c = [c, fibo(k+5)]
    k += 1
end
function y = fibo(n)
    y = n < 2 ? n : fibo(n-1) + fibo(n-2)
end
print numel(c), " ", c[2], " ", c[8]
% expect: 9 5 13
r = [1]
k = 0
while k < 3
    r = [r, fibo(k)*0.5]
    k += 1
end
print r, " ", type(r)
% expect: [1,0,0.5,0.5] vec
try
    k = 0
    while k < 2
        d = cell(0-1-k)
        k += 1
    end
catch e
    print e
% expect: a negative extent: -1
end
