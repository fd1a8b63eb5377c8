% Last values beside partial reductions and empty inner loops.
A = zeros(3, 4)
r = zeros(3)
B = zeros(3, 4)
for i=0..2
    for j=0..3
        A[i,j] = 10*i + j
    end
end
t = -1.0
for i=0..2
    for j=0..3
        t = A[i,j] + 0.5
        B[i,j] = 2*A[i,j]
        r[i] += A[i,j]
    end
end
print t, " ", r, " ", B[2,3]
% expect: 23.5 [6,46,86] 46
u = 7.0
M = 0
for i=0..2
    for j=0..M-1
        u = 0.5
        for k=0..2
            u -= A[i,M-1-j]
        end
        A[i,j] = u
    end
end
print u
% expect: 7
