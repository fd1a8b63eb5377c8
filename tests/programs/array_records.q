% Parts of records: channels of images taken apart and joined, parts of complex arrays in expressions, sorted lines with their places.
function y = wrong(a, b)
    y = sum(abs(a - b) > 0)
end
h = 40
w = 64
for n = 2..5
    im = reshape(float(0..h*w*n-1), h, w, n)
    planes = permute(im, [2,0,1])
    back = permute(planes, [1,2,0])
    bad = 0
    for c=0..n-1
        for i=0..h-1
            for j=0..w-1
                if planes[c,i,j] != (i*w+j)*n+c
                    bad += 1
                end
            end
        end
    end
    print n, " ", bad, " ", wrong(im, back)
end
% expect: 2 0 0
% expect: 3 0 0
% expect: 4 0 0
% expect: 5 0 0
m = 5000
a = mod(float(0..m-1)*37, 101) - 50
b = mod(float(0..m-1)*53, 89)
z = complex(a, b)
v = complex(b, a)
print wrong(real(z), a), " ", wrong(imag(z), b), " ", wrong(real(z).*imag(v) + 1, a.*a + 1), " ", size(real(z))
x = real(z)
z = conj(z)
print wrong(x, a), " ", wrong(-imag(z), b), " ", sum(imag(z)) == -sum(b), " ", wrong(real(reshape(v, 50, 100)), reshape(b, 50, 100))
y = copy(b)
y[0..m-1] = real(z) - y[0..m-1]
print wrong(y, a - b)
% expect: 0 0 0 [1,5000]
% expect: 0 0 1 0
% expect: 0
function bad = unsorted(x, s, p, sign)
    bad = 0
    for k=0..numel(s)-2
        if sign*s[k] > sign*s[k+1]
            bad += 1
        end
        if s[k] == s[k+1] && p[k] >= p[k+1]
            bad += 1
        end
        if s[k] != x[p[k]]
            bad += 1
        end
    end
end
t = mod(float(0..m-1)*7919, 1009) - 500
t[7] = inf
t[11] = -0.0
t[12] = 0.0
[s, p] = sort(t)
[d, q] = sort(t, "descend")
print unsorted(t, s, p, 1), " ", unsorted(t, d, q, -1), " ", s[m-1], " ", d[0], " ", wrong(sort(t), s)
u = cast(t[0..m-1], int16)
u[7] = 9
[s, p] = sort(u)
print unsorted(u, s, p, 1), " ", wrong(sort(u), s), " ", numel(unique(u)), " ", s[0]
t[3] = nan
[s, p] = sort(t)
print isnan(s[m-1]), " ", p[m-1], " ", wrong(s[0..m-2], sort(t)[0..m-2])
c = sort(reshape(b, 1250, 4), 0)
r = sort(transpose(reshape(b, 1250, 4)), 1)
print wrong(c, transpose(r))
% expect: 0 0 inf inf 0
% expect: 0 0 1009 -500
% expect: 1 3 0
% expect: 0
