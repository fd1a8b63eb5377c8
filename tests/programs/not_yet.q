% What the language has and this version does not execute is said by name.
x = shfl(3, 0)
% error Q0108
