% A number has one element, which n[:] takes as well, in compiled loops and kernels too.
r = 4
print r[:], r[0], r[end], sum(r[:])
% expect: [4]444
y = zeros(3)
for i=0..2
    q = 2.0*i
    p = q[:]
    y[i] = sum(q[:]) + p[0] + numel(p)
end
print y
% expect: [1,5,9]
function s = total(x)
    s = sum(x[:])
end
w = zeros(3)
for i=0..2
    w[i] = total(i) + total([i,i])
end
print w
% expect: [0,3,6]
% loop 6: map
% loop 17: map
k = __kernel__ (pos : int) -> w[pos] = total(pos)
parallel_do(3, k)
print w
% expect: [0,1,2]
