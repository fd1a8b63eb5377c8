% A list of two indices of a matrix is a position: what was meant as two elements of a row is told so.
x = zeros(1, 5)
x[[0,1]] = [3, 4]
% error Q0302 at 3:1
