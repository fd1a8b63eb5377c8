% Of two failures in an iteration of a pack or scan the one is reported that the text meets first.
function y = pack(x, a, b, y)
    n = 0
    for i=0..numel(x)-1
        t = a[i+1]
        if b[i+1] > 0
            y[n] = x[i] + t
            n += 1
        end
    end
end
function y = running(x, a, b, y)
    s = 0.0
    for i=0..numel(x)-1
        t = a[i]
        s += b[i] + x[i]
        y[i] = s + t
    end
end
function [] = try_of(f)
    try
        print f()
    catch e
        print e
    end
end
% The condition's loop may end at its failure, so that its first run is no silent one.
function y = ends(x, a, b, y)
    n = 0
    for i=0..numel(x)-1
        t = a[i]
        k = 10
        while k > 3
            k = k - 1 - b[i]
        end
        if k > 0
            y[n] = t
            n += 1
        end
    end
end
x = 1..5
try_of(() -> pack(x, ones(3), ones(3), zeros(5)))
try_of(() -> pack(x, ones(4), ones(3), zeros(5)))
try_of(() -> pack(x, ones(6), ones(6), zeros(5)))
try_of(() -> running(x, ones(2), ones(2), zeros(5)))
try_of(() -> running(x, ones(5), ones(4), zeros(5)))
try_of(() -> running(x, ones(5), ones(5), zeros(4)))
try_of(() -> running(x, ones(5), ones(5), zeros(5)))
% expect: index 3 is out of range: 'a' has 3 elements along dimension 0
% expect: index 3 is out of range: 'b' has 3 elements along dimension 0
% expect: [2,3,4,5,6]
% expect: index 2 is out of range: 'a' has 2 elements along dimension 0
% expect: index 4 is out of range: 'b' has 4 elements along dimension 0
% expect: index 4 is out of range: 'y' has 4 elements along dimension 0
% expect: [3,6,10,15,21]
try_of(() -> ends(x, ones(3), ones(3), zeros(5)))
try_of(() -> ends(x, ones(4), ones(3), zeros(5)))
try_of(() -> ends(x, ones(3), ones(4), zeros(5)))
try_of(() -> ends(x, ones(6), ones(6), zeros(3)))
try_of(() -> ends(x, 2*ones(5), ones(5), zeros(5)))
% expect: index 3 is out of range: 'a' has 3 elements along dimension 0
% expect: index 3 is out of range: 'b' has 3 elements along dimension 0
% expect: index 3 is out of range: 'a' has 3 elements along dimension 0
% expect: index 3 is out of range: 'y' has 3 elements along dimension 0
% expect: [2,2,2,2,2]
