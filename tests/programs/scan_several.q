% Running values beside each other and beside sums; a running value that depends on another stays in order; sums beside bins.
n = 10007
x = zeros(n)
for i=0..n-1
    x[i] = mod(i*37, 11) - 5
end
[s, p, total, c] = [0.0, -100, 0.0, complex(0,0)]
y = zeros(n)
q = int(zeros(n))
z = czeros(n)
for i=0..n-1
    s += x[i]
    p = max(p, int(x[i])*mod(i, 7))
    y[i] = s
    q[i] = p
    total += x[i]*x[i]
end
for i=0..n-1
    c += complex(x[i], mod(i, 3))
    z[i] = c
end
[once, twice] = [0.0, 0.0]
w = zeros(n)
for i=0..n-1
    once += x[i]
    twice += once
    w[i] = twice
end
h = int(zeros(12))
[weight, count] = [0.0, 0]
for i=0..n-1
    h[int(x[i]) + 5] += 1
    weight += x[i]
    count += 1
end
[ss, sp, stotal, sre, sim, sonce, stwice, wrong] = [0.0, -100, 0.0, 0.0, 0.0, 0.0, 0.0, 0]
sh = int(zeros(12))
#pragma force_serial
for i=0..n-1
    ss += x[i]
    sp = max(sp, int(x[i])*mod(i, 7))
    stotal += x[i]*x[i]
    sre += x[i]
    sim += mod(i, 3)
    sonce += x[i]
    stwice += sonce
    sh[int(x[i]) + 5] += 1
    wrong += int(y[i] != ss) + int(q[i] != sp) + int(real(z[i]) != sre) + int(imag(z[i]) != sim) + int(w[i] != stwice)
end
for b=0..11
    wrong += int(h[b] != sh[b])
end
print wrong, " ", int(s == ss && p == sp && total == stotal && real(c) == sre && imag(c) == sim && twice == stwice && once == sonce), " ", weight == ss, " ", count
% expect: 0 1 1 10007
% loop 11: scan + s, max p, + total
% loop 18: scan + c
% loop 24: scan + once, + twice
% loop 31: bins + weight, + count, + h[int(x[i])+5]
