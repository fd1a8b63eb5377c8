% Matrix products: every element is a sum of chains of 256 fused steps in order, for every size and type.
function bad = check(m, k, n)
    a = rand(m, k) - 0.5
    b = rand(k, n) - 0.5
    c = a*b
    bad = size(c,0) != m || size(c,1) != n
    for i = 0..m-1
        for j = 0..n-1
            s = 0.0
            before = -0.0   % which added changes nothing
            at = 0
            while at < k
                s += a[i,at]*b[at,j]
                at += 1
                if mod(at, 256) == 0 && at < k
                    before += s
                    s = 0.0
                end
            end
            bad += c[i,j] != before + s
        end
    end
end
seed(3)
bad = 0
for n = 1..40
    bad += check(n, n+3, 2*n) + check(1, 5*n, n) + check(n, 7, 1) + check(n, 1, n)
end
print bad
print check(260, 531, 333), check(125, 257, 20), check(1, 700, 900), check(900, 700, 1)
x = ones(300, 200)
x[7,5] = nan
x[9,3] = inf
y = x*transpose(x)
print sum(isnan(y)), " ", y[0,1], " ", y[9,9], " ", sum(isinf(y))
k = int(rand(50, 60)*1000)
j = int(rand(60, 40)*1000)
w = k*j
v = 0
for i = 0..59
    v += k[49,i]*j[i,39]
end
print w[49,39] == v
v = [1, 2, 3]
print v*transpose(v), transpose(v)*v
% expect: 0
% expect: 0000
% expect: 599 200 inf 597
% expect: 1
% expect: [14][1,2,3]
% expect: [2,4,6]
% expect: [3,6,9]
% A long sum keeps its digits; in loops it is the same one.
long = ones(1, 1000000)*0.1
print abs(long*transpose(long) - 10000)[0] < 1
p = rand(3, 700)
q = rand(700, 2)
same = 0
for n = [100, 256, 257, 600, 700]
    same += (p[1,0..n-1]*q[0..n-1,1])[0] == (p[0..2,0..n-1]*q[0..n-1,0..1])[1,1]
end
print same
% expect: 1
% expect: 5
