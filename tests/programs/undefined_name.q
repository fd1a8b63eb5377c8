% Names are resolved before anything runs.
total = 0.0
for i=0..9
    total += missing[i]
end
% error Q0201 at 4:14
