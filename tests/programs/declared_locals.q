% Arrays without a size of their own that loops and kernels declare take the size of what they are given, and hold the elements that the
% type says.
c = zeros(3,4,5)
for k=0..2
    for i=0..3
        for j=0..4
            c[k,i,j] = 100*k + 10*i + j + 0.5
        end
    end
end
s = zeros(3)
for k=0..2
    p : vec = c[k,1,:]
    q : mat = c[k,:,:]
    r : mat = c[k,2,:]
    s[k] = p[4] + q[3,0] + r[0,1] + size(r,0) + numel(q)
end
print s
t = zeros(3)
for k=0..2
    n : ivec = c[k,1,0..2]
    n[1] = 7.75
    w : vec = [1,2,3]
    w[0] = 0.25
    t[k] = sum(n) + sum(w)
end
print t
for k=0..0
    n : ivec = c[2,1,0..2]
    print n, " ", type(n)
end
b = zeros(3)
for k=0..2
    u : vec[uint8] = [250+3*k, 1]
    u[1] = 300
    b[k] = u[0] + 1000*u[1]
end
print b
function [] = __kernel__ windows(x : mat, y : vec, pos : int)
    p : vec = x[pos,0..2]
    q : mat = x[0..1,1..2]
    p[0] += q[1,1]
    y[pos] = sum(p)
end
y = zeros(4)
m = reshape(c[1,:,:],[4,5])
parallel_do(4, m, y, windows)
print y
long = rand(6,50)
z = zeros(6)
for k=0..5
    row : vec = long[k,:]
    z[k] = sum(row.*row)
end
print max(abs(z - transpose(sum(long.^2,1)))) < 1e-4
% expect: [87.5,387.5,687.5]
% expect: [34.25,234.25,434.25]
% expect: [210,211,212] vec[int]
% expect: [44250,44253,44000]
% expect: [417,447,477,507]
% expect: 1
