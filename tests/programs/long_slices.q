% Slices of up to 128 elements inside loops are part of the loop.
n = 40
x = zeros(n, n)
for i=0..n-1
    for j=0..n-1
        x[i,j] = mod(i*7 + j*j, 23) - 0.25*mod(j, 3)
    end
end
y = zeros(n, n)
for i=0..n-9
    for j=0..n-9
        patch = x[i..i+8, j..j+8]
        y[i,j] = sum(patch) + 100*max(patch) - patch[8,0]
    end
end
wrong = 0
for i=0..n-9
    for j=0..n-9
        s = 0.0
        m = -1000.0
        for a=0..8
            for b=0..8
                s += x[i+a,j+b]
                m = max(m, x[i+a,j+b])
            end
        end
        wrong += abs(s + 100*m - x[i+8,j] - y[i,j]) > 0.001
    end
end
print wrong
% expect: 0
v = x[:]
w = zeros(numel(v))
for i=0..numel(v)-80
    w[i] = sum(v[i..i+79])
end
print numel(w), " ", abs(w[700] - sum(v[700..779])) < 0.01
% expect: 1600 1
