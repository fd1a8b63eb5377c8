% Sums over 2 elements: a float one whose bits depend on the order, an exact one, and an integer one.
n = 2
x = zeros(n)
k = vec[int](n)
for i=0..n-1
    x[i] = 1.0 / (1 + mod(i,97))
    k[i] = mod(i*i,1009) - 500
end
tree = 0.0
for i=0..n-1
    tree += x[i]
end
small = 0.0
for i=0..n-1
    small += mod(i,7)
end
whole = 0
for i=0..n-1
    whole += k[i]
end
print small, " ", whole
% expect: 1 -999
% expect-bits tree 0x1.8p+0
