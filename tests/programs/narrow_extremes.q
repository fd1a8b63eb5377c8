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
