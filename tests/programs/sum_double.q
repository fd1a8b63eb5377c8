% A sum in double precision: the tree has the same shape, the bits are those of doubles.
% precision: double
n = 8193
tree = 0.0
for i=0..n-1
    tree += 1.0 / (1 + mod(i,97))
end
% loop 5: reduction + tree
% expect-bits tree 0x1.b596cacb46f1fp+8
