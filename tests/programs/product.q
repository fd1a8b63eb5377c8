% A float product of powers of two is exact in any order that does not overflow.
p = 3.0
for i=0..99
    p *= mod(i,2) == 0 ? 2.0 : 0.5
end
print p
% expect: 3
q = 1024.0
for i=1..5
    q /= 2
end
print q
% expect: 32
% loop 3: reduction * p

% A few rows of a matrix with many columns: each element is the sum of chains of 256 products, whoever computes it.
function c = chains(a, b)
    c = zeros(size(a,0), size(b,1))
    for i = 0..size(a,0)-1
        for j = 0..size(b,1)-1
            t = 0.0
            k = 0
            while k < size(a,1)
                if k == 256
                    c[i,j] = t
                    t = 0.0
                end
                t += a[i,k]*b[k,j]
                k += 1
            end
            c[i,j] = size(a,1) > 256 ? c[i,j] + t : t
        end
    end
end
b = sin(reshape(0..301*1025-1, [301,1025]))
for m = [1, 2, 7]
    a = cos(reshape(0..m*301-1, [m,301]))
    print sum(a*b != chains(a, b))
end
% expect: 0
% expect: 0
% expect: 0
