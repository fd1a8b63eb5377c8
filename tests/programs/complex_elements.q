% Elements of complex arrays that a loop multiplies or divides: each is a variable of the loop.
z = complex([1.0,2,4,0.5,0.25], [1.0,2,-4,0.5,0.25])
p = complex([1.0,2,3,0.5], [0.0,0,0,1])
k = 2
for i=0..4
    p[0] *= z[i]
end
% loop 5: reduction * p[0]
for i=0..4
    p[k] = z[i]*p[k]
end
% loop 9: reduction * p[k]
for i=0..4
    p[3] /= z[i]
    p[1] *= z[i]
end
% loop 13: reduction * p[3], * p[1]
print p
% expect: [-4+4i,-8+8i,-12+12i,0.0625-0.1875i]
q = complex(4.0, 4.0)
for i=0..4
    if i > 0
        q /= z[i]
    end
end
% loop 21: reduction * q
print q
% expect: 1-1i
% Beside another name for the array, and with other uses of it, in order.
w = z
for i=0..4
    w[0] *= z[i]
end
% loop 31: serial R007
print z[0]
% expect: -8+0i
for i=1..4
    p[0] *= p[i-1]
end
% loop 37: serial R007
for i=0..-1
    p[9] *= z[i]
end
% loop 41: map
print p[1]
% expect: -8+8i
