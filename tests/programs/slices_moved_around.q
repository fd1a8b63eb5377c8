% circshift of slices whose length iterations find out, and of rows.
x = sin(float(0..199) .* 1.7)
im = reshape(sin(float(0..2399) .* 0.37), [60,40])
y = zeros(60,40)
z = zeros(60,40)
a = zeros(60,4)
b = zeros(60,4)
for i=0..59
    y[i,:] = circshift(im[i,:], i - 30)
end
for i=0..59
    v = circshift(x[i..2*i], [5,-2])
    w = circshift(transpose(x[i..2*i]), 1)
    m = circshift(im[0..i,0..max(2,mod(i,7))], [i-3,1])
    a[i,0] = v[0]
    a[i,1] = sum(v .* x[0..i])
    a[i,2] = w[i,0]
    a[i,3] = m[0,2] - m[i,0]
end
{!interpreted for}
for i=0..59
    z[i,:] = circshift(im[i,:], i - 30)
end
{!interpreted for}
for i=0..59
    v = circshift(x[i..2*i], [5,-2])
    w = circshift(transpose(x[i..2*i]), 1)
    m = circshift(im[0..i,0..max(2,mod(i,7))], [i-3,1])
    b[i,0] = v[0]
    b[i,1] = sum(v .* x[0..i])
    b[i,2] = w[i,0]
    b[i,3] = m[0,2] - m[i,0]
end
print sum(sum(y != z)), " ", sum(sum(a != b)), " ", y[31,1] == im[31,0], " ", y[3,0] == im[3,27]
% expect: 0 0 1 1
