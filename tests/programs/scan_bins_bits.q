% Float scans and bins have the same bits on every target: sums that round, over several chunks, few bins and many.
n = 50021
x = zeros(n)
for i=0..n-1
    x[i] = sin(i)*100 + 0.1
end
y = zeros(n)
s = 0.25
for i=0..n-1
    s += x[i]*0.7
    y[i] = s
end
check_scan = 0.0
for i=0..n-1
    check_scan += y[i]*mod(i, 17)
end
few = zeros(40)
many = zeros(30000)
for i=0..n-1
    few[mod(i*i, 40)] += x[i]
end
for i=0..n-1
    many[mod(i*7, 30000)] += x[i]*0.3
end
check_few = 0.0
check_many = 0.0
for b=0..39
    check_few += few[b]*(b+1)
end
for b=0..29999
    check_many += many[b]*mod(b, 13)
end
product = 1.0
p = zeros(n)
for i=0..n-1
    product *= 1 + x[i]*0.00001
    p[i] = product
end
check_product = sum(p)
% expect-bits s 0x1.b49d8p+11
% expect-bits check_scan 0x1.5a538p+29
% expect-bits check_few 0x1.1b8c78p+16
% expect-bits check_many 0x1.20cb2p+13
% expect-bits product 0x1.09bea8p+0
% expect-bits check_product 0x1.8e919cp+15
