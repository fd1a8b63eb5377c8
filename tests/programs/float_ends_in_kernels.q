% Slices between floats that are computed, x[round(c-s)..round(c+s)], in kernels; parts of fields of records in cells. Expected numbers: NumPy.
x = 0.25*((0..11).^2) - 4
y = zeros(12)
function [] = __kernel__ around(x : vec, y : vec, s : scalar, pos : int)
    c = 0.8*pos + 0.3
    a = max(0, round(c - s))
    b = min(11, round(c + s))
    p = x[a..b]
    y[pos] = sum(p) + sum(x[ceil(c)..min(11, floor(c) + pos)]) + 100*numel(p)
end
parallel_do(12, x, y, 1.7, around)
print y
% expect: [289.25,384.5,482.75,392,413,449.25,602.5,616.25,511.25,517,521,631]
type joint : class
    v : vec(5)
    n : ivec3
end
j = vec[joint](4)
for k=0..3
    j[k] = joint(v := k + (0..4), n := [k,2*k,3*k])
end
function [] = __kernel__ move(j : vec[joint], pos : int)
    j[pos].v[1..3] *= 2
    j[pos].v[[4,0]] = [pos, -1]
    j[pos].v[2..-1..0] += [0.25,0.5,0.75]
    j[pos].n[0..1] -= [1,2]
end
parallel_do(4, j, move)
print j[0].v, " ", j[3].v, " ", j[2].n
% expect: [-0.25,2.5,4.25,6,0] [-0.25,8.5,10.25,12,3] [1,2,6]
