% Arc sine and arc cosine have the same bits in lanes and in single numbers; the sines of the angles are the arguments.
n = 2001
x = zeros(n)
for k=0..n-1
    x[k] = (k - 1000)/1000
end
s = zeros(n)
c = zeros(n)
for k=0..n-1
    s[k] = asin(x[k])
    c[k] = acos(x[k])
end
wrong = 0
for k=0..n-1
    wrong += abs(sin(s[k]) - x[k]) > 0.0000003
    wrong += abs(s[k] + c[k] - 1.5707964) > 0.0000005
end
print wrong, sum(asin(x) != s), sum(acos(x) != c), " ", asin(x[1]) == s[1], acos(x[1700]) == c[1700], " ", s[0], " ", c[0], " ", c[n-1], " ", asin(1.5)
% expect: 000 11 -1.5707964 3.1415927 0 nan
