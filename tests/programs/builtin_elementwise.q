% Elementwise functions: types, rounding, masks, two arrays.
print round([0.5, -0.5, 1.5, 2.5]), " ", floor(-1.5), " ", ceil(-1.5), " ", trunc(-1.5), " ", fix(2.7)
% expect: [1,-1,2,3] -2 -1 -1 2
print mod(-7, 3), " ", periodize(-7, 3), " ", mod([5, -5], 3), " ", periodize([-1, 3.5], 3), " ", mod([7, 8], [4, 5])
% expect: -1 2 [2,-2] [2,0.5] [3,3]
print abs([-1, 2]), " ", type(abs([-1, 2])), " ", sign([-2.5, 0, 3]), " ", factorial(5), " ", factorial([0, 3])
% expect: [1,2] vec[int] [-1,0,1] 120 [1,6]
print isnan([1, nan]), isinf([inf, 0]), isfinite([1, inf]), " ", type(isnan([1, nan]))
% expect: [0,1][1,0][1,0] vec[bool]
print clamp([-1, 0.5, 300], 0, 255), " ", clamp([-1, 300], 255), " ", saturate([-1, 0.5, 2]), " ", lerp(2.0, 4.0, 0.25)
% expect: [0,0.5,255] [0,255] [0,0.5,1] 2.5
print and(6, 3), or(6, 3), xor(6, 3), not(5), " ", shl(1, 4), " ", shr(-16, 2), " ", and([true, false], [true, true])
% expect: 275-6 16 -4 [1,0]
print max([[1.0, 2], [3, 4]], [2.5, 1]), " ", min(3, [1, 5]), " ", max(1, 2.5, 2)
% expect: [2.5,  2]
% expect: [  3,  4] [1,3] 2.5
print atan2([0.0, 1], [1.0, 0]), " ", pow(2, 0.5) == sqrt(2.0), " ", pow([2.0, 3], 2)
% expect: [0,1.5707964] 1 [4,9]
x = uint8([250, 3])
y = x + 10
print type(max(x, 4)), " ", max(x, 4), " ", y
% expect: vec[int] [250,4] [260,13]
print frac([1.25, -0.25]), " ", rsqrt(4.0), " ", sqrt(16), " ", log2(8), " ", exp2(3), " ", log10(1000)
% expect: [0.25,0.75] 0.5 4 3 8 3
try
    z = mod(3, 0)
catch e
    print e
end
% expect: integer division by zero
try
    z = shl(1.5, 2)
catch e
    print e
end
% expect: 'shl' works on integers, not on 1.5
try
    z = atan2([1,2], [1,2,3])
catch e
    print "extents"
end
% expect: extents
print histogram([1, 2, 2.5, 9, -1], 0, 3, 3), " ", histogram([0, 0, 255])[255], " ", histogram([1, 2, 3, 4], 2)
% expect: [0,1,2] 1 [2,2]
print uint8_to_float(uint8([1, 200])), " ", float_to_uint8([-3, 1.5, 300]), " ", type(float_to_uint16([7.4])), " ", im2double(uint8([255]))
% expect: [1,200] [0,2,255] vec[uint16] [1]
