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
