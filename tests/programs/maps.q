% Loops without accumulators in one, two and three dimensions.
n = 1003
a = zeros(n)
for i=0..n-1
    a[i] = 2*i + 1
end
b = zeros(20,30)
for i=0..19
    for j=0..29
        b[i,j] = i*100 + j
    end
end
c = zeros(5,6,7)
for i=0..4
    for j=0..5
        for k=0..6
            c[i,j,k] = i*100 + j*10 + k
        end
    end
end
print a[0], " ", a[1002], " ", b[19,29], " ", b[3,4], " ", c[4,5,6], " ", c[1,2,3]
% expect: 1 2005 1929 304 456 123
% loop 4: map
% loop 8: map
% loop 14: map
