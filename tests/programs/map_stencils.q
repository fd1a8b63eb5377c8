% Stencils: a thread of a GPU takes several neighbouring rows. Every extent around the borders of its groups and tiles.
% expect: index 70 is out of range: 'c' has 70 elements along dimension 0
% expect: ok
function y = cross(a : mat)
  y = zeros(size(a))
  for i=1..size(a,0)-2
    for j=1..size(a,1)-2
      y[i,j] = 0.2*a[i,j] + 0.3*a[i,j-1] + 0.1*a[i,j+1] + 0.25*a[i-1,j] + 0.15*a[i+1,j]
    end
  end
end
function y = cross_in_order(a : mat)
  y = zeros(size(a))
  {!serial for}
  for i=1..size(a,0)-2
    {!serial for}
    for j=1..size(a,1)-2
      y[i,j] = 0.2*a[i,j] + 0.3*a[i,j-1] + 0.1*a[i,j+1] + 0.25*a[i-1,j] + 0.15*a[i+1,j]
    end
  end
end
function x = pattern(n : int)
  x = zeros(n)
  for i=0..n-1
    x[i] = mod(i*37 + 11, 101) / 8.0 - 3
  end
end
all_rows = [66, 67, 68, 69, 130]
all_columns = [20, 64, 129, 300]
{!interpreted for}
for r = 0..numel(all_rows)-1
  {!interpreted for}
  for c = 0..numel(all_columns)-1
    a = reshape(pattern(all_rows[r]*all_columns[c]), [all_rows[r], all_columns[c]])
    assert(sum(cross(a) != cross_in_order(a)) == 0)
  end
end

% Rows of pixels with channels, and two loops around a row.
function y = vertical(a : cube)
  y = zeros(size(a))
  for m=2..size(a,0)-3
    for n=0..size(a,1)-1
      for c=0..size(a,2)-1
        y[m,n,c] = a[m-2,n,c] - 4*a[m-1,n,c] + 6*a[m,n,c] - 4*a[m+1,n,c] + a[m+2,n,c]
      end
    end
  end
end
a = reshape(pattern(71*40*3), [71, 40, 3])
y = vertical(a)
{!interpreted for}
for m=2..68
  {!interpreted for}
  for n=0..13..39
    assert(y[m,n,2] == a[m-2,n,2] - 4*a[m-1,n,2] + 6*a[m,n,2] - 4*a[m+1,n,2] + a[m+2,n,2])
  end
end
assert(sum(abs(y[0..1,:,:])) + sum(abs(y[69..70,:,:])) == 0)

function y = laplace(a : cube)
  y = zeros(size(a))
  for i=1..size(a,0)-2
    for j=1..size(a,1)-2
      for k=1..size(a,2)-2
        y[i,j,k] = a[i-1,j,k] + a[i+1,j,k] + a[i,j-1,k] + a[i,j+1,k] + a[i,j,k-1] + a[i,j,k+1] - 6*a[i,j,k]
      end
    end
  end
end
a = reshape(pattern(5*67*33), [5, 67, 33])
y = laplace(a)
{!interpreted for}
for i=1..3
  {!interpreted for}
  for j=1..4..65
    {!interpreted for}
    for k=1..15..31
      assert(y[i,j,k] == a[i-1,j,k] + a[i+1,j,k] + a[i,j-1,k] + a[i,j+1,k] + a[i,j,k-1] + a[i,j,k+1] - 6*a[i,j,k])
    end
  end
end

% Steps, backwards, and a read that fails.
b = zeros(70, 40)
c = reshape(pattern(2800), [70, 40])
for i=68..-1..1
  for j=1..2..38
    b[i,j] = c[i-1,j] + c[i+1,j]
  end
end
assert(b[1,1] == c[0,1] + c[2,1] && b[68,37] == c[67,37] + c[69,37] && b[5,2] == 0)
try
  for i=0..69
    for j=0..39
      b[i,j] = c[i,j] + c[i+1,j]
    end
  end
catch e
  print e
end
print "ok"
