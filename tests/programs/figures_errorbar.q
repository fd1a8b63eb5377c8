% Stairs and error bars.
f = stairs([1, 3, 2])
print f.number
% expect: 1
g = stairs([0, 1, 5], [1, 3, 2], "r--", "LineWidth", 2)
h = errorbar([1, 2, 3], [0.5, 0.25, 0])
h = errorbar([10, 20, 30], [1, 2, 3], 0.5)
h = errorbar([10, 20, 30], [1, 2, 3], [1, 1, 1], [2, 2, 2], "o", "DisplayName", "measured")
print h.number
% expect: 5
function [] = wrong(f)
    try
        f()
    catch e
        print e
    end
end
wrong(() -> errorbar([1, 2, 3], [1, 2]))
% expect: the curve has 3 values, and 2 lengths of bars
wrong(() -> errorbar([1, 2, 3], [1, 2, -1]))
% expect: the length of an error bar is not negative
wrong(() -> errorbar([1], [1], [1], [1], [1]))
% expect: errorbar takes y and e, x, y and e, or x, y, below and above, not 5 arrays
