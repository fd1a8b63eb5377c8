% A fixed vector of halves that a loop updates: each component is read as the number that it is.
v : vec[half](3)
for i=0..15
    v[1] += 1
end
print v
for i=0..99
    v[mod(i,3)] += 0.5
end
print v
% expect: [0,16,0]
% expect: [17,32.5,16.5]
