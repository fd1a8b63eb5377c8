% The access of the lowest iteration is reported, on every target alike.
x = zeros(10)
for i=0..19
    x[i] = i
end
% error Q0401 at 4:7
