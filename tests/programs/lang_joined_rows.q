% Numbers beside rows make one row; empty rows vanish beside others.
v = [1,2]
print [v, 3], [0, v, v], [[], 4], [v, []], type([v, 0.5])
% expect: [1,2,3][0,1,2,1,2][4][1,2]vec
list = []
for k=0..3
    list = [list, k^2]
end
print list
% expect: [0,1,4,9]
print [v, v]
% expect: [1,2]
% expect: [1,2]
x = zeros(3,4)
for i=0..2
    p = [i, i+1]
    q = [p, 7, p]
    x[i,:] = q[1..4]
end
print x[2,:]
% expect: [3,7,2,3]
c = cell(3,5)
[a, b] = size(c, 0..1)
print a, b, size(c, 0..1), size(c, 1)
% expect: 35[3,5]5
