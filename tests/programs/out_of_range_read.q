% An unprovable index is checked inside the loop.
x = zeros(100)
k = vec[int](50)
for i=0..49
    k[i] = mod(i,7) == 6 ? 200 + i : i
end
s = 0.0
for i=0..49
    s += x[k[i]]
end
% error Q0401 at 9:12
