% A statement that breaks off.
x = (1 + 2
y = 3 )
print x +* y
% error Q0101
