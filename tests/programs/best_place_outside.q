% A best place that starts outside the array is the error of the loop in order, with one iteration too.
r = [1, 2, 3]
k = -1
for i = 0..0
    if r[i] > r[k]
        k = i
    end
end
% error Q0401 at 5:17
