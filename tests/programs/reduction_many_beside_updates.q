% Beside more accumulators than are taken at once, what an iteration does to elements is done once.
n = 1000
x = mod(7*(0..n-1), 13)
o = zeros(n)
y = 0..n-1
z = 2.0*y
C = zeros(3,3)
for i = 0..n-1
    o[i] += 1
    t = y[i]
    y[i] = z[i]
    z[i] = t
    for a = 0..2
        for b = 0..2
            C[a,b] += x[i]
        end
    end
end
print max(o), min(o), y[5], z[5], " ", C[2,1], " ", sum(x)
% expect: 11105 6000 6000
a0 = 0.0
a1 = 0.0
a2 = 0.0
a3 = 0.0
a4 = 0.0
a5 = 0.0
a6 = 0.0
a7 = 0.0
a8 = 0.0
a9 = 0.0
for i = 0..n-1
    o[i] = o[i]*2 + 1
    a0 += o[i]
    a1 += x[i]
    a2 += x[i]
    a3 += x[i]
    a4 += x[i]
    a5 += x[i]
    a6 += x[i]
    a7 += x[i]
    a8 += x[i]
    a9 += o[i]
end
print max(o), " ", a0, " ", a8, " ", a9
% expect: 3 3000 6000 3000
