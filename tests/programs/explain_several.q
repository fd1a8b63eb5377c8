% What the report knows of functions with several results.
v = [3.0, 1, 2]
[s, order] = sort(v)
[h, edges] = histogram(v, 2, [0, 4])
y = zeros(3)
for k = 0..2
  y[k] = s[k] + order[k] + edges[0]
end
% loop 6: map
print y
% expect: [2,4,3]
