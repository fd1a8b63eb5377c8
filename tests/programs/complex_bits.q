% Products, quotients and powers of complex numbers have the same bits in loops, in whole-array statements and step by step.
function [p, q] = both(z, w, n)
    p = zeros(numel(z), 9) + 0j
    q = zeros(numel(z), 9) + 0j
    for i=0..numel(z)-1
        p[i,0] = z[i]*w[i]
        p[i,1] = z[i]/w[i]
        p[i,2] = z[i]*real(w[i])
        p[i,3] = z[i]/real(w[i])
        p[i,4] = real(w[i])/z[i]
        p[i,5] = z[i]^n
        p[i,6] = z[i]^(n-0.5)
        p[i,7] = z[i]^-3
        p[i,8] = log10(z[i]) + exp2(w[i])
    end
    {!interpreted for}
    for i=0..numel(z)-1
        q[i,0] = z[i]*w[i]
        q[i,1] = z[i]/w[i]
        q[i,2] = z[i]*real(w[i])
        q[i,3] = z[i]/real(w[i])
        q[i,4] = real(w[i])/z[i]
        q[i,5] = z[i]^n
        q[i,6] = z[i]^(n-0.5)
        q[i,7] = z[i]^-3
        q[i,8] = log10(z[i]) + exp2(w[i])
    end
end
A = sin(reshape(float(0..1599) .* 1.7, [4, 400]))
z = complex(A[0,:], A[1,:])
w = complex(A[2,:], A[3,:])
w[7] = complex(1e30, 2e30)
for n = -3..6
    [p, q] = both(z, w, n)
    if n == -3 || sum(p != q) > 0
        print sum(p != q), " ", sum(p[:,0] != transpose(z.*w)), " ", sum(p[:,1] != transpose(z./w)), " ", sum(p[:,2] != transpose(z.*real(w)))
    end
end
% expect: 0 0 0 0
% a quotient of large floats does not overflow
print complex(1e30, 1e30) / complex(0, 2e30)
% expect: 0.5-0.5i
