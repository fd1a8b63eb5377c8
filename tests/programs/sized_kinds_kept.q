% max, min, and, or, xor of arrays of one sized kind of ints keep it: their results cannot leave it. So does and(a, n) of
% an unsigned kind with any int. Numbers, other kinds and other operators give ints. Small arrays and large ones alike.
function [] = show(a, b)
    k = 3
    print type(max(a, b), "vec[uint8]"), " ", type(min(a, b, a), "vec[uint8]"), " ", type(or(a, b), "vec[uint8]"), " ", type(xor(a, b), "vec[uint8]")
    print type(and(a, b), "vec[uint8]"), " ", type(and(a, 15), "vec[uint8]"), " ", type(and(-1, a), "vec[uint8]")
    print type(max(a, 15), "vec[int]"), " ", type(or(a, 15), "vec[int]"), " ", type(shl(a, 1), "vec[int]"), " ", type(a + b, "vec[int]"), " ", type(clamp(a, 1, 9), "vec[int]")
    print type(max(a, cast(b, uint16)), "vec[int]"), " ", type(and(cast(a, int8), k), "vec[int]"), " ", type(max(cast(a, int16), cast(b, int16)), "vec[int16]")
    print sum(max(a, b)), " ", sum(min(a, b)), " ", sum(and(a, b)), " ", sum(or(a, b)), " ", sum(xor(a, b)), " ", sum(and(a, -16)), " ", sum(max(a, b) + 1)
    y = max(a, b)
    y[0] = 300    % wraps to the kind, as in any array of bytes
    print y[0], " ", max(y[1..3]), " ", numel(y)
    c = copy(a)
    c &= 15
    c ^^= and(b, 15)
    print type(c, "vec[uint8]"), " ", sum(c)
end
function total = of_rows(a : mat[uint8], b : mat[uint8])
    total = 0
    for i = 0..size(a,0)-1
        m = max(a[i,:], b[i,:])
        total += sum(m) + sum(and(a[i,:], 15))
    end
end
n = 10000
show(cast([7,200,15,255,0], uint8), cast([9,100,15,0,31], uint8))
show(cast(mod(7*(0..n-1), 256), uint8), cast(mod(11*(0..n-1), 256), uint8))
a = reshape(cast(mod(7*(0..n-1), 256), uint8), 100, 100)
b = reshape(cast(mod(11*(0..n-1), 256), uint8), 100, 100)
print of_rows(a, b), " ", sum(max(a, b)) + sum(and(a, 15))
% expect: 1 1 1 1
% expect: 1 1 1
% expect: 1 1 1 1 1
% expect: 1 1 1
% expect: 510 122 80 552 472 432 515
% expect: 44 255 5
% expect: 1 62
% expect: 1 1 1 1
% expect: 1 1 1
% expect: 1 1 1 1 1
% expect: 1 1 1
% expect: 1703280 844800 624312 1923768 1299456 1198800 1713280
% expect: 44 33 10000
% expect: 1 100000
% expect: 1778280 1778280
