% A slice is there or it is an error, whether its elements are read or not.
function r = first(x, a)
  r = zeros(2)
  {!serial for}
  for i = 0..1
    r[i] = x[a..a+1][0] + numel(x[0..a])
  end
end
function r = count(x, a)
  r = zeros(2)
  for i = 0..1
    r[i] = numel(x[min(a, 2)..a + i])
  end
end
x = [1.0, 2, 3, 4]
print first(x, 2), count(x, 2)
for a = [3, 4]
  try
    print first(x, a)
  catch e
    print e
  end
end
try
  print count(x, 3)
catch e
  print e
end
% expect: [6,6][1,2]
% expect: index 4 is out of range: 'x' has 4 elements along dimension 0
% expect: index 4 is out of range: 'x' has 4 elements along dimension 0
% expect: index 4 is out of range: 'x' has 4 elements along dimension 0
