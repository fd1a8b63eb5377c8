% Arrays from outside that a loop updates as wholes: sums of rows, of products of columns and rows.
x = reshape(0..299, [50,6])
C = zeros(6,6)
for i=0..49
    v = x[i,:]
    C += transpose(v)*v
end
print sum(sum(C != transpose(float(x))*x))
% expect: 0
y = float(mod(reshape(0..1199, [60,20]), 17))
C = zeros(20,20)
s = zeros(20)
for i=0..59
    C += transpose(y[i,:])*y[i,:]
end
for i=0..59
    s += y[i,:]
end
print sum(sum(C != transpose(y)*y)), " ", sum(s != sum(y, 0))
% expect: 0 0
mu = mean(y, 0)
C = zeros(20,20)
for i=0..59
    d = y[i,:] - mu
    C += transpose(d)*d
end
D = transpose(y - repmat(mu, [60,1])) * (y - repmat(mu, [60,1]))
print max(max(abs(C - D))) < 0.01
% expect: 1
% Where the type of the elements or the extents would change, the name becomes another array.
a = [1,2,3]
b = a
for i=0..2
    a += 0.5
end
print a, " ", b
% expect: [2.5,3.5,4.5] [1,2,3]
c = zeros(1,3)
c += ones(3,3)
for i=0..2
    c += i
end
print size(c), sum(sum(c))
% expect: [3,3]36
