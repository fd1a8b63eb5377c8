% A name that no parameter has.
function y = f(value, times = 2)
  y = value*times
end
print f(1, time := 3)
% error Q0301 at 5:12
