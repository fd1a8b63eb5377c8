% What the language has and this version does not execute is said by name.
x = czeros(4)
y = sum(x)
% error Q0108
