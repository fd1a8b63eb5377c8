% A refusal has the code of the call outside loops: Q0404, which is not that of a program's own error().
x = [3.0, -1, 4]
n = [1, 2, 0]
y = zeros(3)
for i=0..2
    y[i] = max(x[0..n[i]-1])
end
% error Q0404 at 6:12
