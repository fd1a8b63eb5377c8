% A float product of powers of two is exact in any order that does not overflow.
p = 3.0
for i=0..99
    p *= mod(i,2) == 0 ? 2.0 : 0.5
end
print p
% expect: 3
q = 1024.0
for i=1..5
    q /= 2
end
print q
% expect: 32
% loop 3: reduction * p
