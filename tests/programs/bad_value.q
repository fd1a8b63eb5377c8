% A negative extent.
x = zeros(-3)
% error Q0404
