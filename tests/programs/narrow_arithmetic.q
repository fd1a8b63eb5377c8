% Arithmetic of bytes and 16-bit numbers in vectors of 32 bits, where that holds all values, against steps in 64.
% expect: 0000000
% expect: 0000000
function [] = compare(a : vec[uint16], b : vec[uint16], c : vec[int16], d : vec[uint8], k : int)
    n = numel(a)
    [y, z] = [imat(7, n), imat(7, n)]
    for i=0..n-1
        y[0,i] = abs(a[i] - b[i]) < abs(c[i] - d[i]) ? shr(a[i] + b[i] + 1, 1) : shr(a[i] + c[i] + 1, 1)
        y[1,i] = clamp(shr(a[i]*77 + b[i]*-150 + c[i]*29 + k, 8), 0, 1023)
        y[2,i] = min(max(c[i], d[i]) - 3, a[i])*17
        y[3,i] = int((a[i] + b[i] + d[i])/3) - int(c[i]/7) + mod(c[i], 9)
        y[4,i] = a[i]*b[i] + c[i]
        y[5,i] = shl(c[i], 15) - shl(d[i], 20)
        y[6,i] = xor(and(a[i], b[i]), d[i]) + or(c[i], 12)
    end
    {!interpreted for}
    for i=0..n-1
        z[0,i] = abs(a[i] - b[i]) < abs(c[i] - d[i]) ? shr(a[i] + b[i] + 1, 1) : shr(a[i] + c[i] + 1, 1)
        z[1,i] = clamp(shr(a[i]*77 + b[i]*-150 + c[i]*29 + k, 8), 0, 1023)
        z[2,i] = min(max(c[i], d[i]) - 3, a[i])*17
        z[3,i] = int((a[i] + b[i] + d[i])/3) - int(c[i]/7) + mod(c[i], 9)
        z[4,i] = a[i]*b[i] + c[i]
        z[5,i] = shl(c[i], 15) - shl(d[i], 20)
        z[6,i] = xor(and(a[i], b[i]), d[i]) + or(c[i], 12)
    end
    print sum(y[0,:] != z[0,:]), sum(y[1,:] != z[1,:]), sum(y[2,:] != z[2,:]), sum(y[3,:] != z[3,:]), _
        sum(y[4,:] != z[4,:]), sum(y[5,:] != z[5,:]), sum(y[6,:] != z[6,:])
end
function [] = main()
    n = 777
    [a, b, c, d] = [vec[uint16](n), vec[uint16](n), vec[int16](n), vec[uint8](n)]
    for i=0..n-1
        a[i] = mod(i, 5) == 0 ? 65535 : i*i*31
        b[i] = mod(i, 7) == 0 ? 65535 : i*977
        c[i] = mod(i, 3) == 0 ? -32768 : mod(i, 4) == 0 ? 32767 : i*211 - 30000
        d[i] = mod(i, 11) == 0 ? 255 : i*3
    end
    compare(a, b, c, d, 12)
    compare(a, b, c, d, -4611686018427387904)
end
