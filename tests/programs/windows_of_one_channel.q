% min(x, [], 2) is M x N x 1: windows of it are written with two indices, as those of a matrix.
x = mod(reshape(7*(0..64*64*3-1), [64,64,3]), 101)
[M,N] = size(x, 0..1)
r = 2
dark = zeros(M,N)
m0 = min(x, [], 2)
for m = 0..M-1
    for n = 0..N-1
        dark[m,n] = min(m0[max(m-r,0)..min(m+r,M-1), max(n-r,0)..min(n+r,N-1)])
    end
end
print size(m0), " ", sum(dark), " ", dark[10,10], dark[63,63]
% expect: [64,64,1] 2668 12
c = zeros(6,6,1)
for i = 0..5
    for j = 0..5
        c[i,j] = mod(i*7+j*3, 11)
    end
end
y = zeros(6,6,1)
for i = 1..4
    for j = 1..4
        y[i,j] = sum(c[i-1..i+1, j-1..j+1]) + max(c[i, max(j-2,0)..j])
    end
end
print sum(y), " ", y[2,3], y[4,4,0]
% expect: 848 5148
for i = 0..5
    y[i,0..2] = c[i,3..5]
    y[i,3..5] += 1
end
print y[2,1], y[3,4]
% expect: 453
d = zeros(6,6,3)
try
    for i = 0..3
        d[i,0] = sum(d[i,0..i])
    end
catch e
    print e
end
% expect: 'd' has 3 dimensions, 2 indices were given
