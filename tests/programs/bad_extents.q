% Extents that do not fit.
x = zeros(3) + zeros(4)
% error Q0302
