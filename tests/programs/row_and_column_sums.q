% Partial reductions: over the rows, over the columns, and with a private sum that is stored.
A = zeros(37,53)
for i=0..36
    for j=0..52
        A[i,j] = mod(i*7 + j*3, 11)
    end
end
r = zeros(37)
for i=0..36
    for j=0..52
        r[i] += A[i,j]
    end
end
c = zeros(53)
for i=0..36
    for j=0..52
        c[j] += A[i,j]
    end
end
d = zeros(37)
for i=0..36
    dot = 0.0
    for j=0..52
        dot += A[i,j]*A[i,j]
    end
    d[i] = dot
end
print r[0], " ", r[36], " ", c[0], " ", c[52], " ", d[5]
% expect: 262 264 185 182 1776
same = true
for i=0..36
    s = 0.0
    for j=0..52
        s += A[i,j]
    end
    same = same && s == r[i]
end
print same ? "same" : "different"
% expect: same
