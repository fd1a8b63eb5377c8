% Declared extents that no memory holds are an error, however their product wraps.
function y : mat(4294967296,4294967296) = squares(a)
  y[5000,7] = a
end
function y : mat(4000000000000000000,5) = rows(a)
  y[0,0] = a
end
try
  z = squares(3)
catch e
  print(e)
end
try
  x : mat(4294967297,4294967296)
  x[1,1] = 2
catch e
  print(e)
end
try
  r = zeros(4)
  for i=0..3
    z = rows(i)
    r[i] = z[0,0]
  end
catch e
  print(e)
end
% expect: an array of 4294967296 x 4294967296 elements does not fit into memory
% expect: an array of 4294967297 x 4294967296 elements does not fit into memory
% expect: an array of 4000000000000000000 x 5 elements does not fit into memory
