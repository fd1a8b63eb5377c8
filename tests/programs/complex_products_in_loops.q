% Products of short complex matrices inside loops and kernels have the bits that they have outside.
A = complex([[1,-2,0.5],[0.25,3,-1]], [[0,1,2],[-0.5,0.125,4]])
R = [[1,0.3],[-2,7],[0.1,5]]
function v = waves(k : int)
    v = exp(complex(0, 0.7*k*[0,1,2]))
end
there = czeros(10,4)
{!interpreted for}
for k=0..9
    v = waves(k)
    y = A*transpose(v)
    z = v*R
    there[k,0] = y[0,0]
    there[k,1] = y[1,0]
    there[k,2] = z[1]
    there[k,3] = (R*A)[2,2]*k
end
here = czeros(10,4)
for k=0..9
    v = waves(k)
    y = A*transpose(v)
    z = v*R
    here[k,0] = y[0,0]
    here[k,1] = y[1,0]
    here[k,2] = z[1]
    here[k,3] = (R*A)[2,2]*k
end
kernel = czeros(10,2)
parallel_do(10, __kernel__ (pos : int) -> (y = A*transpose(exp(complex(0, 0.7*pos*[0,1,2]))); kernel[pos,0] = y[0,0]; kernel[pos,1] = y[1,0]))
print sum(here != there), " ", sum(kernel != there[:,0..1]), " ", abs(there[9,0]) > 1
% expect: 0 0 1
u = complex([[1,2],[3,4]], [[0,1],[-1,2]])
for k=0..0
    w = u*u
    print w[0,0], " ", w[1,1]
end
n = zeros(2)
for k=0..1
    w = u*u*[[1],[k]]
    n[k] = real(w[0,0]) + 10*imag(w[1,0])
end
print n
% expect: 8+1i 19+17i
% expect: [18,196]

% Two ints that are multiplied as the parts of a complex number are two running values.
function [r, q] = whole_products(n : int)
    r = 1
    q = 3
    for i=0..n-1
        k = 2*mod(i*7, 5) - 3
        c = 2*mod(i*3, 4)
        u = r*k - q*c
        v = r*c + q*k
        r = u
        q = v
    end
end
[r, q] = whole_products(10)
print r, " ", q
% expect: -1748385 -1754055
[r, q] = whole_products(3000)
print r, " ", q
% expect: -3006403738109532927 7758227402895553043
