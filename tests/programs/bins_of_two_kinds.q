% Elements of one array that are combined by different operations, beside bins of another array: in order.
% expect: [23,6,0,0,0,1,0,0][0,3,1,1,0,0,0,1]
h = vec[int](8)
qf = vec[int](8)
g = [1,2,3,1,1,7]
h[0] = 17
q = 0
inc = 1
for i=0..5
  h[5] = max(h[5], 1)
  qf[g[i]] += 1
  h[q] += 1
  h[inc] += 1
end
print h, qf
