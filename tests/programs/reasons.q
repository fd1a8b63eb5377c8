% Loops that run in order, each with its reason, and what they leave.
n = 200
x = zeros(n)
k = vec[int](n)
for i=0..n-1
    x[i] = mod(i*7, 13) - 6
    k[i] = mod(i*i, 50)
end
s = 0.0
for i=0..n-1
    s = x[i] - s
end
% loop 10: serial R003
print s
% expect: 24
a = zeros(n+1)
a[0] = 3
for i=1..n-1
    a[i] = a[i-1]*0.5 + 1
end
% loop 18: serial R007
print a[n-1]
% expect: 2
s = 0
t = 0
for i=0..n-1
    s += k[i]
    t = max(t, s*2); k[i] = mod(i*i, 50)
end
% loop 26: serial R025
print t
% expect: 9000
s = 1
for i=0..19
    s += 1
    s *= mod(i,2) + 1
end
% loop 34: serial R002
print s
% expect: 5116
c = 0
for i=0..n-1
    if c < 50
        c += i
    end
end
% loop 42: serial R006
print c
% expect: 55
b = zeros(n)
for i=2..n-1
    b[i] = x[i]
    b[i-1] = b[i-2] + 1
end
% loop 51: scan + b
found = 0
for i=0..n-1
    found = found + k[i]
    if found > 100
        break
    end
end
% loop 57: serial R013
print found
% expect: 140
f = 0.1
w = zeros(n)
for i=0..n-1
    w[i] = f
    f += 0.1
end
% loop 68: scan + f
print w[0]
% expect: 0.1
s = 0.0
#pragma force_serial
for i=0..n-1
    s += x[i]
end
% loop 77: serial R017
print s
% expect: -12
s = 0.0
{!interpreted for}
for i=0..n-1
    s += x[i]
end
% loop 85: interpreted R018
print s
% expect: -12
for i=0..1
    print i
end
% expect: 0
% expect: 1
% loop 91: interpreted R901
