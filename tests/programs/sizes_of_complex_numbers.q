% Sizes of complex numbers neither overflow nor vanish where their squares would, in host code, loops and kernels with the same bits; one infinite part makes them infinite.
z = [complex(3e20,4e20), complex(3e-24,4e-24), complex(inf,nan), complex(nan,-inf), complex(nan,1), complex(-0.0,0.0), complex(1e-45,0), complex(3e38,3e38), complex(0.1,0.7), complex(3,-4)]
print abs(z)
% expect: [5e20,5e-24,inf,inf,nan,0,1e-45,inf,0.70710677,5]
n = numel(z)
y = zeros(n)
for i = 0..n-1
    y[i] = abs(z[i])
end
w = zeros(n)
parallel_do(n, z, w, __kernel__ (z : cvec, w : vec, pos : int) -> w[pos] = abs(z[pos]))
same = (a, b) -> sum(a == b || (isnan(a) && isnan(b)))
print same(y, abs(z)), same(w, y), same(abs(repmat(z, 1, 1000)), repmat(y, 1, 1000))
% expect: 101010000
print hypot(3, 4), hypot([3e30,1e-30], [4e30,0]), hypot(2, [1,inf,nan])
% expect: 5[5e30,1e-30][2.236068,inf,nan]
print log(z[0]), sqrt(z[0]), sign(z[1])
% expect: 47.66114+0.92729527i20000000000+10000000000i0.59999996+0.8i
% A condition that is complex holds where one of its parts is not 0.
k = zeros(4)
c = [1+2j, -2j, 0j, 3+0j]
for i = 0..3
    if c[i]
        k[i] = 1
    end
end
print k, !c, c[1] ? 1 : 0, c[2] ? 1 : 0, !c[1], c[1] && true
% expect: [1,1,0,1][0,0,1,0]1001
