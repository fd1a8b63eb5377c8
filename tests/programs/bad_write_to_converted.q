% An argument of another element type is converted into a copy; a function that writes to it is refused.
function [] = set(x : mat)
  x[0,0] = 1
end
a = [[1,2],[3,4]]
set(a)
% error Q0203 at 3:3
