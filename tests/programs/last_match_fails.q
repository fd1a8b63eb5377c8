% What a last match or a best value keeps beside it is computed in each iteration that assigns it: a failure there is an
% error, though a later iteration wins.
% expect: integer division by zero
% expect: integer division by zero
% expect: index 9 is out of range: 'table' has 3 elements along dimension 0
% expect: 2 0.25
function r = last_rest(v : vec[int])
  r = 0
  for i=0..numel(v)-1
    if v[i] < 5
      r = mod(12, v[i])
    end
  end
end
function r = best_rest(x : vec, v : vec[int])
  best = 1e9; r = 0
  for i=0..numel(x)-1
    if x[i] < best
      best = x[i]
      r = mod(12, v[i])
    end
  end
end
function [r, best] = best_entry(x : vec, v : vec[int], table : vec)
  best = 1e9; r = 0.0
  for i=0..numel(x)-1
    if x[i] < best
      best = x[i]
      r = table[v[i]]
    end
  end
end
v = vec[int](40)
x = zeros(40)
for i=0..39
  v[i] = mod(i, 3)
  x[i] = 10 / (i + 1)
end
v[39] = 2
try
  print last_rest(v)
catch e
  print e
end
try
  print best_rest(x, v)
catch e
  print e
end
w = copy(v)
w[7] = 9
try
  [r, best] = best_entry(x, w, [0.5, 1.5, 2])
  print r
catch e
  print e
end
[r, best] = best_entry(x, v, [0.5, 1.5, 2])
print r, " ", best
