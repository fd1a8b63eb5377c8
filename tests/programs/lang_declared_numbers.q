% A variable keeps the number type that it was declared with: what is assigned later is converted, and wraps.
m : int8 = 100
m = m + 100
print m
% expect: -56
function [] = count()
  k : uint8 = 250
  for i = 0..9
    k += 1
  end
  print k
  k = 300
  print k
  j : int16 = 40000
  print j
  d : double = 0
  d = 0.1
  print d == cast(0.1, double), " ", type(d)
  z : cscalar = 1
  z = 2
  print z
end
count()
% expect: 4
% expect: 44
% expect: -25536
% expect: 1 double
% expect: 2+0i
% A value of another kind ends it.
m = [1,2,3]
print m
m = 300
print m
% expect: [1,2,3]
% expect: 300
