% Steps other than one, negative ones, and the value of the loop variable afterwards.
a = zeros(100)
for i=0..3..99
    a[i] = 1
end
print i
% expect: 99
for i=98..-3..0
    a[i] = 2
end
print i
% expect: 2
s = 0
for i=0..99
    s += a[i]
end
print s
% expect: 100
