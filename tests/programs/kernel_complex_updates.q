% Both parts of a complex element are computed before one is written, at known and at computed places, in kernels as outside.
function [] = __kernel__ turned(y : cmat, n : int, pos : int)
    v = czeros(4)
    for k=0..n-1
        v[k] = complex(k+1, pos)
        v[k] *= complex(0.5, -2)
        v[k] = v[k]*v[k] - v[mod(k,2)]
    end
    v[3] *= 2j
    v[2] = complex(imag(v[2]), real(v[2]))
    y[pos,0..3] = v
end
y = czeros(2,4)
parallel_do(2, y, 4, turned)
z = czeros(2,4)
{!interpreted for}
for m=0..1
    v = czeros(4)
    for k=0..3
        v[k] = complex(k+1, m)
        v[k] *= complex(0.5, -2)
        v[k] = v[k]*v[k] - v[mod(k,2)]
    end
    v[3] *= 2j
    v[2] = complex(imag(v[2]), real(v[2]))
    z[m,0..3] = v
end
print y[1,:]
print sum(y != z)
% expect: [1.5-6i,-6.25-17.5i,-32.5-19.5i,85-68i]
% expect: 0
% The rows of a matrix are values for as many names.
function [] = __kernel__ rows(x : mat, y : mat, pos : int)
    [a, b] = [x[0,pos..pos+2], 2*x[1,pos..pos+2]]
    for k=0..1
        [a, b] = [b, a]
        a += 1
    end
    [u, v, w, s] = [[1,2],[3,pos]]
    y[pos,0..2] = a - b + w*s
end
x = [[1,2,3,4],[5,6,7,8]]
y = zeros(2,3)
parallel_do(2, x, y, rows)
print y
y = zeros(2,3)
for m=0..1
    [a, b] = [x[0,m..m+2], 2*x[1,m..m+2]]
    for k=0..1
        [a, b] = [b, a]
        a += 1
    end
    y[m,0..2] = a - b + 3*m
end
print y
% expect: [ -9,-10,-11]
% expect: [ -7, -8, -9]
% expect: [ -9,-10,-11]
% expect: [ -7, -8, -9]
