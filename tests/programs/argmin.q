% The smallest value with its place; strictness says which of equals is kept.
n = 5000
x = zeros(n)
for i=0..n-1
    x[i] = mod(i*17, 1000)
end
first = 1e9
at = -1
for i=0..n-1
    if x[i] < first
        first = x[i]
        at = i
    end
end
best = -1.0
where = -1
for i=0..n-1
    if x[i] >= best
        best = x[i]
        where = i
    end
end
print first, " ", at, " ", best, " ", where
% expect: 0 0 999 4647
