% Inner loops whose bounds are one value, with a step that goes down by more than one: they run once in every iteration
% of the loop around them, which meets at what they write.
x = zeros(10); y = zeros(10); h = ivec(10); s = 0.0
for i=0..9
 for j=5..-2..5
  x[j] = x[j]*0.5 + i
 end
end
print x[5]
% expect: 16.003906
for i=0..9
 for j=3..-7..3
  y[j] = i
 end
end
print y[3]
% expect: 9
for i=0..9
 for j=4..-3..4
  h[j] += i
  s += h[j]
 end
end
print h[4]
% expect: 45
print s
% expect: 165
for i=0..9
 for j=9..-2..9
  for k=2..-4..2
   x[k] = x[k]*2 - x[j] + i
  end
 end
end
print x[2]
% expect: 1013
function y = last(x, n)
 for i=0..n-1
  for j=6..-5..6
   x[j] = x[j]*3 + i
  end
 end
 y = x[6]
end
print last(zeros(8), 5)
% expect: 58
