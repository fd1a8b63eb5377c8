% A minimum kept in a narrow element is converted each time it is stored: a loop over wider values runs in order, one over
% values that fit is a reduction.
function [] = wide(q : vec[uint16], x : vec[int32], N : int)
    for i=0..N-1
        q[5] = min(q[5], x[i])
    end
end
function [] = same(q : vec[uint16], x : vec[uint8], N : int)
    for i=0..N-1
        q[5] = max(q[5], x[i])
    end
end
q = vec[uint16](6)
q[5] = 40000
x = vec[int32](3)
x[0] = -38000
x[1] = 50000
x[2] = 30000
wide(q, x, 3)
print q
% expect: [0,0,0,0,0,27536]
u = vec[uint8](3)
u[1] = 200
q[5] = 3
same(q, u, 3)
print q
% expect: [0,0,0,0,0,200]
% loop 9: reduction max q[5]
% Extremes of large arrays of narrow ints, whole ones and parts, are those of their elements as ints.
function [] = extremes(x)
    n = numel(x)
    print min(x), " ", max(x), " ", min(x[1..n-2]), " ", max(x[1..n-2]), " ", min(x + 0), " ", max(x + 0), " ", max(reshape(x,2,150001)), " ", max(x) + 1
end
k = mod((0..300001)*7919, 65521) - 32000
k[0] = 70000
k[300001] = -70000
extremes(cast(k, int32))
% expect: -70000 70000 -32000 33520 -70000 70000 70000 70001
extremes(cast(k, uint32))
% expect: 0 4294967295 0 4294967295 0 4294967295 4294967295 4294967296
extremes(cast(k, int16))
% expect: -32768 32767 -32768 32767 -32768 32767 32767 32768
extremes(cast(k, uint16))
% expect: 0 65535 0 65535 0 65535 65535 65536
extremes(cast(k, int8))
% expect: -128 127 -128 127 -128 127 127 128
extremes(cast(k, uint8))
% expect: 0 255 0 255 0 255 255 256
