% The last iteration in which a condition holds is looked for from the end, where nothing can fail.
% expect: 0 -2
% expect: 0 0
% expect: 9999
% expect: 1 -1
% expect: 0 0
% expect: 9999
% expect: 2 -1
% expect: 1 0
% expect: 9998
% expect: 5000 -1
% expect: 2500 0
% expect: 7499
% expect: 4095 -1
% expect: 2047 0
% expect: 7952
% expect: 4096 -1
% expect: 2048 0
% expect: 7951
% expect: 9999 -1
% expect: 4999 0
% expect: 5000
% expect: 7
n = 10000
order = n-1..-1..0
for t = [0,1,2,5000,4095,4096,9999]
a = zeros(n)+1
a[t] = -1
a[int(t/2)] = -2
at = -1
v = 0.0
for i = 0..n-1
    if a[i] < 0
        at = i
        v = a[i]
    end
end
print at, " ", v
at2 = -1
for i = n-1..-1..0
    if a[i]*2 < 0
        at2 = i
    end
end
print at2, " ", i
at3 = -1
for i = 0..n-1
    if a[order[i]] < -1
        at3 = i
    end
end
print at3
end
a = zeros(0)
at = 7
for i = 0..numel(a)-1
    if a[i] < 0
        at = i
    end
end
print at
