% Variables of a fixed size that a loop declares without a value begin with zeros in every iteration. Expected numbers: by hand.
s = zeros(4)
for i=0..3
    v : vec3
    v[0] += i
    m : mat(2,2)
    m[1,mod(i,2)] = 5
    s[i] = v[0] + v[1] + m[1,0] + 10*m[1,1]
end
print s, " ", v
% expect: [5,51,7,53] [3,0,0]
% loop 3: map
