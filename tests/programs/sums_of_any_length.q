% Sums of any number of elements: rows of lanes, several chunks.
v = zeros(40000)
for i=0..39999
    v[i] = mod(i*37, 101)/64 - 0.75
end
ends = [-1, 0, 1, 30, 2046, 2047, 2048, 2049, 8191, 8192, 8193, 20000, 39999]
a = zeros(13)
b = zeros(13)
for k=0..12
    a[k] = sum(v[0..int(ends[k])]) + norm(v[0..int(ends[k])])
end
{!interpreted for}
for k=0..12
    b[k] = sum(v[0..int(ends[k])]) + norm(v[0..int(ends[k])])
end
print sum(a != b), " ", a[12] != 0
% expect: 0 1
