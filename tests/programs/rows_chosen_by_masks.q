% Rows and planes that a mask chooses in a loop, which changes from turn to turn: masks longer than short arrays with whole dimensions beside them.
g = reshape(0..39, 20, 2)*1.0
cu = reshape(0..119, 20, 2, 3)*1.0
o = mod(0..19, 2)
N = zeros(2,6)
h = copy(g)
for k = 0..1
    q = g[o == k,:]
    N[k,0] = numel(q)
    N[k,1] = sum(g[o == k,1])
    N[k,2] = max(mean(g[o == k,:], 0))
    N[k,3] = sum(transpose(g[o == k,:])*g[o == k,:])
    N[k,4] = sum(cu[o == k,:,:])
    N[k,5] = sum(cu[o == k,1,:])
    h[o == k,:] = k
    h[o == k,0] += 5
end
print N, " ", sum(h, 0)
% expect: [   20,  190,   19,18970, 3390, 1740]
% expect: [   20,  210,   21,22090, 3750, 1920] [110, 10]
s = zeros(3)
ones_ = ones(60, 2)
c = mod(0..59, 3)
for k = 0..2
    s[k] = sum(ones_[c == k,:])
end
print s
% expect: [40,40,40]
