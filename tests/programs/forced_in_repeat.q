% A loop that is asked to be parallel is judged wherever it stands inside another.
a = ones(10)
for i=0..9
    repeat
        #pragma force_parallel
        for j=1..9
            a[j] = a[j-1]*a[j-1] + 1
        end
    until true
end
% error Q0501 at 6:9
