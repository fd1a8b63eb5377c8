% A conditional update contributes nothing when it is not taken, -0 included.
n = 5000
s = 0
count = 0
for i=0..n-1
    if mod(i,3) == 1
        s += i
        count += 1
    elseif mod(i,5) == 0
        s -= 1
    end
end
print s, " ", count
% expect: 4166833 1667
z = -1.0 * 0.0
for i=0..n-1
    if i > n
        z += 1.0
    end
end
print 1/z
% expect: -inf
