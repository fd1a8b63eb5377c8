% Running values that some iterations set anew, and products of complex numbers.
n = 100000
x = zeros(n)
flag = ivec(n)
y = zeros(n)
for i=0..n-1
    x[i] = mod(i*17, 101) - 50
    flag[i] = mod(i*7919, 1000) == 0
end
s = 0.0
for i=0..n-1
    if flag[i]
        s = 0
    end
    s += x[i]
    y[i] = s
end
% loop 11: scan + s
print y[0], " ", y[999], " ", y[1000], " ", y[2500], " ", y[n-1], " ", s
% expect: -50 -80 -18 13 55 55
run = 0
longest = ivec(n)
for i=0..n-1
    if x[i] > -20
        run += 1
    else
        run = 0
    end
    longest[i] = run
end
% loop 23: scan + run
print max(longest), " ", run
% expect: 5 2
m = -1e30
for i=0..n-1
    m = flag[i] ? x[i] : max(m, x[i])
    y[i] = m
end
% loop 35: scan max m
print y[0], " ", y[10], " ", y[n-1], " ", m
% expect: -50 35 50 50
total = 5.0
for i=0..n-1
    if mod(i, 4096) == 4095
        total = 1
    end
    total += x[i]
end
% loop 43: scan + total
print total
% expect: 27
p = complex(1.0, 0.0)
z = czeros(1000)
for i=0..999
    z[i] = complex(cos(i/100.0), sin(i/100.0))
end
for i=0..999
    p *= z[i]
end
% loop 57: reduction * p
print abs(p) > 0.9999 && abs(p) < 1.0001, " ", abs(p - complex(cos(4995.0), sin(4995.0))) < 0.01
% expect: 1 1
rows = czeros(30)
for i=0..29
    q = complex(2.0, 0.0)
    for j=0..19
        q = z[i*20+j]*q
    end
    rows[i] = q
end
% loop 64: partial * q
print abs(rows[3] - 2*complex(cos(13.9), sin(13.9))) < 0.001
% expect: 1
c = czeros(1000)
p = complex(0.0, 1.0)
for i=0..999
    p = p*z[i]
    c[i] = p
end
% loop 76: scan * p
print abs(c[0] - complex(0, 1)*z[0]) < 1e-6, " ", abs(c[999] - p) == 0
% expect: 1 1
e = complex(inf, -1.0)
for i=1..0
    e *= complex(2.0, 0.0)
end
print e
% expect: inf-1i
