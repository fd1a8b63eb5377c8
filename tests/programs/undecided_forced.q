% A forced loop whose independence cannot be decided is obeyed, with one warning.
k = vec[int](100)
for i=0..99
    k[i] = mod(i*7, 100)
end
a = zeros(100)
#pragma force_parallel
for i=0..99
    a[k[i]] = i
end
print a[7], " ", a[0]
% warning Q0502
% expect: 1 0
