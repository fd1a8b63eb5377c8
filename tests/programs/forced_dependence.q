% A forced loop with a proved dependence is an error.
a = zeros(100)
#pragma force_parallel
for i=1..99
    a[i] = a[i-1]*a[i-1] + 1
end
% error Q0501
