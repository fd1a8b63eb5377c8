% A recurrence runs in order.
a = zeros(20)
a[0] = 1
for i=1..19
    a[i] = 2*a[i-1] - mod(i,2)
end
% loop 4: serial R007
print a[19]
% expect: 174763
