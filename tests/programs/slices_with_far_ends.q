% The ends of slices are looked at wherever they lie, and whatever is read of the slice; near 2^63 lengths do not wrap.
function y = sums(X, a, b)
    y = zeros(numel(a))
    for i=0..numel(a)-1
        y[i] = sum(X[a[i]..b[i]])
    end
end
function y = clamped(X, a, b)
    y = zeros(numel(a))
    for i=0..numel(a)-1
        y[i] = sum(X[max(a[i],-3)..min(b[i],9)])
    end
end
function y = of_two(X, a)
    y = zeros(numel(a))
    for i=0..numel(a)-1
        y[i] = sum(X[a[i]..a[i]+1])
    end
end
function y = first_of_two(X, a)
    y = zeros(numel(a))
    for i=0..numel(a)-1
        y[i] = X[a[i]..a[i]+1][0]
    end
end
function y = length_of_two(X, a)
    y = zeros(numel(a))
    for i=0..numel(a)-1
        p = X[a[i]..a[i]+1]
        y[i] = numel(p)
    end
end
function y = lengths(X, a, b)
    y = zeros(numel(a))
    for i=0..numel(a)-1
        p = X[a[i]..b[i]]
        y[i] = numel(p)
    end
end
function y = one_of(X, a)
    y = zeros(numel(a))
    for i=0..numel(a)-1
        y[i] = [X[a[i]], 2][1]
    end
end
function X = fill(X, a, b)
    for i=0..numel(a)-1
        X[a[i]..2..b[i]] = 7
    end
end
function [] = try_of(f)
    try
        print f()
    catch e
        print e
    end
end
X = [1.0,2.0,3.0,4.0,5.0,6.0]
big = 9223372036854775807
try_of(() -> sums(X, [100], [200]))
try_of(() -> sums(X, [-big], [3]))
try_of(() -> sums(X, [3,2,big], [5,-big,-1]))
try_of(() -> clamped(X, [big,2,big], [-3,-big,-1]))
try_of(() -> clamped(X, [big,2], [-3,6]))
try_of(() -> of_two(X, [big,2,big,3]))
try_of(() -> of_two(X, [nan,2.0]))
try_of(() -> of_two(X, [1.5]))
try_of(() -> first_of_two(X, [big]))
try_of(() -> first_of_two(X, [16777216.0]))
try_of(() -> length_of_two(X, [4,5]))
try_of(() -> lengths(X, [3,-big], [5,-big-1]))
try_of(() -> lengths(X, [3], [7]))
try_of(() -> one_of(X, [9]))
try_of(() -> fill(copy(X), [1,big], [5,-big]))
% expect: index 100 is out of range: 'X' has 6 elements along dimension 0
% expect: index -9223372036854775807 is out of range: 'X' has 6 elements along dimension 0
% expect: [15,0,0]
% expect: [0,0,0]
% expect: index 6 is out of range: 'X' has 6 elements along dimension 0
% expect: [0,7,0,9]
% expect: [0,7]
% expect: the ends of a range of indices are not whole
% expect: index 0 is out of range: 'the array' has 0 elements along dimension 0
% expect: index 16777216 is out of range: 'X' has 6 elements along dimension 0
% expect: index 6 is out of range: 'X' has 6 elements along dimension 0
% expect: [3,0]
% expect: index 6 is out of range: 'X' has 6 elements along dimension 0
% expect: index 9 is out of range: 'X' has 6 elements along dimension 0
% expect: [1,7,3,7,5,7]
