% A long while loop that calls functions whose parameters have the names, and not the types, of its own variables
function v = take(key : vec, n : ivec, k : scalar)
    n[0] -= 1
    m = k*0.5
    v = key[n[0]] + m
end
key = mod(0..11999, 64)*0.25
n = ivec(1)
n[0] = 12000
k = 3
m = 1
total = 0.0
while n[0] > 0
    v = take(key, n, k + 0.5)
    m = mod(m*7 + 1, 11)
    k = mod(k + m, 5)
    total += v
end
print type(k), type(m), " ", k, " ", m, " ", total
% expect: intint 3 1 109372
