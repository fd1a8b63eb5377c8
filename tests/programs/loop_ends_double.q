% precision: double
% Ends and steps that are fractions, in double precision.
function s = count(n)
  s = 0
  for i=0..n/2-1
    s += 1
  end
end
print count(1), " ", count(5), " ", count(1)
% expect: 0 2 0
c = 0
for k=1..4
  for j=k/4..k/2..4
    c += j
  end
end
print c, " ", numel(0..0.1..1), " ", numel(0..0.1..0.95)
% expect: 34.75 11 10
n = 2^50
s = 0
for i=n+0.5..n+3
  s += 1
end
for i=n..n+2.75
  s += 10
end
print s, " ", i
% expect: 33 1125899906842626
