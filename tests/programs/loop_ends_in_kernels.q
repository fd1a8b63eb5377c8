% Loops of kernels and device functions end and step as those of the host do; slices there as well.
function [] = __device__ count(y)
  n = 1
  for i=0..n/2-1
    y[0] += 1
  end
  for i=2..-1..n/2
    y[1] += 1
  end
  for i=0..n/2..2
    y[2] += i
  end
end
y = zeros(3)
parallel_do(1, __kernel__ (pos : int) -> count(y))
print y
% expect: [0,2,5]
function [] = __kernel__ windows(y : vec, x : vec, r, pos : int)
  s = 0.0
  for j=max(0,pos-r)..min(numel(x)-1,pos+r)
    s += 1
  end
  for j=pos-r..pos+r
    s += 100
  end
  y[pos] = s
end
x = 1..7
y = zeros(7)
parallel_do(7, y, x, 1.5, windows)
print y
% expect: [402,403,404,404,404,403,402]
parallel_do(7, y, x, 1, windows)
print y
% expect: [302,303,303,303,303,303,302]
parallel_do(7, y, x, 1.5, windows)
print y
% expect: [402,403,404,404,404,403,402]
% Ends of elements, NaN and inf among them.
function [] = __kernel__ ends(y : vec, e : vec, lo : vec, pos : int)
  for j=lo[pos]..e[pos]
    if j > 9
      break
    end
    y[pos] += j
  end
end
y = zeros(8)
parallel_do(8, y, [2.5,-0.5,nan,inf,3,3.5,4,-inf], [0,0,0,0,1.5,2,nan,0], ends)
print y
% expect: [3,0,0,45,4,5,0,0]
% Slices with such ends: an index that is no whole number is cut in a kernel.
function [] = __kernel__ slices(y : vec, x : vec, pos : int)
  y[pos] = sum(x[pos..pos+3/2]) + 100*max(x[0..pos/2])
end
x = 1..7
y = zeros(5)
parallel_do(5, y, x, slices)
print y
% expect: [103,105,207,209,311]
