% A loop variable may not be assigned.
for i=0..3
    i = 5
end
% error Q0203
