% Whole powers of floats: to 4 products, to 64 products in 64 bits that are rounded once, with the same bits in loops, kernels, whole
% arrays and single steps. The expected bits are those of doubles rounded to floats.
a = 1.1
b = -0.9
c = 0.37
d = -2.5
e = 0.0000001
g = 123.456
a5 = a^5
% expect-bits a5 0x1.9c4a66p+0
b5 = b^5
% expect-bits b5 -0x1.2e54b2p-1
c8 = c^8
% expect-bits c8 0x1.704f6ap-12
d8 = d^8
% expect-bits d8 0x1.7d784p+10
b11 = b.^11
% expect-bits b11 -0x1.41578ap-2
g11 = g.^11
% expect-bits g11 0x1.580754p+76
a64 = a^64
% expect-bits a64 0x1.bdcaccp+8
c64 = c^64
% expect-bits c64 0x1.25b44cp-92
e5 = e^5
% expect-bits e5 0x1.a95a5ep-117
print e^8, " ", g^64, " ", (-(10.0^20))^5, " ", (-(10.0^20))^6
% expect: 0 inf -inf inf
function [] = __kernel__ powers(x : mat, y : mat, pos : ivec2)
    v = x[pos]
    y[pos] = v^5 - v^12
end
x = 3*rand(70,90) - 1.5
y = zeros(size(x))
z = zeros(size(x))
parallel_do(size(x), x, y, powers)
for i=0..69
    for j=0..89
        z[i,j] = x[i,j]^5 - x[i,j]^12
    end
end
w = x.^5 - x.^12
wrong = 0
{!interpreted for}
for i=0..69
    t = x[i,3]
    wrong += t^5 - t^12 != z[i,3]
end
print sum(y != z), " ", sum(w != z), " ", wrong
% expect: 0 0 0
% Powers above 64 and of numbers of exponents are the function's.
h : double = 1.5
print h^5, " ", 1.5^65 == pow(1.5, 65), " ", sum(abs(x.^7 - pow(x, 7.0)) > 0.000001*abs(x.^7))
% expect: 7.59375 1 0
