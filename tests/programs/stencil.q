% A five-point stencil, then the sum of what it gives.
x = zeros(64,64)
y = zeros(64,64)
for i=0..63
    for j=0..63
        x[i,j] = mod(i*5 + j*9, 23)
    end
end
for i=1..62
    for j=1..62
        y[i,j] = x[i-1,j] + x[i+1,j] + x[i,j-1] + x[i,j+1] - 4*x[i,j]
    end
end
s = 0.0
for i=0..63
    for j=0..63
        s += y[i,j]
    end
end
print y[10,39], " ", s
% expect: 0 0
