% Items are not in braces.
c = `1, 2'
print c{1}
% error Q0106 at 3:8
