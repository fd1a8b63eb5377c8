% The place of a bin is read from an array that the loop overwrites later on: from its copy, in the update as in the load.
function [] = f(h : vec[int], o : vec[uint8], N : int)
    for i=0..N-1
        h[periodize(o[2*i+1], 5)] = max(h[periodize(o[2*i+1], 5)], i)
        o[i] = 1
    end
end
h = ivec(6)
o = vec[uint8](4000)
for k=0..3999
    o[k] = mod(k, 7)
end
f(h, o, 1500)
print h
% expect: [1494,1498,1495,1499,1496,0]
% loop 3: bins max h[periodize(o[2*i+1],5)]
