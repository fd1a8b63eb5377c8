% No overload takes a matrix.
function y = f(a : int)
  y = a
end
function y = f(a : string)
  y = a
end
print f(ones(2,2))
% error Q0205 at 8:7
